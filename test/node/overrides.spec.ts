import type { IDataObject } from 'n8n-workflow';

import type { Sandbox } from '../../sandbox';
import { credentialFor, rows, runNode, type NodeResult, type NodeRun } from '../support/harness';
import { useSandbox } from './support/useSandbox';

/** What Advanced (JSON) changes of the main request changes no price. */

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

const advanced = (settings: IDataObject): IDataObject => ({
	options: { advanced: { includeUsage: true, ...settings } },
});
const states = { filters: { states: rows('SP') } };
const refused = ({ error }: NodeResult, message: RegExp): void => {
	expect(error?.message).toMatch(message);
	expect(sandbox.requests.all).toEqual([]);
};

describe('what decides the price', () => {
	it.each<[string, string, IDataObject, string]>([
		['prospecting', 'countPersons', { export: true, name: 'x' }, 'export'],
		['prospecting', 'countPersons', { export: 'true' }, 'export'],
		['prospecting', 'createPersonJob', { quantity: '60' }, 'quantity'],
		['b2bCompany', 'searchB2bCompanies', { document: '11222333000181' }, 'document'],
		['b2bPerson', 'searchB2bPersons', { chave_cache: 'x', total_cacheado: 5 }, 'chave_cache'],
		['b2bPerson', 'searchB2bPersons', { pagina: 2 }, 'pagina'],
		['b2bPerson', 'enrichPersons', { contatos: [{ id_pessoa: 1 }, { id_pessoa: 2 }] }, 'contatos'],
		['b2bPerson', 'enrichPersonNow', { contatos: [{ id_pessoa: 1 }] }, 'contatos'],
		['b2bPerson', 'enrichPersonBatch', { contatos: [{ id_pessoa: 1 }] }, 'contatos'],
	])('of %s > %s is not changed: %j', async (resource, operation, added, name) => {
		const form = { identifyBy: 'id_pessoa', id_pessoa: 1, jobName: 'Ana', quantity: 5, ...states };
		for (const to of ['additionalBodyFields', 'additionalQueryParameters']) {
			const { error } = await run(resource, operation, { ...form, ...advanced({ [to]: added }) });
			expect(error?.message).toBe(`${to} has "${name}", which decides what a call costs.`);
			expect(error?.description).toMatch(/^Set it in the form, or choose the operation for that call\./);
		}
		expect(sandbox.requests.all).toEqual([]);
	});
});

describe('the time that is waited for an answer', () => {
	it.each([2_147_484, 3601, 0, -1])('is not %d seconds', async (requestTimeout) => {
		refused(
			await run('person', 'getPerson', advanced({ requestTimeout }), [{ cpf: sandbox.persons.cpf(0) }]),
			/^requestTimeout is -?\d+, but must be at (most 3600|least 1)\.$/,
		);
	});

	it('in the credential does not go above what a timer takes', async () => {
		const credential = { ...credentialFor(sandbox), requestTimeout: 3_000_000 };
		const { error } = await runNode({ credential, resource: 'account', operation: 'getBalance' });
		expect(error).toBeUndefined();
		expect(sandbox.requests.all).toHaveLength(1);
	});
});
