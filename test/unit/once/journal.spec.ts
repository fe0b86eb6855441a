import type { IDataObject } from 'n8n-workflow';

import type { RunLimits, Session } from '../../../core/client/session';
import { Journal } from '../../../core/once/journal';
import { MOST_ENTRIES } from '../../../core/once/store';
import { EntrySets, type StoreRun } from '../../support/entrySets';
import { sessionOf } from '../../support/session';

let sets: EntrySets;
let node: string;
let tests = 0;
beforeEach(() => {
	sets = new EntrySets().start();
	// What the process knows of a node outlasts a test.
	node = `node ${++tests}`;
});
afterEach(() => jest.restoreAllMocks());

interface Run extends StoreRun {
	readonly limits?: Partial<RunLimits>;
}

function sessionFor({ limits, ...run }: Run): Session {
	const state = run.state ?? {};
	return sessionOf(limits, state, sets.context({ node, ...run, state }));
}

/** The journal of one more run: of another execution, unless its state is that of an earlier one. */
const journalOf = (run: Run = {}): Journal => Journal.of(sessionFor(run));

const skipping: Partial<RunLimits> = { skipsEnriched: true };
const again: Partial<RunLimits> = { submitAgain: true };

const isOpen = (unit = 'u'): boolean => sets.has('workflow', `open ${node} ${unit}`);
const isKnown = (unit = 'u'): boolean => sets.has('node', `known ${unit}`);
const findingOf = async (journal: Journal, ...more: [isDated?: boolean, isRecord?: boolean]) =>
	(await journal.claim(['u'], ...more)).get('u');

/** A run that has claimed and sent a unit. */
async function sent(run: Run = {}) {
	const journal = journalOf(run);
	await journal.claim(['u']);
	return { journal, work: journal.sending(['u']) };
}

/** A run that has sent a unit and got no answer. */
async function lost(run: Run = {}): Promise<void> {
	const { journal } = await sent(run);
	await journal.end(true);
}

describe('a journal', () => {
	it('is one for each run, which is told apart from its retries by the first execution', () => {
		const state: IDataObject = {};
		const session = sessionFor({ execution: '7', state });
		expect(Journal.of(session)).toBe(Journal.of(session));
		expect(state.execution).toBe('7');
		expect(Journal.of(sessionFor({ execution: '7', state }))).not.toBe(Journal.of(session));
	});

	it('of a run that has sent nothing asks nothing of the store', async () => {
		const journal = journalOf({ limits: skipping });
		expect(await journal.claim([])).toEqual(new Map());
		expect(await journal.known([])).toEqual(new Map());
		await journalOf().giveBack(['u']);
		expect(journal.has('u')).toBe(false);
		expect([await journal.end(true), await journalOf().end(true)]).toEqual([true, true]);
		expect([sets.calls, sets.counts]).toEqual([[], 0]);
	});
});

