import { clock } from '../../../core/base/clock';
import { Claims, type Wish } from '../../../core/once/claims';
import type { Finding } from '../../../core/once/refusals';
import { MOST_ENTRIES, StoreIsFull } from '../../../core/once/store';
import { EntrySets, type StoreRun } from '../../support/entrySets';

const HOUR_MS = 60 * 60_000;

let sets: EntrySets;
beforeEach(() => {
	sets = new EntrySets().start();
});
afterEach(() => jest.restoreAllMocks());

/** Claims of one more execution. */
const claimsOf = (wish: Partial<Wish> = {}, run: StoreRun = {}): Claims =>
	new Claims(sets.context(run), { skipsKnown: false, submitsAgain: false, isDated: false, ...wish });

/** What one more execution finds. */
const findOf = async (wish?: Partial<Wish>, run?: StoreRun): Promise<Finding | undefined> =>
	(await claimsOf(wish, run).take(['unit'])).get('unit');

const isOpen = (unit = 'unit', node = 'n'): boolean => sets.has('workflow', `open ${node} ${unit}`);
const isKnown = (unit = 'unit'): boolean => sets.has('node', `known ${unit}`);
/** Dates are written beside the sending. */
const written = async (): Promise<void> => await new Promise((resolve) => void setImmediate(resolve));

describe('a claimed unit', () => {
	it('is open to others until it is released, and then leaves nothing behind', async () => {
		const claims = claimsOf();
		expect([...(await claims.take(['unit'])).values()]).toEqual(['free']);
		expect(isOpen()).toBe(true);
		expect(await findOf()).toBe('open');
		await claims.release(['unit']);
		expect([sets.size('workflow'), sets.size('node')]).toEqual([0, 0]);
	});

	it.each<[Partial<Wish>, number[]]>([
		// Written, and looked at; then released with its proof, which is looked for because another entry is left.
		[{}, [2, 2, 2, 1, 1]],
		[{ submitsAgain: true }, [2, 2, 2, 1, 1]],
		// Its dates are written beside that, and removed with it.
		[{ isDated: true }, [2, 2, 3, 3, 1, 14, 1, 1]],
	])('takes no more entries of the store than it needs: %j', async (wish, counts) => {
		sets.put('workflow', 'open n other');
		const claims = claimsOf(wish);
		await claims.take(['unit']);
		await claims.release(['unit']);
		expect(sets.calls.map(({ count }) => count)).toEqual(counts);
	});

	it('that is not released leaves nothing behind but itself', async () => {
		const claims = claimsOf({ skipsKnown: true });
		await claims.take(['unit']);
		await claims.end();
		expect([isOpen(), isKnown(), sets.size('workflow'), sets.size('node')]).toEqual([true, true, 1, 1]);
		const { length } = sets.calls;
		await claims.end();
		expect(sets.calls).toHaveLength(length);
	});

	it('that was released has nothing to remove when its run ends, however long that takes', async () => {
		const claims = claimsOf({ isDated: true });
		await claims.take(['unit']);
		await claims.release(['unit']);
		sets.now += HOUR_MS;
		const { length } = sets.calls;
		await claims.end();
		expect(sets.calls).toHaveLength(length);
	});

	it('does not wait for the dates of those claimed before', async () => {
		const claims = claimsOf({ isDated: true });
		const dateIsNeverWritten = async () => await new Promise<void>(() => undefined);
		sets.meanwhile.push(() => undefined, dateIsNeverWritten);
		await claims.take(['earlier']);
		expect((await claims.take(['unit'])).get('unit')).toBe('free');
	});

	it('is not open to other nodes of the workflow', async () => {
		await claimsOf().take(['unit']);
		expect(await findOf({}, { node: 'm' })).toBe('free');
	});

	it('that is released while another execution looks is not open for ever', async () => {
		const claims = claimsOf();
		await claims.take(['unit']);
		sets.meanwhile.push(async () => await claims.release(['unit']));
		expect(await findOf()).toBe('open');
		expect(await findOf()).toBe('free');
	});

	it('that is released while another execution looks when it was sent is free for that one', async () => {
		const claims = claimsOf({ isDated: true });
		await claims.take(['unit']);
		await written();
		sets.meanwhile.push(async () => await claims.release(['unit']));
		expect(await findOf({ isDated: true })).toBe('free');
		expect(await findOf()).toBe('open');
	});

	it('is told when it is released, and is then held', async () => {
		const claims = claimsOf();
		await claims.take(['unit']);
		const other = claimsOf();
		await other.take(['unit']);
		expect((await other.take(['unit'])).get('unit')).toBe('open');
		await claims.release(['unit']);
		expect((await other.take(['unit'])).get('unit')).toBe('free');
		expect(await findOf()).toBe('open');
	});

	it('is given back when nothing could be looked up: nothing was sent', async () => {
		// Only the set of known units fails, twice.
		sets.put('workflow', 'open n other');
		sets.failures.push(undefined, undefined, undefined, new Error('one'), new Error('two'));
		await expect(claimsOf({ skipsKnown: true }).take(['unit', 'other'])).rejects.toThrow('two');
		expect([isOpen(), isOpen('other')]).toEqual([false, true]);
	});
});

