import type { IDataObject } from 'n8n-workflow';

import type { Sandbox } from '../../sandbox';
import { credentialFor, rows, runNode, type NodeResult } from '../support/harness';
import { useSandbox } from './support/useSandbox';

/** Values that n8n, an expression or an agent gives in another form than the field's own: none is taken for another. */

let sandbox: Sandbox;
useSandbox({ persons: 300, companies: 100 }, (started) => (sandbox = started));

const run = async (
	resource: string,
	operation: string,
	parameters: IDataObject,
	items?: IDataObject[],
): Promise<NodeResult> =>
	await runNode({ credential: credentialFor(sandbox), resource, operation, parameters, items });
const person = async (parameters: IDataObject, more: IDataObject = {}): Promise<NodeResult> =>
	await run('person', 'getPerson', parameters, [{ cpf: sandbox.persons.cpf(0), ...more }]);
const refused = ({ error }: NodeResult, message: RegExp): void => {
	expect(error?.message).toMatch(message);
	expect(sandbox.requests.all).toEqual([]);
};

describe('a switch', () => {
	const ODD = ['True', 'yes', '1', 0, '', null, []];

	it.each(ODD)('Preview Cost refuses %j', async (previewCost) => {
		refused(await person({ previewCost }), /^Preview Cost is not true or false but /);
	});

	it.each(ODD)('Skip Records Enriched Before refuses %j', async (skipEnriched) => {
		const ids = [{ id_pessoa: sandbox.persons.id(0) }];
		refused(
			await run('b2bPerson', 'enrichPersonNow', { identifyBy: 'id_pessoa', options: { skipEnriched } }, ids),
			/^Skip Records Enriched Before is not true or false but /,
		);
	});

	it.each(['={{ $json.missing }}', 'True'])('of a filter refuses %j', async (has_email) => {
		const filtros_pessoa = { has_email, niveis_senioridade: ['Pleno'] };
		refused(
			await run('b2bPerson', 'searchB2bPersons', { filtros_pessoa, limit: 1 }),
			/ > Has Email is not true or false but /,
		);
	});

	it.each([true, 'true'])('is on for %j', async (previewCost) => {
		const { items } = await person({ previewCost });
		expect(items[0].json).toMatchObject({ preview: true });
	});
});

/**
 * Left out, the filter would make a wider question of the search, which is charged: public reports of filters that an
 * expression leaves empty are twentyhq/twenty #18814 and Budibase/budibase #7210.
 */
describe('a filter without a value', () => {
	it('is named with its row, and no row is sent', async () => {
		const items = [{ title: 'Diretor Comercial' }, { other: 'x' }];
		const filtros_pessoa = { estados: ['AC'], cargos: rows('={{ $json.title }}') };
		refused(
			await run('b2bPerson', 'searchB2bPersons', { filtros_pessoa, limit: 1 }, items),
			/^1 of 2 rows is not valid\. Row 2: Person Filters > Job Titles is empty/,
		);
	});

	it('is not a switch that is off, a zero, or one of several values', async () => {
		const filtros_pessoa = { has_email: false, cargos: rows('Diretor Comercial', '={{ $json.missing }}') };
		const filtros_empresa = { faixa_receita: { values: { receita_minima: 0, receita_maxima: '' } } };
		await run('b2bPerson', 'searchB2bPersons', { filtros_pessoa, filtros_empresa, limit: 1 });
		expect(sandbox.requests.last?.body).toMatchObject({
			filtros_pessoa: { has_email: false, cargos: ['Diretor Comercial'] },
			filtros_empresa: { faixa_receita: { receita_minima: 0 } },
		});
	});
});

