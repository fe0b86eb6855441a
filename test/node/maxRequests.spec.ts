import type { IDataObject } from 'n8n-workflow';

import type { Sandbox } from '../../sandbox';
import type { NodeResult, NodeRun } from '../support/harness';
import { enrichList, values } from './support/enrichList';
import { useSandbox } from './support/useSandbox';

/** Maximum Requests with rows whose company is found first: what is found is submitted and waited for. */

let sandbox: Sandbox;
useSandbox({ persons: 3000, companies: 3000 }, (started) => {
	sandbox = started;
});

const enrich = async (items: readonly IDataObject[], more: Partial<NodeRun> = {}): Promise<NodeResult> =>
	await enrichList(sandbox, items, more);
const limited = (
	maxRequests: number,
	options: IDataObject = {},
	more: IDataObject = {},
): Partial<NodeRun> => ({
	parameters: { options: { ...options, advanced: { maxRequests, ...more } } },
});
const many = <T>(count: number, one: (i: number) => T): T[] =>
	Array.from({ length: count }, (_, i) => one(i + 1));
const cnpjs = (count: number): string[] => many(count, (i) => sandbox.companies.cnpj(i));
const cpfs = (count: number): string[] => many(count, (i) => sandbox.persons.cpf(i));
const finds = () => sandbox.requests.of('b2bCompanyFind');
const companyBatches = () => sandbox.requests.of('b2bCompanyEnrichBatch');
const enriched = ({ items }: NodeResult): number =>
	items.filter(({ json }) => json.outcome === 'enriched').length;
const seconds = async (work: () => Promise<unknown>): Promise<number> => {
	const start = sandbox.clock.now();
	await work();
	return (sandbox.clock.now() - start) / 1000;
};

describe('what is found is submitted', () => {
	it('where CPFs stand behind the CNPJs', async () => {
		await enrich(values(...cnpjs(40), ...cpfs(10)), limited(20));
		expect(finds()).toHaveLength(8);
		expect(companyBatches()).toHaveLength(1);
		expect(sandbox.requests.of('personGet')).toHaveLength(10);
	});

	it.each([2, 20])('and waited for with Minimum Balance at %d requests a minute', async (perMinute) => {
		const options = limited(20, { minimumBalance: 1 }, { maxRequestsPerMinute: perMinute });
		const result = await enrich(values(...cnpjs(30)), options);
		expect(finds().length).toBeGreaterThan(8);
		expect(enriched(result)).toBe(finds().length);
	});

	it('within some days, each found once, where CPFs alone are more than the requests of a day', async () => {
		const rows = values(...cnpjs(300), ...cpfs(200));
		for (let day = 1; day <= 3; day++) {
			await enrich(rows, limited(95, { skipEnriched: true }));
			await sandbox.clock.advance(86_400_000 + 1000);
		}
		const asked = finds().map(({ body }) => JSON.stringify(body));
		expect(asked.length).toBe(new Set(asked).size);
		expect(companyBatches()).toHaveLength(1);
	});
});

describe('rows that are not sent', () => {
	it('take no time', async () => {
		const took = await seconds(async () => {
			const result = await enrich(values(...cnpjs(500)), limited(10));
			expect(enriched(result)).toBe(8);
		});
		expect(sandbox.requests.all).toHaveLength(10);
		// The turns of 500 rows at 30 a minute would take 1000.
		expect(took).toBeLessThan(120);
	});
});