describe('a unit that nobody has sent', () => {
	it('is claimed, and given back where it was not charged', async () => {
		const journal = journalOf({ limits: skipping });
		expect(await findingOf(journal)).toBe('free');
		expect([journal.has('u'), journal.wasSentByOthers('u')]).toEqual([true, false]);
		expect([isOpen(), isKnown()]).toEqual([true, true]);
		journal.sending(['u']);
		journal.decide(['u'], 'uncharged');
		expect(await journal.end(true)).toBe(true);
		expect([isOpen(), isKnown(), journal.has('u')]).toEqual([false, false, false]);
	});

	it('is given back where nothing became of it', async () => {
		const journal = journalOf();
		await journal.claim(['u']);
		await journal.end(true);
		expect(isOpen()).toBe(false);
	});

	it('is released when its result is output', async () => {
		const { journal, work } = await sent({ limits: skipping });
		journal.decide(['u'], 'answered');
		const { length } = sets.calls;
		await journal.end(true);
		expect([isOpen(), isKnown(), work.output]).toEqual([false, true, '1']);
		// It has been known since the claim; what has proved that is removed. What has proved the claim went with its mark.
		expect(sets.calls.slice(length)).toEqual([
			{ what: 'add', scope: 'workflow', count: 1 },
			{ what: 'add', scope: 'workflow', count: 1 },
			{ what: 'remove', scope: 'workflow', count: 2 },
			{ what: 'remove', scope: 'node', count: 1 },
		]);
		expect([sets.size('workflow'), sets.size('node')]).toEqual([0, 1]);
		expect(journal.leftOpen('u')).toBeUndefined();
	});

	it('stays open when its result was not output, and this process knows its work', async () => {
		const { journal, work } = await sent({ limits: skipping });
		journal.decide(['u'], 'answered');
		await journal.end(false);
		expect([isOpen(), work.output]).toEqual([true, undefined]);
		// Nothing else is stored.
		expect([sets.size('workflow'), sets.size('node')]).toEqual([1, 1]);
		expect(journalOf().leftOpen('u')).toEqual({ work });
	});

	it('stays open when its result lacked it, but its work is done with', async () => {
		const { journal, work } = await sent();
		journal.decide(['u'], 'missing');
		await journal.end(true);
		expect([isOpen(), work.output, journal.leftOpen('u')]).toEqual([true, '1', undefined]);
	});

	it('is not done with when its result lacked it and was not output', async () => {
		const { journal, work } = await sent();
		journal.decide(['u'], 'missing');
		await journal.end(false);
		expect([isOpen(), work.output, journal.leftOpen('u')]).toEqual([true, undefined, { work }]);
	});

	it('stays open when it got no answer, and this process knows since when', async () => {
		await lost();
		expect(isOpen()).toBe(true);
		expect(journalOf().leftOpen('u')).toEqual({ lostAt: sets.now, work: expect.anything() });
	});

	it('is no record where it is left out by nothing', async () => {
		const journal = journalOf({ limits: skipping });
		expect(await findingOf(journal, false, false)).toBe('free');
		expect(isKnown()).toBe(false);
	});

	it('can be given back unsent', async () => {
		const journal = journalOf({ limits: skipping });
		await journal.claim(['u', 'v']);
		await journal.giveBack(['u']);
		expect([isOpen(), isKnown(), journal.has('u')]).toEqual([false, false, false]);
		expect([isOpen('v'), isKnown('v'), journal.has('v')]).toEqual([true, true, true]);
	});

	it('is asked anew in a further turn where its failure was refunded', async () => {
		const journal = journalOf();
		await journal.claim(['u', 'v']);
		const [work, other] = [journal.sending(['u']), journal.sending(['v'])];
		work.isAnswered = true;
		journal.decide(['u', 'v'], 'uncharged');
		// The other one was refused as a whole and has no answer to forget.
		expect([journal.sent.find('u'), journal.sent.find('v')]).toEqual([undefined, other]);
		const third = journal.sending(['u']);
		third.isAnswered = true;
		journal.decide(['u'], 'answered');
		expect(journal.sent.find('u')).toBe(third);
	});

	it('is given back where a further try learns that its failure was refunded', async () => {
		const state: IDataObject = {};
		const { journal, work } = await sent({ state });
		work.isAnswered = true;
		await journal.end(false);
		const next = journalOf({ state });
		next.decide(['u'], 'uncharged');
		await next.end(true);
		expect(isOpen()).toBe(false);
	});
});

