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
	const ODD = ['True', 'TRUE', 'yes', ' true ', '1', 1, 0, '', null, [], {}];

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

	it.each(['={{ $json.missing }}', '={{ null }}', '={{ "yes" }}'])(
		'that may differ by item refuses %s',
		async (value) => {
			refused(await person({ includeInputFields: value }), /^Include Input Fields is not true or false/);
		},
	);

	it.each(['={{ $json.missing }}', '={{ null }}', '={{ "" }}', 'True', 1])(
		'of a filter refuses %j',
		async (has_email) => {
			const filtros_pessoa = { has_email, niveis_senioridade: ['Pleno'] };
			refused(
				await run('b2bPerson', 'searchB2bPersons', { filtros_pessoa, limit: 1 }),
				/ > Has Email is not true or false but /,
			);
		},
	);

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
	const NONE = '={{ $json.missing }}';
	const JOB = { jobName: 'Leads', quantity: 20 };
	const SP = { states: ['SP'] };
	const ADVICE = 'Enter a value or remove it: without one, more would match. Nothing was sent for this item.';
	const noResult = (field: string): string =>
		`${field} is empty: its expression has no value for this row. Check the name of the column in it.`;

	it.each<[operation: string, parameters: IDataObject, message: string, description: string]>([
		// An expression of a name that the row does not have, as in the reports.
		...(
			[
				[
					'b2bPerson.searchB2bPersons',
					{ filtros_pessoa: { estados: ['AC'], cargos: rows(NONE) } },
					'Person Filters > Job Titles',
				],
				[
					'b2bPerson.searchB2bPersons',
					{ filtros_pessoa: { estados: ['AC'], niveis_senioridade: NONE } },
					'Person Filters > Seniority Levels',
				],
				[
					'b2bPerson.searchB2bPersons',
					{ filtros_pessoa: { estados: ['AC'] }, filtros_empresa: { setores: rows(NONE) } },
					'Company Filters > Sectors',
				],
				[
					'b2bCompany.searchB2bCompanies',
					{ filtros_empresa: { estados: ['AC'], setores: rows('={{ null }}', '={{ "" }}', '={{ [] }}') } },
					'Company Filters > Sectors',
				],
				[
					'b2bCompany.searchB2bCompanies',
					{
						filtros_empresa: {
							estados: ['AC'],
							data_fundacao: { values: { data_inicio: NONE, data_fim: 2020 } },
						},
					},
					'Company Filters > Founded > From Year',
				],
				[
					'b2bCompany.searchB2bCompanies',
					{
						filtros_empresa: {
							estados: ['AC'],
							data_fundacao: { values: { data_inicio: '={{ "" }}', data_fim: 2020 } },
						},
					},
					'Company Filters > Founded > From Year',
				],
				[
					'prospecting.createPersonJob',
					{ ...JOB, filters: { ...SP, cbo_codes: rows(NONE) } },
					'Filters > Occupations (CBO)',
				],
				[
					'prospecting.createPersonJob',
					{
						...JOB,
						filters: { ...SP, estimated_income: { values: [{ lower: '={{ "" }}', upper: '9.00' }] } },
					},
					'Filters > Estimated Income > From (BRL)',
				],
				[
					'prospecting.createPersonJob',
					{ ...JOB, filters: {}, options: { savedFilter: { __rl: true, mode: 'value', value: NONE } } },
					'Saved Filter',
				],
				[
					'prospecting.createCompanyJob',
					{ ...JOB, filters: { ...SP, cnae_codes: rows(NONE) } },
					'Filters > Economic Activities (CNAE)',
				],
				['prospecting.countPersons', { filters: { ...SP, gender: NONE } }, 'Filters > Gender'],
				['prospecting.countCompanies', { filters: { ...SP, cities: rows(NONE) } }, 'Filters > Cities'],
				[
					'savedFilter.createSavedFilter',
					{ filterName: 'South', filters: { ...SP, cbo_codes: rows(NONE) } },
					'Filters > Occupations (CBO)',
				],
				['person.searchPersons', { searchBy: { name: 'Ana', uf: NONE } }, 'Search By > State'],
				['person.searchByPattern', { name: 'Maria*', options: { city: '={{ "" }}' } }, 'City'],
				[
					'company.searchCompanies',
					{ searchBy: { razao_social: 'Padaria', email: NONE } },
					'Search By > Email',
				],
				['referenceData.getCities', { filters: { state: NONE } }, 'Filters > State'],
			] as Array<[string, IDataObject, string]>
		).map(([operation, parameters, field]): [string, IDataObject, string, string] => [
			operation,
			parameters,
			noResult(field),
			ADVICE,
		]),
		// Added and not filled in.
		...(
			[
				[
					'b2bPerson.searchB2bPersons',
					{ filtros_pessoa: { estados: ['AC'], cargos: {} } },
					'Person Filters > Job Titles',
				],
				[
					'b2bPerson.searchB2bPersons',
					{ filtros_pessoa: { estados: ['AC'], cargos: rows('', ' ') } },
					'Person Filters > Job Titles',
				],
				[
					'b2bCompany.searchB2bCompanies',
					{ filtros_empresa: { estados: [], setores: rows('Varejo') } },
					'Company Filters > States',
				],
				[
					'b2bCompany.searchB2bCompanies',
					{
						filtros_empresa: {
							estados: ['AC'],
							faixa_receita: { values: { receita_minima: '', receita_maxima: '' } },
						},
					},
					'Company Filters > Revenue',
				],
				['company.searchCompanies', { searchBy: { razao_social: '' } }, 'Search By > Legal Name'],
				// Written as JSON.
				[
					'b2bPerson.searchB2bPersons',
					{
						options: {
							additionalFilters: JSON.stringify({ filtros_pessoa: { estados: ['AC'], cargos: [] } }),
						},
					},
					'Additional Filters (JSON) > filtros_pessoa > cargos',
				],
				[
					'b2bPerson.searchB2bPersons',
					{
						options: {
							additionalFilters: JSON.stringify({ filtros_pessoa: { estados: ['AC'], novo: null } }),
						},
					},
					'Additional Filters (JSON) > filtros_pessoa > novo',
				],
				[
					'prospecting.createPersonJob',
					{ ...JOB, filters: SP, options: { additionalFilters: JSON.stringify({ cbo_codes: [''] }) } },
					'Additional Filters (JSON) > cbo_codes',
				],
			] as Array<[string, IDataObject, string]>
		).map(([operation, parameters, field]): [string, IDataObject, string, string] => [
			operation,
			parameters,
			`${field} is empty.`,
			ADVICE,
		]),
	])('is refused by %s: %j', async (name, parameters, message, description) => {
		const [resource, operation] = name.split('.');
		const { error } = await run(resource, operation, { limit: 1, ...parameters });
		expect(error).toMatchObject({ message, description });
		expect(sandbox.requests.all).toEqual([]);
	});

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

	it('is the same email in other letters', async () => {
		const email = 'name@email.com';
		const items = [{ email }, { email: email.toUpperCase() }];
		await run('company', 'searchCompanies', { searchBy: { email: '={{ $json.email }}' } }, items);
		expect(sandbox.requests.of('companySearch')).toHaveLength(1);
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

	it.each([
		['maxRequestsPerMinute', ' '],
		['maxRequestsPerMinute', false],
		['maxRequestsPerMinute', []],
	])('of the pace is not %s: %j', async (name, value) => {
		refused(await person({ options: { advanced: { [name]: value } } }), new RegExp(`^${name} is `));
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
