import type { Session } from '../../../core/client/session';
import { clock } from '../../../core/base/clock';
import { Journal } from '../../../core/once/journal';

/** The journals of executions of one process, which share n8n's store. */
const journals = (): (() => Journal) => {
	const entries = new Set<string>();
	const context = {
		getInstanceId: () => 'instance',
		getNode: () => ({ id: 'node' }),
		getWorkflow: () => ({ id: 'workflow' }),
		getExecutionId: () => '1',
		getMode: () => 'trigger',
		helpers: {
			getProcessedDataCount: async () => entries.size,
			checkProcessedAndRecord: async (wanted: string[]) => {
				const processed = wanted.filter((entry) => entries.has(entry));
				for (const entry of wanted) entries.add(entry);
				return { processed, new: [] };
			},
			removeProcessed: async (unwanted: string[]) => {
				for (const entry of unwanted) entries.delete(entry);
			},
		},
	};
	return () => {
		const state = {};
		const own = { ...context, getContext: () => state };
		return Journal.of({ context: own, skipsEnriched: false, submitsAgain: false } as unknown as Session);
	};
};

beforeEach(() => void jest.spyOn(clock, 'sleep').mockResolvedValue());

it('what is given back is held by no run any more', async () => {
	const journalOfExecution = journals();
	const [one, other] = [journalOfExecution(), journalOfExecution()];
	await one.claim(['given back', 'kept']);
	expect(other.isHeldHere('given back')).toBe(true);
	await one.giveBack(['given back']);
	expect([other.isHeldHere('given back'), other.isHeldHere('kept')]).toEqual([false, true]);
	const findings = await other.claim(['given back', 'kept']);
	expect(Object.fromEntries(findings)).toEqual({ 'given back': 'free', kept: 'open' });
	// The end of the first run does not let go of what the other one holds now.
	await one.end(true);
	expect(journalOfExecution().isHeldHere('given back')).toBe(true);
});