describe('a unit that another execution has sent', () => {
	it('is not sent, and stays as it is', async () => {
		await lost();
		const journal = journalOf();
		expect(await findingOf(journal)).toBe('open');
		expect([journal.has('u'), journal.wasSentByOthers('u')]).toEqual([false, false]);
		await journal.end(true);
		expect(isOpen()).toBe(true);
	});

	it('is sent again where the user wants that, and settled by its answer', async () => {
		await lost();
		const journal = journalOf({ limits: { ...again, ...skipping } });
		expect(await findingOf(journal)).toBe('free');
		expect([journal.has('u'), journal.wasSentByOthers('u')]).toEqual([true, false]);
		journal.sending(['u']);
		journal.decide(['u'], 'answered');
		await journal.end(true);
		expect([isOpen(), isKnown()]).toEqual([false, true]);
	});

	it('stays open where it was sent again and not charged: the first sending may have been', async () => {
		await lost();
		const journal = journalOf({ limits: again });
		await journal.claim(['u']);
		journal.decide(['u'], 'uncharged');
		await journal.end(true);
		expect(isOpen()).toBe(true);
	});

	it('stays open where a further try learns that what was sent again was refunded', async () => {
		await lost();
		const state: IDataObject = {};
		const { journal, work } = await sent({ limits: again, state });
		work.isAnswered = true;
		await journal.end(false);
		const next = journalOf({ state });
		next.decide(['u'], 'uncharged');
		await next.end(true);
		expect(isOpen()).toBe(true);
	});

	it('is known as such to further tries, with whatever else it was sent', async () => {
		await journalOf().claim(['u'], true);
		const state: IDataObject = {};
		const journal = journalOf({ state });
		expect(await findingOf(journal, true)).toBe('openRecently');
		expect(journal.sending(['own', 'u']).isShared).toBe(true);
		expect(journal.sending(['own']).isShared).toBeUndefined();
		await journal.end(false);
		const next = journalOf({ state });
		expect([next.wasSentByOthers('u'), next.wasSentByOthers('own')]).toEqual([true, false]);
	});

	it('stays open where it was claimed to be sent again, and was not', async () => {
		await lost();
		const journal = journalOf({ limits: again });
		await journal.claim(['u']);
		await journal.end(true);
		expect(isOpen()).toBe(true);
		expect(journalOf().leftOpen('u')).toMatchObject({ lostAt: sets.now });
		const other = journalOf({ limits: again });
		await other.claim(['u']);
		await other.giveBack(['u']);
		expect([isOpen(), other.has('u')]).toEqual([true, false]);
	});

	it('is taken over with its key while that is valid', async () => {
		const first = journalOf();
		await first.claim(['u'], true);
		first.sending(['u']);
		await first.end(true);
		const journal = journalOf({ limits: skipping });
		expect(await findingOf(journal, true)).toBe('openRecently');
		expect([journal.has('u'), journal.wasSentByOthers('u')]).toEqual([true, true]);
		expect(journal.lastSent('u')).toBeGreaterThan(sets.now - 20_000);
		journal.answeredForAll(['u']);
		expect(journal.wasSentByOthers('u')).toBe(false);
		await journal.end(true);
		expect([isOpen(), isKnown()]).toEqual([false, true]);
	});

	it('can be left to that one: then all is as it was before', async () => {
		// In another process, so that nothing is known of it here.
		const period = `open ${node} u period ${Math.floor(sets.now / (4 * 60 * 60_000))}`;
		sets.put('workflow', `open ${node} u`, period);
		const state: IDataObject = {};
		for (let tries = 1; tries <= 2; tries++) {
			const journal = journalOf({ limits: skipping, state });
			expect(await findingOf(journal, true)).toBe('openRecently');
			journal.sending(['u']).isAnswered = true;
			journal.answeredForAll(['u']);
			expect(journalOf().isHeldHere('u')).toBe(true);
			journal.leaveToOthers('u');
			expect([journal.has('u'), journal.sent.find('u')]).toEqual([false, undefined]);
			expect(journalOf().isHeldHere('u')).toBe(false);
			await journal.end(true);
			expect([isOpen(), sets.has('workflow', period), sets.size('workflow')]).toEqual([true, true, 2]);
			expect([isKnown(), journalOf().leftOpen('u')]).toEqual([false, undefined]);
		}
	});

	it('is free once the user wants it sent again with its key', async () => {
		const first = journalOf();
		await first.claim(['u'], true);
		await first.callsNow('u');
		const journal = journalOf({ limits: again });
		expect(await findingOf(journal, true)).toBe('free');
	});

	it('is told to be under way as long as it is sent', async () => {
		const first = journalOf();
		await first.claim(['u'], true);
		sets.now += 60 * 60_000;
		await first.callsNow('u');
		const journal = journalOf();
		await journal.claim(['u'], true);
		expect(journal.lastSent('u')).toBeGreaterThan(sets.now - 20_000);
	});

	it('is not taken over by a key that is hidden', async () => {
		const first = journalOf();
		await first.claim(['u'], true);
		await first.hideKey('u', true);
		expect(await findingOf(journalOf(), true)).toBe('open');
	});

	it('is held by this run once the other one has settled it', async () => {
		const first = journalOf();
		await first.claim(['u'], true);
		const journal = journalOf();
		await journal.claim(['u'], true);
		expect(await journal.lookAgain('u')).toBe('openRecently');
		expect(journal.wasSentByOthers('u')).toBe(true);
		first.decide(['u'], 'uncharged');
		await first.end(true);
		expect(await journal.lookAgain('u')).toBe('free');
		expect([journal.has('u'), journal.wasSentByOthers('u')]).toEqual([true, false]);
		// Not sent: it is given back.
		await journal.end(true);
		expect(isOpen()).toBe(false);
	});

	it('is known once the other one has output it, and stays known although it came to nothing here', async () => {
		const first = journalOf({ limits: skipping });
		await first.claim(['u'], true);
		const [journal, other] = [journalOf({ limits: skipping }), journalOf({ limits: skipping })];
		await journal.claim(['u'], true);
		await other.claim(['u'], true);
		first.decide(['u'], 'answered');
		await first.end(true);
		expect(await journal.lookAgain('u')).toBe('known');
		journal.leaveToOthers('u');
		await journal.end(true);
		expect([isOpen(), isKnown()]).toEqual([false, true]);
		// Its call was not waited for, and came to nothing.
		other.answeredForAll(['u']);
		other.decide(['u'], 'uncharged');
		await other.end(true);
		expect([isOpen(), isKnown()]).toEqual([false, true]);
	});

	it('is not known where neither this run nor an interrupted one got it', async () => {
		await journalOf({ limits: skipping }).claim(['u'], true);
		const journal = journalOf({ limits: skipping });
		await journal.claim(['u'], true);
		journal.answeredForAll(['u']);
		journal.decide(['u'], 'uncharged');
		await journal.end(true);
		expect([isOpen(), isKnown()]).toEqual([false, false]);
	});

	it('is released at once with Submit Again, as nobody waits for it', async () => {
		const journal = journalOf({ limits: { submitAgain: true } });
		await journal.claim(['u'], true);
		await journal.hideKey('u', false);
		const hiddenAt = sets.now;
		journal.decide(['u'], 'answered');
		await journal.end(true);
		expect(isOpen()).toBe(false);
		expect(sets.now - hiddenAt).toBeLessThan(3000);
	});

	it('stays open for a moment after its key was hidden, so that a run that waits for it sees that', async () => {
		for (const [isStored, least, most] of [
			[false, 10_000, 12_000],
			[true, 0, 3000],
		] as const) {
			const first = journalOf();
			await first.claim(['u'], true);
			await first.hideKey('u', isStored);
			const hiddenAt = sets.now;
			first.decide(['u'], 'answered');
			await first.end(true);
			expect(sets.now - hiddenAt).toBeGreaterThanOrEqual(least);
			expect(sets.now - hiddenAt).toBeLessThan(most);
			expect(isOpen()).toBe(false);
		}
	});

	it('holds up the end of no run that has output nothing', async () => {
		const first = journalOf();
		await first.claim(['u'], true);
		await first.hideKey('u', false);
		const hiddenAt = sets.now;
		await first.end(false);
		expect(sets.now - hiddenAt).toBeLessThan(3000);
	});

	it('tells nothing before anything was claimed', async () => {
		const journal = journalOf();
		await journal.hideKey('u', true);
		expect(await journal.callsNow('u')).toBe(true);
		expect([journal.lastSent('u'), await journal.lookAgain('u'), journal.has('u')]).toEqual([
			undefined,
			'open',
			false,
		]);
		expect(sets.calls).toEqual([]);
	});
});

