import { clock } from '../../../core/base/clock';
import type { Submission } from '../../../core/client/runState';
import type { IfSentBefore } from '../../../core/client/session';
import { Purchases, type Status } from '../../../core/purchase/purchases';
import { EntrySets, STORE_CALLS } from '../../support/entrySets';
import { sessionOf } from '../../support/session';

/** What stands in n8n's store before an event of a purchase, and after it: the specification of core/purchase/store.ts. */

/** Which entries of a purchase key stand: `-`, `P` (pending), `D` (delivered), `PD` (both). */
type State = '-' | 'P' | 'D' | 'PD';

interface Case {
	readonly before: State;
	readonly skips?: true;
	readonly ifSentBefore?: IfSentBefore;
	/** It costs nothing to ask again for what is pending. */
	readonly isFreeAgain?: true;
	readonly says: Status;
	/** By what becomes of it, if it is sent. */
	readonly after: Readonly<Partial<Record<Event, State>>>;
}

/** What becomes of a run that was allowed to send, or what it is left with. */
type Event = 'answered' | 'notOutput' | 'open' | 'missing' | 'unsent' | 'refunded' | 'released' | 'ended';

const sent = { notOutput: 'P', open: 'P', missing: 'P' } as const;
const sentSkipping = { notOutput: 'PD', open: 'PD', missing: 'PD' } as const;

const TABLE: readonly Case[] = [
	// A run of its own.
	{ before: '-', says: 'free', after: { answered: '-', ...sent, unsent: '-', refunded: '-', released: '-' } },
	{
		before: '-',
		skips: true,
		says: 'free',
		after: { answered: 'D', ...sentSkipping, unsent: '-', refunded: '-', released: '-' },
	},
	// What came out before is skipped only by who wants that, and stays as it was.
	{
		before: 'D',
		says: 'free',
		after: { answered: 'D', ...sentSkipping, unsent: 'D', refunded: 'D', released: 'D' },
	},
	{ before: 'D', skips: true, says: 'delivered', after: { ended: 'D' } },
	// What is open is reported, with Skip Records Enriched Before as well.
	{ before: 'P', says: 'pending', after: { ended: 'P' } },
	{ before: 'P', skips: true, says: 'pending', after: { ended: 'P' } },
	{ before: 'PD', says: 'pending', after: { ended: 'PD' } },
	{ before: 'PD', skips: true, says: 'pending', after: { ended: 'PD' } },
	// Send Again: the older purchase may still have been charged, whatever becomes of the new one but a result.
	{
		before: 'P',
		ifSentBefore: 'send',
		says: 'free',
		after: { answered: '-', ...sent, unsent: 'P', refunded: 'P', released: 'P' },
	},
	{
		before: 'P',
		skips: true,
		ifSentBefore: 'send',
		says: 'free',
		after: { answered: 'D', ...sent, unsent: 'P', refunded: 'P', released: 'P' },
	},
	{
		before: 'PD',
		ifSentBefore: 'send',
		says: 'free',
		after: { answered: 'D', ...sentSkipping, unsent: 'PD', refunded: 'PD', released: 'PD' },
	},
	{
		before: 'PD',
		skips: true,
		ifSentBefore: 'send',
		says: 'free',
		after: { answered: 'D', ...sentSkipping, unsent: 'PD', refunded: 'PD', released: 'PD' },
	},
	{ before: 'D', skips: true, ifSentBefore: 'send', says: 'delivered', after: { ended: 'D' } },
	// Mark as Done.
	{ before: 'P', ifSentBefore: 'done', says: 'done', after: { ended: '-' } },
	{ before: 'P', skips: true, ifSentBefore: 'done', says: 'done', after: { ended: 'D' } },
	{ before: 'PD', skips: true, ifSentBefore: 'done', says: 'done', after: { ended: 'D' } },
	// What is free again is asked for again, whoever asked before.
	{
		before: 'P',
		skips: true,
		isFreeAgain: true,
		says: 'free',
		after: { answered: 'D', ...sent, unsent: 'P', refunded: 'P' },
	},
	{ before: 'D', skips: true, isFreeAgain: true, says: 'delivered', after: { ended: 'D' } },
];

let sets: EntrySets;
let tests = 0;
let node: string;
beforeEach(() => {
	sets = new EntrySets().start();
	// What the process knows of a node outlasts a test.
	node = `node ${++tests}`;
});
afterEach(() => jest.restoreAllMocks());

const entries = () => ({ P: `pending ${node} k`, D: 'delivered k' });
const put = (state: State): void => {
	if (state.includes('P')) sets.put('workflow', entries().P);
	if (state.includes('D')) sets.put('node', entries().D);
};
const stateNow = (): string =>
	`${sets.has('workflow', entries().P) ? 'P' : ''}${sets.has('node', entries().D) ? 'D' : ''}` || '-';
/** Nothing but these entries is left. */
const rest = (): number =>
	sets.size('workflow') + sets.size('node') - (stateNow() === '-' ? 0 : stateNow().length);

