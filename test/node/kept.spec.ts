import type { GenericValue, IDataObject } from 'n8n-workflow';

import { damageProcessed } from '../support/processedStore';
import type { NodeResult, NodeRun } from '../support/harness';
import { outcomesOf, useNode } from './support/useNode';

/**
 * What the node keeps with an execution and in n8n's store of processed entries, and what a workflow carries in its
 * items, damaged or of a later version: nothing is sent, or the service refuses it at no charge.
 */

const { sandbox, run } = useNode({ persons: 300, companies: 100 });

const enrich = async (parameters: IDataObject = {}, more: Partial<NodeRun> = {}): Promise<NodeResult> => {
	const items = [1, 2, 3].map((i) => ({ id_pessoa: sandbox.persons.id(i) }));
	return await run('b2bPerson.enrichPersonBatch', parameters, items, { settings: {}, ...more });
};
const skips = { options: { skipEnriched: true } };
const used = (): unknown => [sandbox.requests.all.length, sandbox.ledger.charged()];

describe('what an execution has kept, of a later version', () => {
	/** The same execution, in which the node finds something else. */
	const changed = ({ stored, ...others }: NodeResult): NodeResult => {
		const state = JSON.parse(stored) as { data: { executionData: { contextData: object } } };
		state.data.executionData.contextData = { 'node:Node': { ledger: { version: 2, submissions: [] } } };
		return { ...others, stored: JSON.stringify(state) };
	};

	it('is refused with advice, and leads to no second charge in a new execution', async () => {
		sandbox.faults.add({ kind: 'reset', when: 'after', endpoint: 'b2bPersonEnrichBatch' });
		const lost = await enrich();
		const before = used();
		const { error } = await enrich({}, { after: changed(lost) });
		expect(error?.message).toBe("The saved state of this execution's earlier attempts can't be read");
		expect(error?.description).toContain('Nothing was sent');
		expect(used()).toEqual(before);
		expect((await enrich()).error?.description).toContain('Nothing was sent again');
		expect(sandbox.ledger.charged()).toBe(3);
	});
});

describe("n8n's store of processed entries", () => {
	it.each<[string, (row: { data: unknown; mode: unknown }) => unknown]>([
		['holds no list', (row) => ({ ...row, data: null })],
		['is of a later mode', (row) => ({ ...row, mode: 'entries2' })],
		['ends too early', (row) => JSON.stringify(row).slice(0, -5)],
	])('that %s keeps everything from being sent', async (_, change) => {
		await enrich(skips);
		sandbox.faults.add({ kind: 'reset', when: 'after', endpoint: 'b2bPersonEnrichBatch' });
		await enrich();
		damageProcessed(change as never);
		const before = used();
		for (const parameters of [skips, {}]) {
			const { error } = await enrich(parameters);
			expect(error?.message).toBe("n8n couldn't save the record of what is about to be sent");
			expect(error?.description).toMatch(/so nothing was sent.*duplicate the workflow/s);
		}
		const { errorItems } = await enrich(skips, { settings: { onError: 'continueErrorOutput' } });
		expect(errorItems).toHaveLength(3);
		expect(used()).toEqual(before);
	});

	it('that was emptied looks like a new one: records are paid for once more, within Maximum Credits', async () => {
		await enrich(skips);
		damageProcessed((row) => ({ ...row, data: [] }));
		const { items } = await enrich({ options: { skipEnriched: true, maxCredits: 2 } });
		expect(outcomesOf({ items })).toEqual(['enriched', 'enriched', 'not sent']);
	});
});

describe('the ID', () => {
	const wrong: GenericValue[] = [' ', '../balance', 'a/b', {}, ['x'], null, -1, 1.5, 'unknown', 999_999];

	it.each([
		['enrichmentBatch.getStatus', 'id_processamento'],
		['enrichmentBatch.waitForCompletion', 'id_processamento'],
		['prospecting.getProspectingResult', 'jobId'],
		['layoutEnrichment.getLayoutResult', 'jobId'],
	])('of %s, when damaged, ends with what to do, at no charge', async (name, field) => {
		for (const id of wrong) {
			const { items } = await run(name, { [field]: id });
			const { error, message } = items[0].json;
			expect([id, `${String(error)} ${String(message)}`]).toEqual([id, expect.stringMatching(/ID|found/)]);
		}
		expect(sandbox.ledger.charged()).toBe(0);
	});
});