describe('the date of an open unit', () => {
	it.each([
		[0, 'openRecently'],
		[16, 'openRecently'],
		[20, 'open'],
	])('tells after %i hours: %s', async (hours, finding) => {
		await claimsOf({ isDated: true }).take(['unit']);
		await written();
		sets.now += hours * HOUR_MS;
		expect(await findOf({ isDated: true })).toBe(finding);
		// Looking has not changed that.
		expect(await findOf({ isDated: true })).toBe(finding);
	});

	it('does not come from an execution that only looked and was killed', async () => {
		await claimsOf().take(['unit']);
		sets.isCut = true;
		expect(await findOf({ isDated: true })).toBe('open');
		sets.isCut = false;
		expect(await findOf({ isDated: true })).toBe('open');
	});

	it('is not asked for where it does not matter', async () => {
		await claimsOf({ isDated: true }).take(['unit']);
		await written();
		expect(await findOf()).toBe('open');
	});

	it('may come a moment after the claim', async () => {
		await claimsOf().take(['unit']);
		const present = Math.floor(sets.now / (4 * HOUR_MS));
		// The second look: three waits for the first one and for its own removals.
		sets.meanwhile.push(
			() => undefined,
			() => undefined,
			() => undefined,
			() => sets.put('workflow', `open n unit period ${present}`),
		);
		expect(await findOf({ isDated: true })).toBe('openRecently');
	});

	it('is not waited for where nothing is open', async () => {
		const before = sets.now;
		await claimsOf({ isDated: true }).take(['unit']);
		await written();
		const alone = sets.now - before;
		await claimsOf().take(['other']);
		const open = sets.now;
		await claimsOf({ isDated: true }).take(['other']);
		expect([alone, sets.now - open]).toEqual([500, 1750]);
	});

	it('tells until when a call of another execution may be under way', async () => {
		const first = claimsOf({ isDated: true });
		await first.take(['unit']);
		await written();
		const other = claimsOf({ isDated: true });
		await other.take(['unit']);
		expect(other.lastSent('unit')).toBeGreaterThan(sets.now - 20_000);
		expect(other.lastSent('another')).toBeUndefined();
		sets.now += HOUR_MS;
		await first.send('unit');
		const late = claimsOf({ isDated: true });
		await late.take(['unit']);
		expect(late.lastSent('unit')).toBeGreaterThan(sets.now - 20_000);
	});

	it('is removed with the unit, by whoever found it open, too', async () => {
		const claims = claimsOf({ isDated: true });
		await claims.take(['unit']);
		await written();
		await claims.end();
		expect(sets.size('workflow')).toBe(3);
		const other = claimsOf();
		await other.take(['unit']);
		await other.release(['unit']);
		expect(sets.size('workflow')).toBe(0);
	});

	it('is removed where the unit is sent so that its key gives nothing', async () => {
		const claims = claimsOf({ isDated: true });
		await claims.take(['unit']);
		await claims.undate('unit');
		expect(await findOf({ isDated: true })).toBe('open');
	});

	it('is removed where the unit is submitted again in another way', async () => {
		await claimsOf({ isDated: true }).take(['unit']);
		await written();
		expect(await findOf({ submitsAgain: true })).toBe('open');
		expect(await findOf({ isDated: true })).toBe('open');
	});

	it.each<[string, Partial<Wish>, Finding]>([
		['is submitted again with its key', { submitsAgain: true, isDated: true }, 'openRecently'],
		['is not sent in another way', {}, 'open'],
	])('stays where the unit %s', async (_, wish, finding) => {
		await claimsOf({ isDated: true }).take(['unit']);
		await written();
		expect(await findOf(wish)).toBe(finding);
		expect(await findOf({ isDated: true })).toBe('openRecently');
	});
});

