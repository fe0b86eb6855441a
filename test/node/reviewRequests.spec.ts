import type { IDataObject } from 'n8n-workflow';

import type { Sandbox } from '../../sandbox';
import { credentialFor, runNode, type NodeResult, type NodeRun } from '../support/harness';
import { useSandbox } from './support/useSandbox';

/** Maximum Requests with rows whose company is found first: what is found must be submitted and waited for. */

jest.setTimeout(120_000);

let sandbox: Sandbox;
useSandbox({ persons: 3000, companies: 3000 }, (started) => {
	sandbox = started;
});

const enrich = async (items: readonly IDataObject[], more: Partial<NodeRun> = {}): Promise<NodeResult> =>
	await runNode({
		credential: credentialFor(sandbox),
		resource: 'list',
		operation: 'enrichList',
		items,
		...more,
	});
const values = (...contacts: unknown[]): IDataObject[] =>
	contacts.map((contact) => ({ contact }) as IDataObject);
const cnpjs = (count: number): string[] =>
	Array.from({ length: count }, (_, i) => sandbox.companies.cnpj(i + 1));
const cpfs = (count: number): string[] => Array.from({ length: count }, (_, i) => sandbox.persons.cpf(i + 1));
const paths = (name: string) => sandbox.requests.all.filter(({ endpoint }) => endpoint === name);
const enriched = ({ items }: NodeResult) => items.filter(({ json }) => json.outcome === 'enriched').length;

it('enriches some companies of a mixed list every day, and pays for finding each once', async () => {
	const rows = values(...cnpjs(300), ...cpfs(200));
	for (let day = 1; day <= 3; day++) {
		await enrich(rows, { parameters: { options: { skipEnriched: true }, advanced: { maxRequests: 95 } } });
		await sandbox.clock.advance(86_400_000 + 1000);
	}
	const found = paths('b2bCompanyFind').map(({ body }) => JSON.stringify(body));
	// 279 questions for 93 companies, up to 273 credits, and not one company enriched.
	expect(found.length).toBe(new Set(found).size);
	expect(paths('b2bCompanyEnrichBatch').length).toBeGreaterThan(0);
});

it('submits what it has found, also where CPFs stand behind the CNPJs', async () => {
	await enrich([...values(...cnpjs(40)), ...values(...cpfs(10))], {
		parameters: { advanced: { maxRequests: 20 } },
	});
	// 16 companies found (and, at worst, charged), none of them submitted.
	expect(paths('b2bCompanyFind').length).toBeGreaterThan(0);
	expect(paths('b2bCompanyEnrichBatch')).toHaveLength(1);
});

it('waits for what it has submitted, also where emails stand behind the CNPJs', async () => {
	const result = await enrich([...values(...cnpjs(8)), ...values(sandbox.persons.email(5))], {
		parameters: { advanced: { maxRequests: 8, maxConcurrentRequests: 1 } },
	});
	expect(enriched(result)).toBeGreaterThan(0);
});

it('waits for what it has submitted, also with Minimum Balance', async () => {
	const result = await enrich(values(...cnpjs(30)), {
		parameters: { options: { minimumBalance: 1 }, advanced: { maxRequests: 20 } },
	});
	const batch = paths('b2bCompanyEnrichBatch');
	expect(batch).toHaveLength(1);
	expect(paths('batchStatus').length).toBeGreaterThan(0);
	expect(enriched(result)).toBeGreaterThan(0);
});

it('takes no time for rows that it does not send', async () => {
	const start = sandbox.clock.now();
	const result = await enrich(values(...cnpjs(500)), { parameters: { advanced: { maxRequests: 10 } } });
	expect(enriched(result)).toBe(8);
	expect(sandbox.requests.all).toHaveLength(10);
	// 10 requests at 30 a minute.
	expect((sandbox.clock.now() - start) / 1000).toBeLessThan(60);
});