describe('a unit whose batch this process knows', () => {
	/** A run that has submitted units as one batch, and was stopped before the result came. */
	async function submitted(units: readonly string[], run: Run = {}): Promise<void> {
		const journal = journalOf(run);
		await journal.claim(units);
		journal.sent.accepted(journal.sending(units), 'b1', { total: 2 });
		await journal.end(false);
	}

	it('is taken up by another execution, with the others of the same batch', async () => {
		await submitted(['u', 'v', 'w']);
		const state: IDataObject = {};
		const journal = journalOf({ execution: '2', state });
		expect([...(await journal.claim(['u', 'v'])).values()]).toEqual(['open', 'open']);
		expect(journal.sent.find('u')).toMatchObject({ id: 'b1', answer: { total: 2 } });
		expect(journal.sent.find('v')).toBe(journal.sent.find('u'));
		expect(journal.sent.find('w')).toBeUndefined();
		expect(state.sent).toHaveLength(1);
		expect([journal.has('u'), journal.wasSentByOthers('u')]).toEqual([true, true]);
	});

	it('is taken up where nobody can tell whether it was known before', async () => {
		await submitted(['u']);
		sets.put('workflow', `open ${node} u perhaps known`);
		const journal = journalOf({ limits: skipping });
		expect(await findingOf(journal)).toBe('unclear');
		expect(journal.sent.find('u')?.id).toBe('b1');
	});

	it('is sent anew where another process has settled it', async () => {
		await submitted(['u']);
		sets.drop('workflow', `open ${node} u`);
		const journal = journalOf();
		expect(await findingOf(journal)).toBe('free');
		expect(journal.sent.find('u')).toBeUndefined();
	});

	it('is settled by the one that outputs it', async () => {
		await submitted(['u']);
		const journal = journalOf({ limits: skipping });
		await journal.claim(['u']);
		journal.decide(['u'], 'answered');
		await journal.end(true);
		expect([isOpen(), isKnown()]).toEqual([false, true]);
		expect(journalOf().leftOpen('u')).toBeUndefined();
		expect(await findingOf(journalOf())).toBe('free');
	});

	it('stays open where the one that took it up did not get it', async () => {
		await submitted(['u']);
		const journal = journalOf();
		await journal.claim(['u']);
		await journal.end(true);
		expect(isOpen()).toBe(true);
		expect(journalOf().leftOpen('u')).toMatchObject({ lostAt: sets.now, work: { id: 'b1' } });
		// What it says was not charged does not tell of the first sending.
		const other = journalOf();
		await other.claim(['u']);
		other.decide(['u'], 'uncharged');
		await other.end(true);
		expect(isOpen()).toBe(true);
		expect(journalOf().leftOpen('u')).toMatchObject({ lostAt: expect.any(Number), work: { id: 'b1' } });
	});

	it('is submitted anew where the user wants that', async () => {
		await submitted(['u']);
		const journal = journalOf({ limits: again });
		expect(await findingOf(journal)).toBe('free');
		expect(journal.sent.find('u')).toBeUndefined();
	});

	it('is not taken up before the service has named it', async () => {
		await lost();
		const journal = journalOf();
		expect(await findingOf(journal)).toBe('open');
		expect([journal.sent.find('u'), journal.has('u')]).toEqual([undefined, false]);
	});
});