describe('a unit whose result came out', () => {
	const skipping: Partial<Wish> = { skipsKnown: true };

	it('is known to later executions that leave it out, and not claimed by them', async () => {
		const first = claimsOf(skipping);
		expect((await first.take(['unit'])).get('unit')).toBe('free');
		await first.release(['unit']);
		expect(await findOf(skipping)).toBe('known');
		expect([isOpen(), isKnown()]).toEqual([false, true]);
		// One that does not leave it out sends it.
		expect(await findOf()).toBe('free');
	});

	it('is open first, while its result has not come out', async () => {
		await claimsOf(skipping).take(['unit']);
		expect(await findOf(skipping)).toBe('open');
	});

	it('is not sent, even if open ones are to be sent again, once a look at it was cut off', async () => {
		const known = async (...units: string[]): Promise<void> => {
			const claims = claimsOf(skipping);
			await claims.take(units);
			await claims.release(units);
		};
		await known('unit');
		// Killed before the mark of its look is removed.
		sets.isCut = true;
		await claimsOf(skipping).take(['unit', 'new']);
		sets.isCut = false;
		for (const wish of [skipping, { ...skipping, submitsAgain: true }, { ...skipping, isDated: true }]) {
			const found = await claimsOf(wish).take(['unit', 'new']);
			expect(Object.fromEntries(found)).toEqual({ unit: 'unclear', new: 'unclear' });
			expect(Object.fromEntries(await claimsOf(wish).find(['unit']))).toEqual({ unit: 'unclear' });
		}
		// Who leaves nothing out can send them; then they are known, and nothing of the look is left.
		const again = claimsOf({ submitsAgain: true });
		expect((await again.take(['new'])).get('new')).toBe('open');
		await again.release(['new']);
		expect(await claimsOf(skipping).take(['new'])).toEqual(new Map([['new', 'known']]));
		expect([isOpen('new'), sets.has('workflow', 'open n new perhaps known')]).toEqual([false, false]);
	});

	it('is known to an execution that began while another one looked, and the other way round', async () => {
		sets.put('node', 'known unit');
		sets.put('workflow', 'open n unit', 'open n unit perhaps known');
		sets.put('workflow', 'open n new', 'open n new perhaps known');
		const end = (): void => {
			sets.drop('workflow', 'open n unit', 'open n unit perhaps known', 'open n new perhaps known');
		};
		sets.meanwhile.push(() => undefined, end);
		const found = await claimsOf(skipping).take(['unit', 'new']);
		expect(Object.fromEntries(found)).toEqual({ unit: 'known', new: 'open' });
		const left = ['open n unit', 'open n new', 'open n unit perhaps known', 'open n new perhaps known'];
		expect(left.map((entry) => sets.has('workflow', entry))).toEqual([false, true, false, false]);
	});

	it('can be asked for without a claim, which leaves nothing behind', async () => {
		sets.put('node', 'known unit');
		const claims = claimsOf({ ...skipping, isDated: true, retries: { execution: '7', by: '8' } });
		const found = await claims.find(['unit', 'new']);
		await claims.end();
		expect(Object.fromEntries(found)).toEqual({ unit: 'known', new: 'free' });
		expect([sets.size('workflow'), sets.size('node'), isKnown()]).toEqual([0, 1, true]);
	});

	it('is not told where n8n fails in the look, or in giving back what that has added', async () => {
		const busy = new Error('busy');
		sets.failures.push(busy, busy);
		await expect(claimsOf(skipping).find(['unit'])).rejects.toThrow('busy');
		// The claim and the look take two calls each.
		sets.failures.push(...[undefined, undefined, undefined, undefined], busy);
		await expect(claimsOf(skipping).find(['unit'])).rejects.toThrow('busy');
	});

	it('is looked at ten times while another execution looks, too, and then given up', async () => {
		sets.put('workflow', 'open n unit', 'open n unit perhaps known');
		expect(await findOf(skipping)).toBe('unclear');
		const pauses = jest.mocked(clock.sleep).mock.calls.filter(([ms]) => ms === 500);
		expect(pauses).toHaveLength(9);
	});

	it('is told by a look whose end fails: then all is as before, or nothing is sent again', async () => {
		sets.put('node', 'known unit');
		// The claim and the look take two calls each.
		const none = undefined;
		sets.failures.push(none, none, none, none, new Error('busy'));
		await expect(claimsOf(skipping).take(['unit', 'new'])).rejects.toThrow('busy');
		expect([isKnown(), isKnown('new'), isOpen(), isOpen('new')]).toEqual([true, false, false, false]);
		sets.failures.push(none, none, none, none, new Error('busy'), new Error('busy again'));
		await expect(claimsOf(skipping).take(['unit', 'new'])).rejects.toThrow('busy');
		expect(await findOf({ ...skipping, submitsAgain: true })).toBe('unclear');
	});

	// The claim takes two calls, the look two more.
	const none = undefined;
	it.each<[string, Array<Error | undefined>, Array<Error | undefined>]>([
		['of the first call', [], [none, none, new Error('lost')]],
		[
			'of the first call, and of the next, too',
			[none, none, none, new Error('busy')],
			[none, none, new Error('lost')],
		],
		['that cannot be taken back', [none, none, none, ...Array<Error>(4).fill(new Error('busy'))], []],
	])('does not come of a look that n8n stored and said had failed: %s', async (_, before, after) => {
		sets.failures.push(...before);
		sets.lateFailures.push(...after);
		await expect(claimsOf(skipping).take(['unit'])).rejects.toThrow('Nothing was sent');
		sets.failures.length = sets.lateFailures.length = 0;
		expect(await findOf(skipping)).toBe('unclear');
	});

	it('does not come of a look that n8n stored while it said nothing but that it failed', async () => {
		// Each call to the set of known units fails, the first once it is stored.
		sets.failures.push(none, none, none, ...Array<Error>(4).fill(new Error('busy')));
		sets.lateFailures.push(none, none, new Error('lost'));
		await expect(claimsOf(skipping).take(['unit'])).rejects.toThrow('Nothing was sent');
		sets.failures.length = sets.lateFailures.length = 0;
		expect(await findOf(skipping)).toBe('unclear');
	});

	it('is not left out where it is no record', async () => {
		const claims = claimsOf(skipping);
		expect((await claims.take(['unit'], false)).get('unit')).toBe('free');
		expect(isKnown()).toBe(false);
	});

	it('is made known by whoever takes it up', async () => {
		await claimsOf(skipping).know(['unit']);
		expect(isKnown()).toBe(true);
		await claimsOf().know(['other']);
		expect(isKnown('other')).toBe(false);
	});

	it('is forgotten when it was not charged', async () => {
		const claims = claimsOf(skipping);
		await claims.take(['unit', 'other']);
		const size = sets.size('workflow');
		await claims.forget(['unit']);
		expect([isKnown(), isKnown('other'), sets.size('workflow')]).toEqual([false, true, size]);
		await claimsOf().forget(['other']);
		expect(isKnown('other')).toBe(true);
	});

	it('is one of so many that n8n can remember', async () => {
		sets.fill('node', MOST_ENTRIES / 2);
		expect(await claimsOf().usage()).toBe(0.5);
	});
});