const purchasesOf = ({ skips, ifSentBefore }: Partial<Case> = {}): Purchases =>
	Purchases.of(sessionOf({ skipsEnriched: skips === true, ifSentBefore }, {}, sets.context({ node })));

const claimOne = async (purchases: Purchases, key: string): Promise<string | undefined> =>
	(await purchases.claim([key])).get(key);

function sending(purchases: Purchases, keys: readonly string[]): Submission {
	purchases.decide(keys, 'open');
	return purchases.ledger.sending(keys);
}

async function play(one: Case, event: Event): Promise<void> {
	const purchases = purchasesOf(one);
	expect((await purchases.claim(['k'], one.isFreeAgain)).get('k')).toBe(one.says);
	if (event === 'released') await purchases.release(['k']);
	else if (event !== 'ended') {
		sending(purchases, ['k']);
		purchases.decide(['k'], event === 'notOutput' ? 'answered' : event);
	}
	expect(await purchases.end(event !== 'notOutput')).toBe(true);
}

const named = ({ before, skips, ifSentBefore = 'report', isFreeAgain, says }: Case): string =>
	[before, ifSentBefore, skips && 'skip', isFreeAgain && 'free again', says].filter(Boolean).join(', ');
const cases = TABLE.flatMap((one) =>
	(Object.entries(one.after) as Array<[Event, State]>).map(
		([event, after]) => [named(one), event, after, one] as const,
	),
);

it.each(cases)('%s: %s leaves %s', async (_, event, after, one) => {
	put(one.before);
	await play(one, event);
	expect(stateNow()).toBe(after);
	expect(rest()).toBe(0);
});

/** n8n is killed at a call of its store: what it does after that never happens. */
class Killed extends Error {}

describe.each([{}, { skips: true as const }])('a kill at any call of the store, with %j', (options) => {
	it.each(['answered', 'refunded', 'unsent'] as const)('of a run that is %s', async (event) => {
		for (let at = 0; ; at++) {
			sets = new EntrySets().start();
			node = `node ${++tests}`;
			const context = sets.context({ node });
			let calls = 0;
			for (const name of STORE_CALLS) {
				const call = context.helpers[name] as (...given: unknown[]) => Promise<unknown>;
				Object.assign(context.helpers, {
					[name]: async (...given: unknown[]) => {
						if (calls++ >= at) throw new Killed();
						return await call(...given);
					},
				});
			}
			const purchases = Purchases.of(sessionOf({ skipsEnriched: 'skips' in options }, {}, context));
			const status = await claimOne(purchases, 'k').catch(() => 'killed');
			if (status === 'free') {
				sending(purchases, ['k']);
				purchases.decide(['k'], event);
				await purchases.end(true);
			}
			// Delivered alone, it is skipped for ever: only where its result came out.
			const isOut = status === 'free' && event === 'answered';
			expect([at, ['-', 'P', 'PD', ...(isOut ? ['D'] : [])]]).toEqual([
				at,
				expect.arrayContaining([stateNow()]),
			]);
			// A run that was not cut off has settled it.
			if (calls <= at) expect(stateNow()).toBe(isOut && 'skips' in options ? 'D' : '-');
			if (calls <= at) break;
		}
	});
});

it.each(['unsent', 'refunded'] as const)(
	'keeps what another run delivered meanwhile, of a run that is %s',
	async (progress) => {
		const first = purchasesOf({ skips: true });
		await claimOne(first, 'k');
		await play({ before: 'PD', skips: true, isFreeAgain: true, says: 'free', after: {} }, 'answered');
		first.decide(['k'], progress);
		await first.end(true);
		expect(stateNow()).toBe('D');
	},
);

it('keeps what another run delivered meanwhile beside what it forgets itself', async () => {
	const first = purchasesOf({ skips: true });
	await first.claim(['k', 'x']);
	await play({ before: 'PD', skips: true, isFreeAgain: true, says: 'free', after: {} }, 'answered');
	first.decide(['k', 'x'], 'unsent');
	await first.end(true);
	expect([stateNow(), sets.has('node', 'delivered x')]).toEqual(['D', false]);
});

it('does not look under way to another run while one whose record was refunded forgets it', async () => {
	const first = purchasesOf({ skips: true });
	await claimOne(first, 'k');
	await play({ before: 'PD', skips: true, isFreeAgain: true, says: 'free', after: {} }, 'answered');
	first.decide(['k'], 'refunded');
	const [, claim] = await Promise.all([first.end(true), claimOne(purchasesOf({ skips: true }), 'k')]);
	expect([claim, stateNow()]).toEqual(['delivered', 'D']);
});

it('leaves alone what another run has submitted anew, of two that read its earlier batch', async () => {
	const open = purchasesOf();
	await claimOne(open, 'k');
	sending(open, ['k']).id = 'b1';
	await open.end(true);
	const [late, prompt] = [purchasesOf(), purchasesOf()];
	expect([await claimOne(late, 'k'), await claimOne(prompt, 'k')]).toEqual(['sent', 'sent']);
	prompt.decide(['k'], 'refunded');
	await prompt.end(true);
	expect(await claimOne(purchasesOf(), 'k')).toBe('free');
	late.decide(['k'], 'refunded');
	await late.end(true);
	expect(stateNow()).toBe('P');
});