describe('further turns and tries of an execution', () => {
	it('settle what an earlier one has sent', async () => {
		const state: IDataObject = {};
		const first = journalOf({ state, limits: skipping });
		await first.claim(['u']);
		first.sent.accepted(first.sending(['u']), 'b1');
		await first.end(false);
		sets.drop('node', 'known u');
		const next = journalOf({ state, limits: skipping });
		expect(next.sent.find('u')?.id).toBe('b1');
		next.decide(['u'], 'answered');
		await next.end(true);
		expect([isOpen(), isKnown(), next.sent.isOutput('u')]).toEqual([false, true, true]);
		// It was not dated, so nothing else is looked for.
		const released = sets.calls.filter(({ what, scope }) => what === 'remove' && scope === 'workflow');
		expect(released[released.length - 1].count).toBe(2);
	});

	it('settle each unit of a batch in the turn that outputs it', async () => {
		const state: IDataObject = {};
		const first = journalOf({ state });
		await first.claim(['u', 'v']);
		first.sent.accepted(first.sending(['u', 'v']), 'b1');
		await first.end(false);
		for (const unit of ['u', 'v']) {
			const next = journalOf({ state });
			expect(next.sent.isOutput(unit)).toBe(false);
			next.decide([unit], 'answered');
			await next.end(true);
			expect([isOpen(unit), next.sent.isOutput(unit)]).toEqual([false, true]);
		}
	});

	it('settle what an earlier one was answered, although its entry is gone', async () => {
		const state: IDataObject = {};
		const first = journalOf({ state });
		await first.claim(['u']);
		first.sent.forget(first.sending(['u']));
		await first.end(false);
		const next = journalOf({ state });
		next.decide(['u'], 'answered');
		expect(await next.end(true)).toBe(true);
		expect(isOpen()).toBe(false);
	});

	it('leave to another execution what it has claimed since the output', async () => {
		const state: IDataObject = {};
		const first = journalOf({ state });
		await first.claim(['u']);
		first.sending(['u']);
		first.decide(['u'], 'answered');
		await first.end(true);
		await journalOf({ execution: '2' }).claim(['u']);
		const next = journalOf({ state });
		next.decide(['u'], 'answered');
		await next.end(true);
		expect(isOpen()).toBe(true);
	});

	it('release what they have claimed anew since the output', async () => {
		const state: IDataObject = {};
		const first = journalOf({ state });
		await first.claim(['u']);
		first.sending(['u']);
		first.decide(['u'], 'answered');
		await first.end(true);
		const next = journalOf({ state });
		await next.claim(['u']);
		next.decide(['u'], 'answered');
		await next.end(true);
		expect(isOpen()).toBe(false);
	});

	it('know an earlier retry of the same failed execution', async () => {
		const retry = (execution: string): Run => ({ execution, mode: 'retry', state: { execution: '7' } });
		const first = journalOf(retry('8'));
		await first.claim(['u']);
		first.sending(['u']);
		first.decide(['u'], 'answered');
		await first.end(true);
		expect(await findingOf(journalOf(retry('9')))).toBe('retried');
		// A new execution knows nothing of it.
		expect(await findingOf(journalOf({ state: { execution: '7' } }))).toBe('free');
	});
});

