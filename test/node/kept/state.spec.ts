import type { Sandbox } from '../../../sandbox';
import { credentialFor, runNode, type NodeResult, type NodeRun } from '../../support/harness';
import { damageProcessed } from '../../support/processedStore';
import { useSandbox } from '../support/useSandbox';

/**
 * What the node keeps with an execution and in n8n's store of processed entries, damaged or of a later version:
 * nothing is sent, so nothing is charged, and the error says what to do.
 */

let sandbox: Sandbox;
useSandbox({ persons: 100, companies: 100 }, (started) => {
	sandbox = started;
});

const enrich = async (more: Partial<NodeRun> = {}): Promise<NodeResult> =>
	await runNode({
		credential: credentialFor(sandbox),
		resource: 'b2bPerson',
		operation: 'enrichPersonBatch',
		items: [1, 2, 3].map((i) => ({ id_pessoa: sandbox.persons.id(i) })),
		...more,
	});

/** The account's requests and credits so far. */
const used = (): readonly [requests: number, charged: number] => [
	sandbox.requests.all.length,
	sandbox.ledger.charged(),
];

describe('what n8n has kept of earlier tries', () => {
	interface Stored {
		readonly data: { readonly executionData: { contextData: Record<string, unknown> } };
	}
	/** The same execution, in which the node finds something else. */
	function finding(state: unknown, { stored, ...others }: NodeResult): NodeResult {
		const run = JSON.parse(stored) as Stored;
		run.data.executionData.contextData = { 'node:Node': state };
		return { ...others, stored: JSON.stringify(run) };
	}

	/** As a later version may write it. */
	const state = { ledger: { version: 2, submissions: [] } };

	it('is refused with advice when a later version has written it', async () => {
		const first = await enrich();
		const before = used();
		const { error } = await enrich({ after: finding(state, first) });
		expect(error?.message).toBe("The saved state of this execution's earlier attempts can't be read");
		expect(error?.description).toContain('Nothing was sent');
		expect(used()).toEqual(before);
	});

	it('leads to no second charge in the new execution that is advised', async () => {
		sandbox.faults.add({ kind: 'reset', when: 'after', endpoint: 'b2bPersonEnrichBatch' });
		const lost = await enrich();
		expect(sandbox.ledger.charged()).toBe(3);
		await enrich({ after: finding(state, lost) });
		const { error } = await enrich();
		expect(error?.description).toContain('Nothing was sent again');
		expect(sandbox.ledger.charged()).toBe(3);
	});
});

describe("n8n's store of processed entries", () => {
	const skips = { parameters: { options: { skipEnriched: true } } };

	it.each<[string, (row: { data: unknown; mode: unknown }) => unknown]>([
		['holds no list', (row) => ({ ...row, data: null })],
		['is of a later mode', (row) => ({ ...row, mode: 'entries2' })],
		['ends too early', (row) => JSON.stringify(row).slice(0, -5)],
	])('that %s keeps everything from being sent', async (_, change) => {
		await enrich(skips);
		damageProcessed(change as never);
		const before = used();
		for (const parameters of [skips.parameters, {}]) {
			const { error } = await enrich({ parameters });
			expect(error?.message).toMatch(/^n8n couldn't save the record of what is about to be sent$/);
			expect(error?.description).toContain('so nothing was sent');
			expect(error?.description).toContain('duplicate the workflow');
		}
		expect(used()).toEqual(before);
	});

	it.each(['continueRegularOutput', 'continueErrorOutput'] as const)(
		'that is damaged is told in the items where the workflow goes on (%s)',
		async (onError) => {
			await enrich(skips);
			damageProcessed((row) => ({ ...row, data: null }));
			const { items, errorItems } = await enrich({ ...skips, settings: { onError } });
			const told = onError === 'continueErrorOutput' ? errorItems : items;
			expect(told).toHaveLength(3);
			for (const { json } of told)
				expect(String(json.error)).toMatch(/^n8n couldn't save the record of what is about to be sent$/);
		},
	);

	it('is not told from a new one when it is empty: records are then paid for once more, within Maximum Credits', async () => {
		await enrich(skips);
		damageProcessed((row) => ({ ...row, data: [] }));
		const { error } = await enrich({ parameters: { options: { skipEnriched: true, maxCredits: 2 } } });
		expect(error?.message).toContain('this could cost');
		expect(sandbox.ledger.charged()).toBe(3);
	});
});
