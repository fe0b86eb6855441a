import omit from 'lodash/omit';
import { DataDeduplicationService, ExecuteContext } from 'n8n-core';
import type { IDataObject } from 'n8n-workflow';

import { credentialFor, type NodeResult } from '../support/harness';
import { STORE_CALLS } from '../support/entrySets';
import { forgetProcessed } from '../support/processedStore';
import { outcomesOf, useNode } from './support/useNode';

/**
 * The same again in another execution: what is paid once, what comes out then. Random sequences of runs, faults and
 * kills are in test/chaos; the states of a purchase in test/unit/purchase.
 */

const { sandbox, run } = useNode({ persons: 3000, companies: 3000 });

/** Each test has records of its own: a process knows for a day which keys it has used. */
let first = 0;
beforeEach(() => void (first += 40));
/** At most 19: every twentieth company has no ID. */
const rows = (count: number): IDataObject[] =>
	Array.from({ length: count }, (_, i) => ({
		id_pessoa: sandbox.persons.id(first + i + 1),
		cpf: sandbox.persons.cpf(first + i + 1),
		id_empresa: sandbox.companies.id(first + i + 1),
		cnpj: sandbox.companies.cnpj(first + i + 1),
	}));
const byId = { identifyBy: 'id_empresa', id_empresa: '={{ $json.id_empresa }}' };
const byCnpj = { identifyBy: 'cnpj', cnpj: '={{ $json.cnpj }}' };
const byPerson = { id_pessoa: '={{ $json.id_pessoa }}' };
const skips = { options: { skipEnriched: true } };
const batches = () => sandbox.requests.of('b2bCompanyEnrichBatch');
const charged = (): number => sandbox.ledger.charged();

describe('with Skip Records Enriched Before, the second run brings nothing new', () => {
	it.each<[string, IDataObject]>([
		['b2bPerson.enrichPersonBatch', byPerson],
		['b2bPerson.enrichPersonNow', byPerson],
		['b2bCompany.enrichCompanyBatch', byId],
		['b2bCompany.enrichCompanyBatch', byCnpj],
		['b2bCompany.enrichCompanyNow', byId],
	])('%s %j, and the third only what was added', async (name, parameters) => {
		const given = { ...parameters, ...skips };
		expect((await run(name, given, rows(2))).items).toHaveLength(2);
		const before = charged();
		expect((await run(name, given, rows(2))).items).toEqual([]);
		expect(charged()).toBe(before);
		const third = await run(name, given, rows(3));
		expect(third.items.map(({ pairedItem }) => pairedItem)).toEqual([{ item: 2 }]);
	});

	it('also days later, in executions at the same time, and where open records are to be sent again', async () => {
		for (const name of ['cpf', 'id_empresa']) {
			const contact = `={{ { ${name}: $json.${name} } }}`;
			const options = { ...skips.options, ifSentBefore: 'send' };
			const enrich = async () => await run('list.enrichList', { contact, options }, rows(1));
			expect([name, outcomesOf(await enrich())]).toEqual([name, ['enriched']]);
			const before = charged();
			await sandbox.clock.advance(2 * 86_400_000);
			await Promise.all([enrich(), enrich()]);
			expect(charged()).toBe(before);
		}
	});

	it('with another key of the account, too', async () => {
		await run('b2bCompany.enrichCompanyBatch', { ...byId, ...skips }, rows(1));
		const credential = { ...credentialFor(sandbox), apiKey: `${sandbox.apiKey}-second` };
		const again = await run('b2bCompany.enrichCompanyBatch', { ...byId, ...skips }, rows(1), { credential });
		expect([again.items, batches().length]).toEqual([[], 1]);
	});
});

describe('without it, the second run brings the same, at no charge, from', () => {
	it.each<[string, IDataObject]>([
		['b2bPerson.searchB2bPersons', { filtros_pessoa: { niveis_senioridade: ['Pleno'] }, limit: 60 }],
		['b2bCompany.searchB2bCompanies', { filtros_empresa: { estados: ['SP'] }, limit: 60 }],
		['b2bPerson.enrichPersonNow', byPerson],
		['person.getPerson', {}],
		['company.getCompany', {}],
	])('%s', async (name, parameters) => {
		const told = ({ items }: NodeResult): unknown[] =>
			items.map(({ json }) => omit(json, 'search', 'idempotencyReplayed'));
		const one = await run(name, parameters, rows(2));
		const before = charged();
		expect(before).toBeGreaterThan(0);
		expect(told(await run(name, parameters, rows(2)))).toEqual(told(one));
		expect(charged()).toBe(before);
	});
});

it.each<[string, IDataObject]>([
	['b2bPerson.enrichPersonBatch', byPerson],
	['prospecting.createPersonJob', { jobName: 'x', quantity: 5, filters: { states: ['SP'] } }],
])(
	'retries of a failed execution take up what %s had submitted, again and again',
	async (name, parameters) => {
		sandbox.set({ batchMinimumSeconds: 7200, jobSeconds: 7200 });
		for (const endpoint of ['batchStatus', 'prospectingResult'] as const)
			sandbox.faults.add({ kind: 'status', status: 401, endpoint, times: 2 });
		const given = { ...parameters, waitLimit: 1 };
		const failed = await run(name, given, rows(1), { settings: {} });
		expect(failed.error).toBeDefined();
		const posts = () => sandbox.requests.all.filter(({ method }) => method === 'POST').length;
		const before = [posts(), charged()];
		const again = await run(name, given, rows(1), { settings: {}, after: failed });
		await sandbox.clock.advance(7200_000);
		const third = await run(name, given, rows(1), { settings: {}, after: again });
		expect([third.error, third.items.length > 0]).toEqual([undefined, true]);
		expect([posts(), charged()]).toEqual(before);
	},
);