describe('runs of a process at the same time', () => {
	it('know what each of them holds, until it has ended', async () => {
		const [one, other] = [journalOf(), journalOf()];
		await one.claim(['u']);
		expect([one.isHeldHere('u'), other.isHeldHere('u')]).toEqual([false, true]);
		// Only what a run holds itself can it let go.
		other.leaveToOthers('u');
		expect(other.isHeldHere('u')).toBe(true);
		const waited = other.othersEnd('u');
		let isOver = false;
		void waited.then(() => (isOver = true));
		await new Promise((resolve) => void setImmediate(resolve));
		expect(isOver).toBe(false);
		await one.end(true);
		expect(await waited).toBe(true);
		expect(other.isHeldHere('u')).toBe(false);
		expect(await other.othersEnd('u')).toBe(false);
	});

	it('do not wait while they hold anything themselves', async () => {
		const [one, other] = [journalOf(), journalOf()];
		await one.claim(['u']);
		await other.claim(['v']);
		expect(await other.othersEnd('u')).toBe(false);
	});

	it('are let go although n8n could not store what came of it', async () => {
		const [one, other] = [journalOf(), journalOf()];
		await one.claim(['u']);
		one.decide(['u'], 'uncharged');
		sets.failures.push(new Error('one'), new Error('two'));
		const waited = other.othersEnd('u');
		expect(await one.end(true)).toBe(false);
		expect(await waited).toBe(true);
		expect([one.has('u'), other.isHeldHere('u')]).toEqual([false, false]);
	});
});

