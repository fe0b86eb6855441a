import { clock } from '../../../core/base/clock';
import { Dates } from '../../../core/once/dates';
import { EntryStore } from '../../../core/once/store';
import { EntrySets } from '../../support/entrySets';

const HOUR_MS = 60 * 60_000;
const SLOT_MS = 20_000;

let sets: EntrySets;
beforeEach(() => {
	sets = new EntrySets().start();
});
afterEach(() => jest.restoreAllMocks());

/** The dates of one more execution. */
const dates = (): Dates => new Dates(new EntryStore(sets.context(), 'workflow'));
const period = (ago = 0): string => `u period ${Math.floor(sets.now / (4 * HOUR_MS)) - ago}`;
const slot = (ago = 0): string => `u slot ${Math.floor(sets.now / SLOT_MS) - ago}`;
const stands = (entry: string): boolean => sets.has('workflow', entry);

describe('when an open unit was sent', () => {
	it('is told by all entries that may stand for it, the look last', () => {
		expect(dates().entriesOf('u')).toEqual([
			...[0, 1, 2, 3, 4].map(period),
			...[0, 1, 2, 3, 4, 5].map(slot),
			'u looked at',
		]);
	});

	it('is noted beside the sending, and written before idle', async () => {
		const own = dates();
		own.note(['u', 'v']);
		own.note(['w']);
		await own.idle();
		expect(stands(period()) && stands(slot())).toBe(true);
		// With what has proved them.
		expect(sets.size('workflow')).toBe(7);
	});

	it('need not be noted: a store that fails keeps nothing from being sent', async () => {
		sets.failures.push(new Error('one'), new Error('two'));
		const own = dates();
		own.note(['u']);
		await expect(own.idle()).resolves.toBeUndefined();
	});

	it('is noted for each attempt, once in a while', async () => {
		const own = dates();
		own.note(['u']);
		await own.idle();
		const { length } = sets.calls;
		await own.send('u');
		expect(sets.calls).toHaveLength(length);
		sets.now += SLOT_MS;
		await own.send('u');
		expect(stands(slot())).toBe(true);
		const after = sets.calls.length;
		await own.send('u');
		expect(sets.calls).toHaveLength(after);
	});

	it('is noted for good, although another execution looks meanwhile and removes what it has added', async () => {
		sets.put('workflow', 'u', period());
		const looking = dates().look(['u']);
		while (!stands(slot())) await Promise.resolve();
		await Promise.all([dates().send('u'), looking]);
		expect(stands(slot())).toBe(true);
	});

	it('cannot be noted where another execution has noted since that it sends it', async () => {
		const [own, other] = [dates(), dates()];
		own.note(['u']);
		await own.idle();
		sets.now += 3 * SLOT_MS;
		const size = sets.size('workflow');
		expect(await other.send('v')).toBe(true);
		expect(await other.send('u', sets.now - SLOT_MS)).toBe(true);
		expect(await own.send('u')).toBe(false);
		sets.now += SLOT_MS;
		// It may be under way, still.
		expect(await own.send('u')).toBe(false);
		expect(await other.send('u')).toBe(true);
		expect(sets.size('workflow')).toBeLessThan(size + 12);
		sets.now += 7 * SLOT_MS;
		expect(await own.send('u')).toBe(true);
	});

	it('is that of one alone where two send it at the same time', async () => {
		expect((await Promise.all([dates().send('u'), dates().send('u')])).sort()).toEqual([false, true]);
	});

	it.each([
		[5, true],
		[6, false],
	])('is noted after what is there has gone in try %i: %j', async (tries, isSent) => {
		const held = slot();
		sets.put('workflow', held);
		// Each try looks once, and waits.
		const waits = Array.from({ length: 2 * tries - 1 }, () => () => undefined);
		sets.meanwhile.push(...waits, () => sets.drop('workflow', held));
		expect(await dates().send('u', sets.now - SLOT_MS)).toBe(isSent);
	});

	it('is tried again after a time that differs, so that two do not look at the same time for ever', async () => {
		jest.spyOn(clock, 'random').mockReturnValue(0.9);
		sets.put('workflow', slot());
		await dates().send('u', sets.now - SLOT_MS);
		const waits = new Set(jest.mocked(clock.sleep).mock.calls.flat());
		expect([...waits]).toEqual([250, 475]);
	});

	it('is of an earlier try, or of one that was seen to be over', async () => {
		const [own, next, other] = [dates(), dates(), dates()];
		own.note(['u']);
		await own.idle();
		sets.put('workflow', 'u');
		const sentAt = sets.now;
		await other.look(['u']);
		sets.now += 2 * SLOT_MS;
		expect(await next.send('u')).toBe(false);
		expect(await other.send('u')).toBe(true);
		sets.now += SLOT_MS;
		expect(await next.send('u', sentAt)).toBe(false);
		expect(await next.send('u', sets.now)).toBe(true);
	});

	it('is removed however long ago it was noted', async () => {
		const own = dates();
		for (let hours = 0; hours < 30; hours += 5) {
			await own.send('u');
			sets.now += 5 * HOUR_MS;
		}
		own.note(['v']);
		await own.idle();
		sets.now += 30 * HOUR_MS;
		const store = new EntryStore(sets.context(), 'workflow');
		await store.removeForGood(['u', 'v'].flatMap((open) => own.entriesOf(open)));
		// The marks of what was added stand until their run ends.
		expect(sets.size('workflow')).toBeLessThanOrEqual(1);
	});

	it('is out of date once nobody looks for it, or it was sent again', async () => {
		const own = dates();
		own.note(['u', 'v']);
		await own.idle();
		const first = slot();
		expect(own.outdated()).toEqual([]);
		sets.now += 2 * SLOT_MS;
		await own.send('u');
		expect(own.outdated()).toEqual([first, slot(1)]);
		sets.now += 3 * SLOT_MS;
		expect(own.outdated()).toEqual([first, slot(4)]);
		sets.now += SLOT_MS;
		expect(own.outdated()).toEqual([first, slot(5), first.replace('u', 'v')]);
		own.forget(['u']);
		expect(own.outdated()).toEqual([first.replace('u', 'v')]);
		own.forget(['w', 'v']);
		expect(own.outdated()).toEqual([]);
	});

	it('must be noted before an attempt', async () => {
		sets.failures.push(new Error('one'), new Error('two'));
		await expect(dates().send('u')).rejects.toThrow('could not store');
	});

	it('is forgotten where a key gives nothing any more, but not that it may be under way', async () => {
		const own = dates();
		own.note(['u']);
		await own.remove(['u']);
		expect([stands(period()), stands(slot())]).toEqual([false, true]);
	});
});