describe('two processes at the same time', () => {
	it('do not both send where one has overwritten the other: it counts as pending', async () => {
		const overwritten = sets.overwrittenLater('workflow', `pending ${node} k`);
		sets.meanwhile.push(overwritten);
		expect(await claimOne(purchasesOf(), 'k')).toBe('pending');
	});

	it('send where the other has claimed something else', async () => {
		sets.meanwhile.push(sets.overwrittenLater('workflow', 'pending other k'));
		expect(await claimOne(purchasesOf(), 'k')).toBe('free');
		expect(stateNow()).toBe('P');
	});

	it('settle once more where that was overwritten', async () => {
		const purchases = purchasesOf();
		await claimOne(purchases, 'k');
		purchases.decide(['k'], 'answered');
		let overwrite: (() => void) | undefined;
		jest.spyOn(clock, 'sleep').mockImplementation(async () => {
			overwrite?.();
			overwrite = undefined;
			await Promise.resolve();
		});
		overwrite = sets.overwrittenLater('workflow');
		await purchases.end(true);
		expect(stateNow()).toBe('-');
	});
});

it('claims a key once of two runs that claim it at the same time', async () => {
	const claimed = await Promise.all(
		[purchasesOf(), purchasesOf()].map(async (run) => await claimOne(run, 'k')),
	);
	expect(claimed.sort()).toEqual(['free', 'pending']);
});

it('takes up what an earlier run of the process has left open, if it knows its batch', async () => {
	const first = purchasesOf();
	await first.claim(['k', 'x']);
	sending(first, ['k']).id = 'batch 1';
	sending(first, ['x']);
	await first.end(false);
	const next = purchasesOf();
	expect(Object.fromEntries(await next.claim(['k', 'x']))).toEqual({ k: 'sent', x: 'pending' });
	expect(next.ledger.find('k')).toMatchObject({ id: 'batch 1' });
	next.decide(['k'], 'answered');
	await next.end(true);
	expect(stateNow()).toBe('-');
	// Unless the user wants it sent again.
	const again = purchasesOf({ ifSentBefore: 'send' });
	expect(await claimOne(again, 'x')).toBe('free');
});

it('skips nothing that it took up and that was refunded then', async () => {
	const first = purchasesOf({ skips: true });
	await claimOne(first, 'k');
	sending(first, ['k']).id = 'batch 1';
	await first.end(false);
	const next = purchasesOf({ skips: true });
	expect([await claimOne(next, 'k'), stateNow()]).toEqual(['sent', 'PD']);
	next.decide(['k'], 'refunded');
	await next.end(true);
	expect(stateNow()).toBe('-');
});

it('leaves to another execution what that has claimed since an earlier turn has output it', async () => {
	const context = sets.context({ node, state: {} });
	const turn = async (): Promise<void> => {
		const purchases = Purchases.of(sessionOf({}, {}, context));
		if ((await claimOne(purchases, 'k')) === 'free') sending(purchases, ['k']);
		purchases.decide(['k'], 'answered');
		await purchases.end(true);
	};
	await turn();
	expect(await claimOne(purchasesOf(), 'k')).toBe('free');
	await turn();
	expect(stateNow()).toBe('P');
});

describe('an n8n that cannot store a claim', () => {
	const failing = new Error('disk full');

	it('lets nothing be sent', async () => {
		sets.failures.push(failing, failing);
		await expect(claimOne(purchasesOf(), 'k')).rejects.toMatchObject({
			message: "n8n couldn't save the record of what is about to be sent",
			advice: expect.stringMatching(/so nothing was sent \(disk full\)\. .*give the copy new records only/),
		});
	});

	it('reports later what it has claimed where n8n cannot forget the claim of what is skipped', async () => {
		put('D');
		sets.failures.push(undefined, undefined, undefined, failing);
		await expect(purchasesOf({ skips: true }).claim(['k', 'x'])).rejects.toThrow();
		expect(await claimOne(purchasesOf({ skips: true }), 'x')).toBe('pending');
	});

	it('reports later what it has stored all the same', async () => {
		sets.lateFailures.push(failing);
		await expect(claimOne(purchasesOf(), 'k')).rejects.toMatchObject({
			advice: expect.stringMatching(/so nothing was sent \(.*failed after it had stored it.*\)\. /),
		});
		expect(await claimOne(purchasesOf(), 'k')).toBe('pending');
	});

	it('has no room: the user is told what a copy would pay for', async () => {
		sets.fill('workflow', 75_000);
		await expect(claimOne(purchasesOf(), 'k')).rejects.toMatchObject({
			message: "This node's memory is too full for 1 more records (75,000 of 75,000)",
			advice: expect.stringMatching(
				/^Nothing was sent\. .*give the copy new records only: .*would pay for it again\.$/,
			),
		});
	});
});