describe("a failure of n8n's store in the end of a run", () => {
	/** A run with a refunded and an output record ends; the set holds others, so that each removal is looked after. */
	async function ends(failures: ReadonlyArray<Error | undefined>, adopts = false): Promise<boolean> {
		sets.put('workflow', `open ${node} other`);
		sets.put('node', 'known other');
		const state: IDataObject = {};
		if (adopts) {
			const before = journalOf();
			await before.claim(['output']);
			before.sent.accepted(before.sending(['output']), 'b1');
			await before.end(false);
		}
		const journal = journalOf({ limits: skipping, state });
		await journal.claim(['failed', 'output']);
		if (!adopts) journal.sending(['failed', 'output']);
		journal.decide(['failed'], 'uncharged');
		journal.decide(['output'], 'answered');
		sets.failures.push(...failures);
		return await journal.end(true);
	}
	const busy = new Error('busy');
	const none = undefined;
	const left = (): unknown => ['failed', 'output'].map((unit) => [isOpen(unit), isKnown(unit)]);

	it('to forget what was refunded leaves only that open, so that it is not skipped as paid for', async () => {
		expect(await ends([busy])).toBe(false);
		expect(left()).toEqual([
			[true, true],
			[false, true],
		]);
	});

	it.each([
		['look after a removal', [none, busy, busy]],
		['tidy up after it', [none, none, busy]],
	])('to %s leaves nothing open', async (_, failures) => {
		expect(await ends(failures)).toBe(true);
		expect(left()).toEqual([
			[false, false],
			[false, true],
		]);
	});

	it('to know what another execution has sent leaves only that open, so that it is not paid for again', async () => {
		// Three calls forget the refunded one.
		expect(await ends([none, none, none, busy, busy], true)).toBe(false);
		expect(left()).toEqual([
			[false, false],
			[true, false],
		]);
	});
});

describe('records that came out of an earlier execution', () => {
	it('are known where the user wants them left out, and none is claimed', async () => {
		const first = journalOf({ limits: skipping });
		await first.claim(['u']);
		first.decide(['u'], 'answered');
		await first.end(true);
		const journal = journalOf({ limits: skipping });
		expect(Object.fromEntries(await journal.known(['u', 'v', 'v']))).toEqual({ u: 'known', v: 'free' });
		expect([isOpen(), isOpen('v'), isKnown('v'), journal.has('v')]).toEqual([false, false, false, false]);
		expect(await findingOf(journal)).toBe('known');
		expect([journal.has('u'), isOpen()]).toEqual([false, false]);
	});

	it('are asked for without a look at when others were sent', async () => {
		const first = journalOf();
		await first.claim(['u'], true);
		const journal = journalOf({ limits: skipping });
		await journal.known(['v']);
		expect(await findingOf(journal)).toBe('open');
	});

	it('are not asked for otherwise', async () => {
		expect(await journalOf().known(['u'])).toEqual(new Map());
		expect(await journalOf({ limits: skipping }).known([])).toEqual(new Map());
		expect(sets.calls).toEqual([]);
	});
});

describe('the room that n8n has for known records', () => {
	const end = async (limits: Partial<RunLimits>, used: number): Promise<string[]> => {
		const session = sessionFor({ limits });
		const journal = Journal.of(session);
		await journal.claim(['u'], false, false);
		sets.fill('node', used);
		await journal.end(true);
		session.showHints();
		return sets.hints;
	};

	it('is told when nearly all of it is used', async () => {
		expect(await end(skipping, MOST_ENTRIES * 0.91)).toEqual([
			'91 % of the records that n8n can remember for this node are used. When none are left, the node refuses to run. Duplicate the node in time and give the copy new records only: it would pay again for those that this one has paid for.',
		]);
	});

	it('is told from nine tenths on', async () => {
		expect(await end(skipping, MOST_ENTRIES * 0.9)).toHaveLength(1);
	});

	it.each<[string, Partial<RunLimits>, number]>([
		['there is enough', skipping, MOST_ENTRIES * 0.89],
		['nothing is left out', {}, MOST_ENTRIES * 0.95],
	])('is not told where %s', async (_, limits, used) => {
		expect(await end(limits, used)).toEqual([]);
	});
});