describe('companies that are found before they are enriched', () => {
	beforeEach(() => void sandbox.set({ companyByCnpj: 'empty', notStatedPrice: 'charged' }));
	const WAYS: ReadonlyArray<[string, IDataObject]> = [
		['list.enrichList', { contact: '={{ $json.cnpj }}' }],
		['b2bCompany.enrichCompanyBatch', byCnpj],
		['b2bCompany.enrichCompanies', byCnpj],
	];
	/** To find and to enrich each of them, once. */
	const paidOnce = (count: number): void => expect(charged()).toBe(2 * count);

	it.each(WAYS)(
		'are paid for once by a run that begins while they are asked for: %s',
		async (name, given) => {
			for (const options of [{}, { skipEnriched: true }]) {
				first += 40;
				let second: Promise<NodeResult> | undefined;
				sandbox.clock.after(4000, () => (second = run(name, { ...given, options }, rows(12))));
				const one = await run(
					name,
					{ ...given, options: { ...options, maxRequestsPerMinute: 60 } },
					rows(12),
				);
				expect(outcomesOf(one)).toEqual(Array(12).fill('enriched'));
				const errors = (await second)?.items.map(({ json }) => String(json.error));
				expect(errors).toEqual(Array(12).fill(expect.stringContaining('sent before without a result')));
			}
			paidOnce(24);
		},
	);

	it.each(WAYS)('come out of the next run when the submission was refused: %s', async (name, given) => {
		const body = { error: { code: 'insufficient_credits', description: 'No credits.' } };
		for (const endpoint of ['b2bCompanyEnrichBatch', 'b2bCompanyEnrich'] as const)
			sandbox.faults.add({ kind: 'status', status: 402, body, endpoint, times: 'always' });
		await run(name, given, rows(3));
		sandbox.faults.clear();
		expect(outcomesOf(await run(name, given, rows(3)))).toEqual(Array(3).fill('enriched'));
		paidOnce(3);
	});

	it.each(WAYS)(
		'come out of the next run when it was killed while they were asked for: %s',
		async (name, given) => {
			// As by a kill, n8n stores nothing of it any more.
			const store = DataDeduplicationService.getInstance();
			const spies = STORE_CALLS.map((call) => jest.spyOn(store, call));
			const onStart = (stop: () => void): void =>
				void sandbox.clock.after(10_000, () => {
					stop();
					for (const spy of spies) spy.mockRejectedValue(new Error('killed'));
				});
			await run(name, given, rows(19), { onStart });
			for (const spy of spies) spy.mockRestore();
			const asked = sandbox.requests.of('b2bCompanyFind').length;
			expect([asked > 0, asked < 19]).toEqual([true, true]);
			expect(outcomesOf(await run(name, given, rows(19)))).toEqual(Array(19).fill('enriched'));
			paidOnce(19);
		},
	);
});

describe("n8n's store", () => {
	const enrich = async (count: number): Promise<NodeResult> =>
		await run('b2bCompany.enrichCompanyBatch', { ...byId, ...skips }, rows(count));

	it('is given nothing from which somebody without the ID of the n8n instance could tell what was sent', async () => {
		const kept = async (): Promise<string[]> => {
			const record = jest.spyOn(DataDeduplicationService.getInstance(), 'checkProcessedAndRecord');
			await enrich(1);
			const given = record.mock.calls.flatMap(([entries]) => entries.map(String));
			record.mockRestore();
			forgetProcessed();
			return given;
		};
		const own = await kept();
		jest.spyOn(ExecuteContext.prototype, 'getInstanceId').mockReturnValue('of another n8n');
		const others = await kept();
		expect(batches()).toHaveLength(2);
		expect(own.length).toBeGreaterThan(1);
		expect(others.filter((entry) => own.includes(entry))).toEqual([]);
		for (const entry of [...own, ...others]) expect(entry).toMatch(/^[\w-]{43}$/);
	});

	it('that fails loses no result, and makes no record known that was never sent', async () => {
		const busy = new Error('SQLITE_BUSY: database is locked');
		const store = DataDeduplicationService.getInstance();
		const failing = (['removeProcessed', 'clearAllProcessedItems'] as const).map((call) =>
			jest.spyOn(store, call).mockRejectedValue(busy),
		);
		const { items, error, hints } = await enrich(1);
		expect([error, items[0].json.outcome, charged()]).toEqual([undefined, 'enriched', 1]);
		expect(hints[1].message).toContain('n8n could not store what this run has output');
		for (const call of failing) call.mockRestore();
		forgetProcessed();
		const noted = jest.spyOn(store, 'checkProcessedAndRecord');
		noted.mockRejectedValue(busy);
		const refused = await enrich(2);
		expect(refused.items[0].json.error).toBe("n8n couldn't save the record of what is about to be sent");
		noted.mockRestore();
		expect(batches()).toHaveLength(1);
		expect(outcomesOf(await enrich(2))).toEqual(['enriched', 'enriched']);
	});
});