describe('a retry of a failed execution', () => {
	const retry = (by: string, more: Partial<Wish> = {}): Partial<Wish> => ({
		retries: { execution: '7', by },
		...more,
	});

	it('does not send what an earlier retry has sent', async () => {
		const first = claimsOf(retry('8'));
		expect((await first.take(['unit'])).get('unit')).toBe('free');
		await first.release(['unit']);
		expect(await findOf(retry('9'))).toBe('retried');
		expect(isOpen()).toBe(false);
		// Looking has not made it its own.
		expect(await findOf(retry('9'))).toBe('retried');
		// Another execution, and a retry of another one, know nothing of that.
		expect(await findOf()).toBe('free');
		await claimsOf().release(['unit']);
		expect(await findOf({ retries: { execution: '6', by: '9' } })).toBe('free');
	});

	it('sends it in its own next try', async () => {
		const first = claimsOf(retry('8'));
		await first.take(['unit']);
		await first.release(['unit']);
		expect(await findOf(retry('8'))).toBe('free');
	});

	it('sends what an earlier retry was not charged for', async () => {
		const first = claimsOf(retry('8'));
		await first.take(['unit']);
		await first.forget(['unit']);
		await first.release(['unit']);
		expect(await findOf(retry('9'))).toBe('free');
	});

	it('looks at open units only where they are sent again', async () => {
		await claimsOf(retry('8')).take(['unit']);
		expect(await findOf(retry('9'))).toBe('open');
		expect(await findOf(retry('9', { submitsAgain: true }))).toBe('retried');
		// It is another's, and stays.
		expect(isOpen()).toBe(true);
	});

	it('does not send with its key either what another retry sends again', async () => {
		sets.put('workflow', 'open n unit', `open n unit period ${Math.floor(sets.now / (4 * HOUR_MS))}`);
		const wish = { submitsAgain: true, isDated: true };
		expect(await findOf(retry('8', wish))).toBe('openRecently');
		expect(await findOf(retry('9', wish))).toBe('retried');
	});

	it('leaves what is known out as such', async () => {
		const first = claimsOf({ ...retry('8'), skipsKnown: true });
		await first.take(['unit']);
		await first.release(['unit']);
		expect(await findOf({ ...retry('9'), skipsKnown: true, submitsAgain: true })).toBe('known');
	});
});