describe('a look', () => {
	/** Another execution holds the unit, and has dated it so many milliseconds ago. */
	async function sent(agoMs: number): Promise<void> {
		sets.put('workflow', 'u');
		const other = dates();
		other.note(['u']);
		await other.idle();
		// n8n's clock and the store have moved on by the waits of the store itself.
		sets.now += agoMs;
	}

	it.each([
		[0, true],
		[15 * HOUR_MS, true],
		[20 * HOUR_MS, false],
	])('finds what was sent %i ms ago: recently %j', async (ago, isRecent) => {
		await sent(ago);
		expect((await dates().look(['u'])).get('u')).toEqual({ isReleased: false, isRecent });
	});

	it('leaves nothing behind but what was there', async () => {
		await sent(0);
		const { length } = sets.calls;
		const size = sets.size('workflow');
		await dates().look(['u']);
		expect(sets.size('workflow')).toBe(size);
		expect(stands('u') && stands(period()) && stands(slot())).toBe(true);
		expect(sets.calls.length).toBeGreaterThan(length);
	});

	it('finds what was released: then it stands for this run', async () => {
		expect((await dates().look(['u'])).get('u')).toEqual({ isReleased: true, isRecent: false });
		expect(stands('u')).toBe(true);
		expect(sets.size('workflow')).toBe(1);
	});

	it('trusts no date beside an earlier look that was cut off', async () => {
		await sent(0);
		sets.put('workflow', 'u looked at');
		expect((await dates().look(['u'])).get('u')).toEqual({ isReleased: false, isRecent: false });
		expect(stands('u looked at')).toBe(true);
	});

	it('tells until when a call that was begun may be under way', async () => {
		sets.now = Math.ceil(sets.now / SLOT_MS) * SLOT_MS;
		sets.put('workflow', 'u', slot(2));
		const own = dates();
		expect(own.lastSent('u')).toBeUndefined();
		const end = (Math.floor(sets.now / SLOT_MS) - 1) * SLOT_MS;
		await own.look(['u', 'v']);
		expect(own.lastSent('u')).toBe(end);
		expect(own.lastSent('v')).toBeUndefined();
	});

	it('takes the latest of several calls, and none that is long over', async () => {
		sets.now = Math.ceil(sets.now / SLOT_MS) * SLOT_MS;
		sets.put('workflow', slot(0), slot(4), `v slot ${Math.floor(sets.now / SLOT_MS) - 6}`);
		const own = dates();
		const end = (Math.floor(sets.now / SLOT_MS) + 1) * SLOT_MS;
		await own.look(['u', 'v']);
		expect(own.lastSent('u')).toBe(end);
		expect(own.lastSent('v')).toBeUndefined();
	});
});