describe('settings by name', () => {
	it.each(['={{ $json.missing }}', '={{ null }}'])('refuse %s, which has no result', async (value) => {
		refused(
			await person({ options: { advanced: value } }),
			/^Advanced \(JSON\) is an expression without a result\.$/,
		);
		refused(
			await run('prospecting', 'countPersons', {
				filters: { states: { values: [{ value: 'SP' }] } },
				options: { additionalFilters: value },
			}),
			/^Additional Filters \(JSON\) is an expression without a result\.$/,
		);
	});

	it('refuse {{ }} where n8n does not evaluate it', async () => {
		const advanced = '{ "additionalQueryParameters": { "a": [{ "b": "{{ $json.cpf }}" }] } }';
		refused(await person({ options: { advanced } }), /^Advanced \(JSON\) has \{\{ \}\} in a text/);
	});
});

describe('a text', () => {
	// civio/onodo #24, SalesforceFoundation/NPSP #1405
	it.each(['null', 'undefined', 'None', ' null ', 'N/A', '#N/D', '-', 'nan'])(
		'that stands for a missing value is not searched for: %j',
		async (name) => {
			refused(
				await run('person', 'searchPersons', { searchBy: { name: '={{ $json.name }}' } }, [{ name }]),
				/^Search By > Name is the text ".+", which stands for a missing value\.$/,
			);
		},
	);

	it.each(['N/A', '-', '___.___.___-__'])('that stands for a missing value is empty: %j', async (cpf) => {
		refused(await run('person', 'getPerson', { cpf: '={{ $json.cpf }}' }, [{ cpf }]), /^CPF is empty: its/);
	});

	it('may be a name that only looks like it', async () => {
		const { error } = await run('person', 'searchPersons', { searchBy: { name: 'Nana' } });
		expect(error).toBeUndefined();
	});

	it.each(['["a@x.com", "b@y.com"]', 'a@x.com, b@y.com', 'a@x.com,b@y.com', '["11222333000181"]'])(
		'that holds several contacts says so: %s',
		async (contact) => {
			const parameters = { identifyBy: 'automatic', contact };
			refused(await run('b2bPerson', 'enrichPersonNow', parameters), /^Contact holds a list/);
		},
	);
});

describe('a number', () => {
	// VitorLuizC/brazilian-values #10
	it.each([
		['minimumBalance', 'Minimum Balance'],
		['maxCredits', 'Maximum Credits'],
	])('of the option %s that may be 1 or 1,000 sends nothing', async (option, field) => {
		const { error } = await person({ options: { [option]: '={{ "1.000" }}' } });
		expect(error?.message).toContain(
			`${field} has a point or comma that may separate thousands or decimals: "1.000".`,
		);
		expect(sandbox.requests.all).toEqual([]);
	});

	it.each(['2500,00', '2500'])('of money is sent with two decimals: %j', async (lower) => {
		const filters = { states: { values: [{ value: 'SP' }] }, estimated_income: { values: [{ lower }] } };
		await run('prospecting', 'countPersons', { filters });
		expect(sandbox.requests.last?.body).toMatchObject({ estimated_income: [{ lower: '2500.00' }] });
	});

	it('that is too large is told without hiding what is wrong', async () => {
		const { error } = await run('enrichmentBatch', 'waitForCompletion', {
			id_processamento: 'x',
			waitLimit: 99_999_999_999,
		});
		expect(error?.message).toBe('Wait Limit (Minutes) is ***, but must be at most 1440.');
		expect(sandbox.requests.all).toEqual([]);
	});
});

describe('the fields of the input', () => {
	it('have the same names in rows with and without a result', async () => {
		const parameters = { cnpj: '={{ $json.cnpj }}', output: 'hubspot', includeInputFields: true };
		const { items } = await run('company', 'getCompany', parameters, [
			{ cnpj: sandbox.companies.cnpj(0), crm: 'mine', note: 1 },
			{ cnpj: '11222333000181', crm: 'mine', note: 2 },
		]);
		expect(items.map(({ json }) => [json.outcome, json.input_crm, json.note])).toEqual([
			['found', 'mine', 1],
			['not found', 'mine', 2],
		]);
		expect(items[1].json).not.toHaveProperty('crm');
	});
});
