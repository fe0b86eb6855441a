import type { RepeatAfterLoss } from '../../../contract/model/billing';
import type { Phase } from '../../../core/client/failure';
import { attempts, decide, type FailedTry } from '../../../core/client/repeat';

const situation = (changes: Partial<FailedTry>): FailedTry => ({
	phase: 'lost',
	afterLoss: 'safe',
	attempt: 1,
	elapsedMs: 0,
	random: 0,
	...changes,
});

const RULES: readonly RepeatAfterLoss[] = ['safe', 'sameKeyAfterHold', 'never'];

describe('the repeat rule', () => {
	// Every cell: what the first failure of each phase leads to under each rule.
	const table: ReadonlyArray<readonly [Phase, RepeatAfterLoss, ReturnType<typeof decide>]> = [
		['refused', 'safe', { do: 'repeat', waitMs: 1000 }],
		['refused', 'sameKeyAfterHold', { do: 'repeat', waitMs: 1000 }],
		['refused', 'never', { do: 'repeat', waitMs: 1000 }],
		['lost', 'safe', { do: 'repeat', waitMs: 1000 }],
		['lost', 'sameKeyAfterHold', { do: 'repeat', waitMs: 60_000 }],
		['lost', 'never', { do: 'stop' }],
		['rejected', 'safe', { do: 'stop' }],
		['rejected', 'sameKeyAfterHold', { do: 'stop' }],
		['rejected', 'never', { do: 'stop' }],
		['blocked', 'safe', { do: 'stopRun' }],
		['blocked', 'sameKeyAfterHold', { do: 'stopRun' }],
		['blocked', 'never', { do: 'stopRun' }],
		['stopped', 'safe', { do: 'stopRun' }],
		['stopped', 'sameKeyAfterHold', { do: 'stopRun' }],
		['stopped', 'never', { do: 'stopRun' }],
	];

	it.each(table)('%s under %s', (phase, afterLoss, verdict) => {
		expect(decide(situation({ phase, afterLoss }))).toEqual(verdict);
	});

	it.each(RULES)('waits as long as the service asked after a refusal (%s)', (afterLoss) => {
		const verdict = decide(situation({ phase: 'refused', afterLoss, retryAfterSeconds: 5 }));
		expect(verdict).toEqual({ do: 'repeat', waitMs: 5000 });
	});

	it('never comes back sooner than the service asked, whatever the jitter', () => {
		const verdict = decide(situation({ phase: 'refused', retryAfterSeconds: 5, random: 0.5 }));
		expect(verdict).toEqual({ do: 'repeat', waitMs: 5500 });
	});

	it('takes a Retry-After of zero for one', () => {
		const verdict = decide(situation({ phase: 'refused', retryAfterSeconds: 0, attempt: 10 }));
		expect(verdict).toEqual({ do: 'repeat', waitMs: 0 });
	});

	it.each(['lost', 'rejected', 'blocked'] as const)('does not follow Retry-After when %s', (phase) => {
		const asked = situation({ phase, afterLoss: 'never', retryAfterSeconds: 1 });
		expect(decide(asked).do).not.toBe('repeat');
	});

	// [what, the situation, how many tries there are]
	const ends: ReadonlyArray<readonly [string, Partial<FailedTry>, number]> = [
		['refused, no time named', { phase: 'refused' }, attempts.afterRefusal],
		['refused, a time named', { phase: 'refused', retryAfterSeconds: 5 }, attempts.forSlot],
		['lost and safe', { phase: 'lost', afterLoss: 'safe' }, attempts.afterLoss],
		['lost with a key', { phase: 'lost', afterLoss: 'sameKeyAfterHold' }, attempts.sameKey],
	];

	it.each(ends)('gives up at last: %s', (_, changes, tries) => {
		expect(decide(situation({ ...changes, attempt: tries - 1 })).do).toBe('repeat');
		expect(decide(situation({ ...changes, attempt: tries }))).toEqual({ do: 'stop' });
		expect(decide(situation({ ...changes, attempt: tries + 1 }))).toEqual({ do: 'stop' });
	});

	it.each([
		[1, 1000],
		[2, 2000],
		[3, 4000],
	])('backs off: %i tries so far, %i ms', (attempt, waitMs) => {
		expect(decide(situation({ attempt }))).toEqual({ do: 'repeat', waitMs });
	});

	it('takes off up to half of the wait at random', () => {
		expect(decide(situation({ attempt: 2, random: 0.999_999 }))).toEqual({ do: 'repeat', waitMs: 1000 });
		expect(decide(situation({ attempt: 2, random: 0.5 }))).toEqual({ do: 'repeat', waitMs: 1500 });
	});

	describe('with a key, which is stored only when the answer leaves', () => {
		const lost = (changes: Partial<FailedTry>) =>
			decide(situation({ afterLoss: 'sameKeyAfterHold', holdSeconds: 50, ...changes }));

		it('waits for the rest of the time that the server may hold the call', () => {
			expect(lost({ elapsedMs: 20_000 })).toEqual({ do: 'repeat', waitMs: 40_000 });
		});

		it('backs off only, once that time has passed while waiting for the answer', () => {
			expect(lost({ elapsedMs: 75_000 })).toEqual({ do: 'repeat', waitMs: 1000 });
			expect(lost({ elapsedMs: 75_000, attempt: 2 })).toEqual({ do: 'repeat', waitMs: 2000 });
		});

		it('follows the endpoint in how long that is', () => {
			expect(lost({ holdSeconds: 10 })).toEqual({ do: 'repeat', waitMs: 20_000 });
		});

		it('takes the longest time when the endpoint names none', () => {
			expect(lost({ holdSeconds: undefined })).toEqual({ do: 'repeat', waitMs: 60_000 });
		});

		it.each([0, 0.25, 0.999])('does not shorten the hold by jitter (%d)', (random) => {
			expect(lost({ random })).toEqual({ do: 'repeat', waitMs: 60_000 });
		});
	});
});
