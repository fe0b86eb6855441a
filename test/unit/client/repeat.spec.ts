import { endpoints } from '../../../contract';
import type { RepeatAfterLoss } from '../../../contract/model/billing';
import type { Endpoint } from '../../../contract/model/endpoint';
import { ServiceFailure } from '../../../core/client/failure';
import { attempts, waitBeforeRepeat } from '../../../core/client/repeat';

type Details = ConstructorParameters<typeof ServiceFailure>[0];

/** An endpoint with each rule of the specification: credit rules 1 to 5, and the idempotency of synchronous calls. */
const WITH: Readonly<Record<RepeatAfterLoss, Endpoint>> = {
	safe: endpoints.companyGet,
	sameKeyAfterHold: endpoints.b2bCompanyEnrichNow,
	never: endpoints.personSearch,
};
const RULES = Object.keys(WITH) as RepeatAfterLoss[];
const KINDS = {
	notProcessed: 'noConnection',
	lost: 'reset',
	rejected: 'rejected',
	blocked: 'dailyLimit',
	unclear: 'tooLarge',
} as const;
type Phase = keyof typeof KINDS;

interface Try extends Partial<Details> {
	readonly phase?: Phase;
	readonly rule?: RepeatAfterLoss;
	readonly tries?: number;
	readonly random?: number;
}

const waitAfter = ({ phase = 'lost', rule = 'safe', tries = 1, random = 0, ...more }: Try) =>
	waitBeforeRepeat(new ServiceFailure({ kind: KINDS[phase], endpoint: WITH[rule], ...more }), tries, random);

describe('the repeat rule', () => {
	// Every cell: what the first failure of each phase leads to under each rule.
	const WAITS: Readonly<Record<Phase, Partial<Record<RepeatAfterLoss, number>>>> = {
		notProcessed: { safe: 1000, sameKeyAfterHold: 1000, never: 1000 },
		lost: { safe: 1000, sameKeyAfterHold: 60_000 },
		rejected: {},
		blocked: {},
		unclear: {},
	};
	const table = (Object.keys(KINDS) as Phase[]).flatMap((phase) =>
		RULES.map((rule) => [phase, rule, WAITS[phase][rule]] as const),
	);

	it.each(table)('%s under %s', (phase, rule, waitMs) => expect(waitAfter({ phase, rule })).toBe(waitMs));

	it.each(RULES)('waits as long as the service asked after a refusal, and never less (%s)', (rule) => {
		const unprocessed = { phase: 'notProcessed', rule, retryAfterSeconds: 5 } as const;
		expect(waitAfter(unprocessed)).toBe(5000);
		expect(waitAfter({ ...unprocessed, random: 0.5 })).toBe(5500);
		expect(waitAfter({ ...unprocessed, retryAfterSeconds: 0, tries: 10 })).toBe(0);
	});

	it('does not repeat what was accepted, or is charged again', () => {
		expect(waitAfter({ kind: 'unreadable', status: 202 })).toBeUndefined();
		expect(waitAfter({ isChargedAgain: true })).toBeUndefined();
	});

	it.each<[string, Try, number]>([
		['unprocessed, no time named', { phase: 'notProcessed' }, attempts.afterRefusal],
		['unprocessed, a time named', { phase: 'notProcessed', retryAfterSeconds: 5 }, attempts.forSlot],
		['lost and safe', { phase: 'lost' }, attempts.afterLoss],
		['lost with a key', { phase: 'lost', rule: 'sameKeyAfterHold' }, attempts.sameKey],
	])('gives up at last: %s', (_, failed, tries) => {
		expect(waitAfter({ ...failed, tries: tries - 1 })).toBeDefined();
		expect(waitAfter({ ...failed, tries })).toBeUndefined();
		expect(waitAfter({ ...failed, tries: tries + 1 })).toBeUndefined();
	});

	it.each([
		[1, 0, 1000],
		[2, 0, 2000],
		[3, 0, 4000],
		[2, 0.999_999, 1000],
		[2, 0.5, 1500],
	])('backs off, by up to half less at random: %i tries so far, %d, %i ms', (tries, random, waitMs) => {
		expect(waitAfter({ tries, random })).toBe(waitMs);
	});

	// The service stores the key only when the answer leaves.
	it.each<[Try, number]>([
		[{ elapsedMs: 20_000 }, 40_000],
		[{ elapsedMs: 75_000 }, 1000],
		[{ elapsedMs: 75_000, tries: 2 }, 2000],
		[{ endpoint: { ...WITH.sameKeyAfterHold, holdSeconds: 10 } }, 20_000],
		[{ endpoint: { ...WITH.sameKeyAfterHold, holdSeconds: undefined } }, 60_000],
		[{ random: 0.999 }, 60_000],
	])('waits with a key until the first call must have ended: %j', (failed, waitMs) => {
		expect(waitAfter({ rule: 'sameKeyAfterHold', ...failed })).toBe(waitMs);
	});
});
