import omit from 'lodash/omit';
import type { IDataObject } from 'n8n-workflow';

import type { Sandbox } from '../../../sandbox';
import { credentialFor, runNode, type NodeResult, type NodeRun } from '../../support/harness';
import { useSandbox } from '../support/useSandbox';

/**
 * The same workflow run twice with the same input, as a connector is accepted: where it is promised, the second run
 * brings nothing new, and it is never charged. New Leads, events and callbacks have specs of their own.
 */

let sandbox: Sandbox;
useSandbox({ persons: 3000, companies: 300 }, (started) => {
	sandbox = started;
});

const run = async (
	resource: string,
	operation: string,
	parameters: IDataObject,
	more: Partial<NodeRun> = {},
): Promise<NodeResult> =>
	await runNode({ credential: credentialFor(sandbox), resource, operation, parameters, ...more });

const persons = (count = 3): IDataObject[] =>
	Array.from({ length: count }, (_, i) => ({ id_pessoa: sandbox.persons.id(i) }));
const companies = (field: 'id_empresa' | 'cnpj'): IDataObject[] =>
	[0, 1, 2].map((i) =>
		field === 'cnpj' ? { cnpj: sandbox.companies.cnpj(i) } : { id_empresa: sandbox.companies.id(i) },
	);
const skips = { options: { skipEnriched: true } };

describe('Skip Records Enriched Before', () => {
	it.each<[string, string, () => IDataObject[], IDataObject]>([
		['b2bPerson', 'enrichPersonBatch', persons, {}],
		['b2bPerson', 'enrichPersonNow', persons, {}],
		['b2bCompany', 'enrichCompanyBatch', () => companies('id_empresa'), { identifyBy: 'id_empresa' }],
		['b2bCompany', 'enrichCompanyBatch', () => companies('cnpj'), { identifyBy: 'cnpj' }],
		['b2bCompany', 'enrichCompanyNow', () => companies('id_empresa'), { identifyBy: 'id_empresa' }],
	])(
		'%s %s outputs nothing the second time, and only what was added the third time',
		async (resource, operation, itemsOf, parameters) => {
			const items = itemsOf();
			const given = { ...parameters, ...skips };
			const first = await run(resource, operation, given, { items: items.slice(0, 2) });
			expect(first.error).toBeUndefined();
			expect(first.items).toHaveLength(2);
			const charged = sandbox.ledger.charged();
			expect(charged).toBeGreaterThanOrEqual(2);
			const second = await run(resource, operation, given, { items: items.slice(0, 2) });
			expect([second.items, second.error]).toEqual([[], undefined]);
			expect(sandbox.ledger.charged()).toBe(charged);
			const third = await run(resource, operation, given, { items });
			expect(third.items.map(({ pairedItem }) => pairedItem)).toEqual([{ item: 2 }]);
		},
	);
});

describe('without it, the second run brings the same, at no charge, from', () => {
	it.each<[string, string, IDataObject, () => IDataObject[]]>([
		[
			'b2bPerson',
			'searchB2bPersons',
			{ filtros_pessoa: { niveis_senioridade: ['Pleno'] }, returnAll: true },
			() => [{}],
		],
		[
			'b2bCompany',
			'searchB2bCompanies',
			{ filtros_empresa: { estados: ['SP'] }, returnAll: true },
			() => [{}],
		],
		['b2bPerson', 'enrichPersonNow', {}, persons],
		[
			'person',
			'getPerson',
			{ cpf: '={{ $json.cpf }}' },
			() => [0, 1].map((i) => ({ cpf: sandbox.persons.cpf(i) })),
		],
		['company', 'getCompany', { cnpj: '={{ $json.cnpj }}' }, () => companies('cnpj')],
	])('%s %s', async (resource, operation, parameters, itemsOf) => {
		const items = itemsOf();
		const first = await run(resource, operation, parameters, { items });
		expect(first.error).toBeUndefined();
		const charged = sandbox.ledger.charged();
		expect(charged).toBeGreaterThan(0);
		const second = await run(resource, operation, parameters, { items });
		const told = ({ items: output }: NodeResult): unknown[] =>
			output.map(({ json }) => omit(json, 'search', 'idempotencyReplayed'));
		expect(told(second)).toEqual(told(first));
		expect(sandbox.ledger.charged()).toBe(charged);
	});
});

describe('a retry of an execution that has failed', () => {
	const isolated = { settings: { retryOnFail: false } };

	it.each<[string, string, IDataObject]>([
		['b2bPerson', 'enrichPersonBatch', { waitLimit: 1 }],
		[
			'prospecting',
			'createPersonJob',
			{ jobName: 'x', quantity: 5, filters: { states: ['SP'] }, waitLimit: 1 },
		],
	])('takes up what %s %s had submitted, again and again', async (resource, operation, parameters) => {
		sandbox.set({ batchMinimumSeconds: 7200, jobSeconds: 7200 });
		for (const endpoint of ['batchStatus', 'prospectingResult'] as const)
			sandbox.faults.add({ kind: 'status', status: 401, endpoint, times: 2 });
		const items = resource === 'b2bPerson' ? persons() : [{}];
		const first = await run(resource, operation, parameters, { items, ...isolated });
		expect(first.error).toBeDefined();
		const submitted = sandbox.requests.all.filter(({ method }) => method === 'POST').length;
		const charged = sandbox.ledger.charged();
		const second = await run(resource, operation, parameters, { items, after: first });
		await sandbox.clock.advance(7200_000);
		const third = await run(resource, operation, parameters, { items, after: second });
		expect(third.error).toBeUndefined();
		expect(third.items.length).toBeGreaterThan(0);
		expect(sandbox.requests.all.filter(({ method }) => method === 'POST')).toHaveLength(submitted);
		expect(sandbox.ledger.charged()).toBe(charged);
	});
});