describe('a store that is full', () => {
	it.each<[string, 'node' | 'workflow', Partial<Wish>]>([
		['of open units', 'workflow', {}],
		['of known units', 'node', { skipsKnown: true }],
		['of retries', 'node', { retries: { execution: '7', by: '8' } }],
	])('%s lets nothing be sent, and says what to do', async (_, scope, wish) => {
		const needed = wish.retries === undefined ? 1 : 2;
		sets.fill(scope, MOST_ENTRIES - needed + 1);
		const failed = findOf(wish);
		await expect(failed).rejects.toBeInstanceOf(StoreIsFull);
		// The room for retries is looked at once it is known what is retried.
		if (wish.retries === undefined) expect(sets.calls).toEqual([]);
		await expect(failed).rejects.toThrow(
			'This node has reached the 75,000 records that n8n can remember for it, so it cannot tell any more which records were sent before. Nothing was sent. Duplicate the node and give the copy new records only: it would pay again for those that this one has paid for.',
		);
		expect(isOpen()).toBe(false);
	});

	it.each<[string, 'node' | 'workflow', Partial<Wish>]>([
		['of open units', 'workflow', {}],
		['of known units', 'node', { skipsKnown: true }],
		['of retries', 'node', { retries: { execution: '7', by: '8' } }],
	])('%s has room for exactly that many', async (_, scope, wish) => {
		sets.fill(scope, MOST_ENTRIES - (wish.retries === undefined ? 1 : 2));
		expect(await findOf(wish)).toBe('free');
	});

	it('has room for the marks of a look, too, before anything is added', async () => {
		sets.fill('workflow', MOST_ENTRIES - 3);
		await expect(claimsOf({ skipsKnown: true }).take(['one', 'other'])).rejects.toBeInstanceOf(StoreIsFull);
		expect(sets.calls).toEqual([]);
		expect((await claimsOf().take(['one', 'other'])).get('one')).toBe('free');
	});

	it('says to send fewer at once when no node could take so many', async () => {
		const units = Array.from({ length: MOST_ENTRIES + 1 }, (_, i) => `unit ${i}`);
		await expect(claimsOf().take(units)).rejects.toThrow(
			/More records are to be sent at once .* 75,000.* Nothing was sent\. .*Loop Over Items/,
		);
		expect(sets.size('workflow')).toBe(0);
		// A node of which nothing is used yet could take one less.
		sets.fill('workflow', 1);
		await expect(claimsOf().take(units.slice(1))).rejects.toThrow(/Duplicate the node and use the copy/);
	});

	it('of known units does not matter to what is no record', async () => {
		sets.fill('node', MOST_ENTRIES);
		expect((await claimsOf({ skipsKnown: true }).take(['unit'], false)).get('unit')).toBe('free');
	});
});
