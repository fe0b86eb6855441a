import type { RunLimits, Session } from '../../../core/client/session';
import { Claims } from '../../../core/once/claims';
import { Journal } from '../../../core/once/journal';
import { EntrySets, type StoreRun } from '../../support/entrySets';
import { sessionOf } from '../../support/session';

/** Review G: n8n's store fails in single calls. */

let sets: EntrySets;
beforeEach(() => {
	sets = new EntrySets().start();
});
afterEach(() => jest.restoreAllMocks());

const sessionFor = (limits: Partial<RunLimits>, run: StoreRun = {}): Session =>
	sessionOf(limits, {}, sets.context({ node: 'g', ...run }));
const claimsOf = (run: StoreRun = {}): Claims =>
	new Claims(sets.context(run), { skipsKnown: false, submitsAgain: false, isDated: false });

it('GS1: what could not be claimed was not sent, and is free for the next run', async () => {
	sets.failures.push(undefined, new Error('one'), new Error('two'));
	await expect(claimsOf().take(['unit'])).rejects.toThrow('Nothing was sent. Run it again');
	expect((await claimsOf({ execution: '2' }).take(['unit'])).get('unit')).toBe('free');
});

describe('GS8: a single failure in the end of a run', () => {
	// The set holds others, so that each removal is looked after.
	const ends = async (failing: number) => {
		sets.put('workflow', 'open g other');
		sets.put('node', 'known other');
		const journal = Journal.of(sessionFor({ skipsEnriched: true }));
		await journal.claim(['failed', 'output']);
		journal.sending(['failed', 'output']);
		journal.decide(['failed'], 'uncharged');
		journal.decide(['output'], 'answered');
		sets.failures.push(...Array<undefined>(failing).fill(undefined), new Error('busy'));
		const isStored = await journal.end(true);
		return { isStored, isOpen: sets.has('workflow', 'open g output') };
	};

	it.each([0, 1, 2])(
		'in call %i, of those for what was refunded, leaves nothing open whose result came out',
		async (failing) => {
			const { isOpen } = await ends(failing);
			expect(isOpen).toBe(false);
		},
	);
});
