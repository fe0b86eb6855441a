import type { IDataObject } from 'n8n-workflow';

import type { EndpointName } from '../../contract';
import type { Sandbox } from '../../sandbox';
import { credentialFor, rows, runNode, type NodeResult, type NodeRun } from '../support/harness';
import { useSandbox } from './support/useSandbox';

/** What Advanced (JSON) changes of the main request keeps to the price and the repeat rule of what is really called. */

let sandbox: Sandbox;
useSandbox({ persons: 300, companies: 100 }, (started) => (sandbox = started));

type Given = IDataObject & { readonly settings?: NodeRun['settings'] };

const run = async (
	resource: string,
	operation: string,
	{ settings, ...parameters }: Given,
	items?: IDataObject[],
): Promise<NodeResult> =>
	await runNode({ credential: credentialFor(sandbox), resource, operation, parameters, items, settings });

const lose = (endpoint: EndpointName, times: number): void =>
	sandbox.faults.add({ kind: 'status', status: 504, when: 'after', endpoint, times });
const advanced = (settings: IDataObject): IDataObject => ({ advanced: { includeUsage: true, ...settings } });
const states = { filters: { states: rows('SP') } };
const refused = ({ error }: NodeResult, message: RegExp): void => {
	expect(error?.message).toMatch(message);
	expect(sandbox.requests.all).toEqual([]);
};

describe('a free operation', () => {
	it.each([true, 'true', 1])('does not become an export by the field export: %j', async (value) => {
		const additionalBodyFields = { export: value, name: 'x', quantity: 20, plan: '3' };
		lose('personJob', 2);
		refused(
			await run('prospecting', 'countPersons', { ...states, ...advanced({ additionalBodyFields }) }),
			/^additionalBodyFields has "export", which belongs to another call at this path, with another price\.$/,
		);
	});
});

describe('a charged operation', () => {
	it('does not become a lookup by a field of the body', async () => {
		const additionalBodyFields = { document: sandbox.companies.cnpj(0) };
		refused(
			await run('b2bCompany', 'searchB2bCompanies', advanced({ additionalBodyFields })),
			/^additionalBodyFields has "document", which belongs to another call at this path/,
		);
	});

	it.each([
		['b2bPerson', 'enrichPersons'],
		['b2bCompany', 'enrichCompanies'],
		['b2bPerson', 'enrichPersonNow'],
	])('%s > %s does not become a batch by a list of contacts', async (resource, operation) => {
		const additionalBodyFields = { contatos: [{ id_pessoa: 1 }, { id_pessoa: 2 }] };
		const identified = { identifyBy: 'url_social', url_social: sandbox.companies.socialUrl(0) };
		refused(
			await run(resource, operation, { ...identified, ...advanced({ additionalBodyFields }) }),
			/^additionalBodyFields has 2 entries in "contatos", each of which the service may charge, but this operation counts one record\.$/,
		);
	});

	it('counts a quantity that is a text', async () => {
		const quantity = { additionalBodyFields: { quantity: '60' } };
		const job = { jobName: 'Ana', quantity: 5, ...states, afterCreation: 'return' };
		const many = await run('prospecting', 'createPersonJob', {
			...job,
			options: { maxCredits: 50 },
			...advanced(quantity),
		});
		expect(many.error?.message).toMatch(/^Not sent: this run would cost up to 60 credits/);
		expect(sandbox.requests.of('personJob')).toEqual([]);
	});
});

describe('the time that is waited for an answer', () => {
	it.each([2_147_484, 3601, 0, -1])('is not %d seconds', async (requestTimeout) => {
		refused(
			await run('person', 'getPerson', advanced({ requestTimeout }), [{ cpf: sandbox.persons.cpf(0) }]),
			/^requestTimeout is -?\d+, but must be at (most 3600|least 1)\.$/,
		);
	});

	it.each(['enrichCompanyNow', 'enrichPersonNow'])('is no shorter than %s is held', async (operation) => {
		const resource = operation === 'enrichPersonNow' ? 'b2bPerson' : 'b2bCompany';
		const id = { id_pessoa: sandbox.persons.id(0), id_empresa: sandbox.companies.id(0) };
		const identifyBy = operation === 'enrichPersonNow' ? 'id_pessoa' : 'id_empresa';
		const ask = async (requestTimeout: number) =>
			await run(resource, operation, { identifyBy, ...advanced({ requestTimeout }) }, [id]);
		refused(await ask(74), /^requestTimeout is 74, but must be at least 75 here/);
		expect((await ask(75)).error).toBeUndefined();
	});

	it('in the credential does not go above what a timer takes', async () => {
		const credential = { ...credentialFor(sandbox), requestTimeout: 3_000_000 };
		const { error } = await runNode({ credential, resource: 'account', operation: 'getBalance' });
		expect(error).toBeUndefined();
		expect(sandbox.requests.all).toHaveLength(1);
	});
});
