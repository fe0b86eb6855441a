import type { IExecuteFunctions } from 'n8n-workflow';

import { clock } from '../../../core/base/clock';
import { EntryStore, STANDS_AFTER_MS, Unsettled } from '../../../core/once/store';
import { HiddenEntries } from '../../../core/once/hiddenEntries';
import { EntrySets, hidden } from '../../support/entrySets';

let sets: EntrySets;
let store: EntryStore;
beforeEach(() => {
	sets = new EntrySets().start();
	store = new EntryStore(sets.context(), 'workflow');
});
afterEach(() => jest.restoreAllMocks());

describe('entries that are added', () => {
	it('stand, in the end without what has proved it', async () => {
		expect(await store.add(['a', 'b'])).toEqual(new Set());
		expect(sets.has('workflow', 'a') && sets.has('workflow', 'b')).toBe(true);
		expect(sets.size('workflow')).toBe(3);
		await store.end();
		expect([sets.size('workflow'), await store.size(), sets.size('node')]).toEqual([2, 2, 0]);
		expect(clock.sleep).toHaveBeenCalledTimes(1);
		expect(clock.sleep).toHaveBeenCalledWith(STANDS_AFTER_MS);
	});

	it('are told apart from those that were there', async () => {
		sets.put('workflow', 'b', 'c');
		expect(await store.add(['a', 'b'])).toEqual(new Set(['b']));
	});

	it('are none where there are none', async () => {
		expect(await store.add([])).toEqual(new Set());
		expect(sets.calls).toEqual([]);
		expect(clock.sleep).not.toHaveBeenCalled();
	});

	it('are written again when another process has overwritten them', async () => {
		sets.meanwhile.push(sets.overwrittenLater('workflow', 'b'));
		// What the other one has brought is the other one's.
		expect(await store.add(['a', 'b'])).toEqual(new Set(['b']));
		expect(sets.has('workflow', 'a')).toBe(true);
		await store.end();
		expect(sets.size('workflow')).toBe(2);
		expect(clock.sleep).toHaveBeenCalledTimes(2);
	});

	it('and were there are not written again: they would outlast their removal', async () => {
		sets.put('workflow', 'b');
		sets.meanwhile.push(() => sets.drop('workflow', 'b'));
		expect(await store.add(['a', 'b'])).toEqual(new Set(['b']));
		expect(sets.has('workflow', 'b')).toBe(false);
	});

	it('are looked at until each of them stands', async () => {
		sets.meanwhile.push(() => sets.drop('workflow', 'a'));
		expect(await store.add(['a', 'b'])).toEqual(new Set());
		expect(clock.sleep).toHaveBeenCalledTimes(2);
		expect(sets.has('workflow', 'a')).toBe(true);
	});

	it('are given up when others overwrite them all the time', async () => {
		const overwritten = sets.overwrittenLater('workflow');
		sets.meanwhile.push(...Array.from({ length: 20 }, () => overwritten));
		await expect(store.add(['a'])).rejects.toThrow(
			'n8n could not store what the workflow sends, which prevents charging twice (other executions change it all the time, or what n8n has stored is damaged). Nothing was sent. Run it again; if that does not help, duplicate the workflow and give the copy new records only: it would pay again for those that this one has paid for.',
		);
		// With what proves them; what follows takes them back.
		expect(sets.calls.filter(({ what, count }) => what === 'add' && count === 2)).toHaveLength(7);
		expect(sets.size('workflow')).toBe(0);
		// At the last moment they stand.
		sets.meanwhile.length = 0;
		sets.meanwhile.push(...Array.from({ length: 5 }, () => overwritten));
		expect(await store.add(['b'])).toEqual(new Set());
	});

	it('are tried once more when n8n fails, and no more than that', async () => {
		sets.failures.push(new Error('UNIQUE constraint failed'));
		expect(await store.add(['a'])).toEqual(new Set());
		sets.failures.push(new Error('one'), new Error('two'));
		await expect(store.add(['b'])).rejects.toThrow(
			'n8n could not store what the workflow sends, which prevents charging twice (two). Nothing was sent. Run it again; if that does not help, duplicate the workflow and give the copy new records only: it would pay again for those that this one has paid for.',
		);
		expect(sets.has('workflow', 'b')).toBe(false);
	});

	it.each<[string, Array<Error | undefined>, Array<Error | undefined>, boolean, string[]]>([
		['did not store them', [new Error('one'), new Error('two')], [], false, []],
		['stored them at the first attempt', [], [new Error('one')], true, ['a']],
		['stored them at the last attempt', [new Error('one')], [new Error('two')], true, ['a']],
	])('leave no proof where n8n failed and %s', async (_, failures, late, isUnsettled, left) => {
		sets.failures.push(...failures);
		sets.lateFailures.push(...late);
		const error: unknown = await store.add(['a']).catch((thrown: unknown) => thrown);
		expect([error instanceof Error, error instanceof Unsettled]).toEqual([true, isUnsettled]);
		expect(sets.size('workflow')).toBe(left.length);
		expect(left.every((entry) => sets.has('workflow', entry))).toBe(true);
	});

	it('are taken back where n8n fails before they are known to stand: nothing was sent', async () => {
		sets.put('workflow', 'b');
		sets.failures.push(undefined, new Error('one'), new Error('two'));
		await expect(store.add(['a', 'b'])).rejects.toThrow('Nothing was sent. Run it again');
		expect([sets.has('workflow', 'a'), sets.has('workflow', 'b')]).toEqual([false, true]);
		expect(sets.size('workflow')).toBe(1);
	});

	it('leave nothing behind where n8n fails and all of them were there', async () => {
		sets.put('workflow', 'b');
		sets.failures.push(undefined, new Error('one'), new Error('two'));
		await expect(store.add(['b'])).rejects.toThrow('(two)');
		expect([sets.has('workflow', 'b'), sets.size('workflow')]).toEqual([true, 1]);
	});

	it('are taken back again where another process has overwritten that', async () => {
		// Another process reads the set before the removal, and writes it after.
		jest.spyOn(HiddenEntries.prototype, 'remove').mockImplementationOnce(async function (
			this: HiddenEntries,
			unwanted,
		) {
			const overwrite = sets.overwrittenLater('workflow');
			await this.remove(unwanted);
			overwrite();
		});
		sets.put('workflow', 'b');
		sets.failures.push(undefined, new Error('one'), new Error('two'));
		await expect(store.add(['a'])).rejects.toThrow('(two)');
		expect([sets.has('workflow', 'a'), sets.has('workflow', 'b')]).toEqual([false, true]);
	});

	it('are not taken back where another process has overwritten them: it may have added them since', async () => {
		const overwritten = sets.overwrittenLater('workflow', 'a');
		sets.meanwhile.push(overwritten);
		sets.failures.push(undefined, new Error('one'), new Error('two'));
		await expect(store.add(['a'])).rejects.toThrow('(two)');
		expect([sets.has('workflow', 'a'), sets.size('workflow')]).toEqual([true, 1]);
	});

	it('are taken back at once, so that another process can add them while the removal is looked after', async () => {
		sets.failures.push(undefined, new Error('one'), new Error('two'));
		sets.meanwhile.push(
			() => undefined,
			() => sets.put('workflow', 'a'),
		);
		await expect(store.add(['a'])).rejects.toThrow('(two)');
		expect([sets.has('workflow', 'a'), sets.size('workflow')]).toEqual([true, 1]);
	});

	it('are taken back without the mark that is left for a further removal', async () => {
		await store.add(['b']);
		sets.failures.push(undefined, new Error('one'), new Error('two'));
		await expect(store.add(['a'])).rejects.toThrow('(two)');
		await store.end();
		expect([sets.has('workflow', 'b'), sets.size('workflow')]).toEqual([true, 1]);
	});

	it('cannot be counted where n8n cannot read them', async () => {
		const context = sets.context();
		jest.spyOn(context.helpers, 'getProcessedDataCount').mockRejectedValue(new Error('damaged'));
		await expect(new EntryStore(context, 'workflow').size()).rejects.toThrow(
			'n8n could not store what the workflow sends, which prevents charging twice (damaged). Nothing was sent.',
		);
	});

	it('stand although what has proved it stays behind', async () => {
		await store.add(['a']);
		sets.failures.push(undefined, undefined, new Error('busy'));
		expect(await store.add(['b'])).toEqual(new Set());
		await store.end();
		expect(sets.size('workflow')).toBe(3);
	});

	it('leave the proof of one change for a removal, and none where all were there', async () => {
		sets.put('workflow', 'a');
		await store.add(['a']);
		expect(sets.size('workflow')).toBe(1);
		await store.add(['b']);
		await store.add(['c']);
		expect(sets.size('workflow')).toBe(4);
	});
});

describe('entries that are removed', () => {
	it.each([
		['another process', ['other'], [3, 1, 3, 1, 1]],
		['nobody', [], [3, 1, 1]],
	])('are removed again where %s has brought them back', async (_, overwriting, counts) => {
		sets.put('workflow', 'c');
		await store.add(['a', 'b']);
		const { length } = sets.calls;
		if (overwriting.length > 0) sets.meanwhile.push(sets.overwrittenLater('workflow', ...overwriting));
		await store.removeForGood(['a', 'b']);
		expect([sets.has('workflow', 'a'), sets.has('workflow', 'b')]).toEqual([false, false]);
		expect(sets.size('workflow')).toBe(1 + overwriting.length);
		expect(sets.calls.slice(length).map(({ count }) => count)).toEqual(counts);
		expect(clock.sleep).toHaveBeenLastCalledWith(STANDS_AFTER_MS);
	});

	it('stay where another execution has added them meanwhile', async () => {
		sets.put('workflow', 'c');
		await store.add(['a', 'b']);
		sets.meanwhile.push(() => sets.put('workflow', 'a'));
		await store.removeForGood(['a', 'b']);
		expect([sets.has('workflow', 'a'), sets.has('workflow', 'b')]).toEqual([true, false]);
		expect(sets.size('workflow')).toBe(2);
	});

	it('are removed again in that part alone that was overwritten', async () => {
		const unwanted = Array.from({ length: 2500 }, (_, i) => `mine ${i}`);
		const context = sets.context();
		const own = new EntryStore(context, 'workflow');
		sets.put('workflow', 'c');
		await own.add(unwanted);
		const remove = context.helpers.removeProcessed;
		const removals = jest.spyOn(context.helpers, 'removeProcessed');
		// The second one is overwritten; an execution claims what the first one has removed.
		removals.mockImplementationOnce(remove).mockImplementationOnce(async () => {
			sets.put('workflow', 'mine 3');
			await Promise.resolve();
		});
		await own.removeForGood(unwanted);
		expect(unwanted.filter((entry) => sets.has('workflow', entry))).toEqual(['mine 3']);
		expect(removals.mock.calls.map(([entries]) => entries.length)).toEqual([1001, 1001, 501, 1001, 3]);
	});

	it('are given up when others bring them back all the time', async () => {
		await store.add(['a']);
		const overwritten = sets.overwrittenLater('workflow');
		sets.meanwhile.push(...Array.from({ length: 20 }, () => overwritten));
		await store.removeForGood(['a']);
		expect(sets.has('workflow', 'a')).toBe(true);
		expect(sets.calls.filter(({ what }) => what === 'remove')).toHaveLength(7);
	});

	it('are removed although n8n cannot store by what that is looked at', async () => {
		sets.put('workflow', 'a', 'b');
		sets.failures.push(new Error('one'), new Error('two'));
		await store.removeForGood(['a']);
		expect([sets.has('workflow', 'a'), sets.size('workflow')]).toEqual([false, 1]);
	});

	it.each([
		['looked at', [undefined, new Error('one'), new Error('two')], 1],
		['tidied up', [undefined, undefined, new Error('one')], 2],
	])('are removed although n8n fails when that is %s', async (_, failures, size) => {
		sets.put('workflow', 'c');
		await store.add(['a']);
		sets.failures.push(...failures);
		await store.removeForGood(['a']);
		expect([sets.has('workflow', 'a'), sets.has('workflow', 'c')]).toEqual([false, true]);
		expect(sets.size('workflow')).toBe(size);
	});

	it('leave no trace where n8n stores what is looked at, and then fails', async () => {
		const context = sets.context();
		const own = new EntryStore(context, 'workflow');
		sets.put('workflow', 'c');
		await own.add(['a']);
		const add = context.helpers.checkProcessedAndRecord;
		jest.spyOn(context.helpers, 'checkProcessedAndRecord').mockImplementation(async (...given) => {
			await add(...given);
			throw new Error('too late');
		});
		await own.removeForGood(['a']);
		expect([sets.has('workflow', 'c'), sets.size('workflow')]).toEqual([true, 1]);
	});

	it('are not looked for where nothing is left, or nothing is to be removed', async () => {
		await store.add(['a']);
		const { length } = sets.calls;
		await store.removeForGood(['a']);
		expect(sets.calls).toHaveLength(length + 1);
		await store.removeForGood([]);
		expect(sets.calls).toHaveLength(length + 1);
		expect(clock.sleep).toHaveBeenCalledTimes(2);
	});

	it.each([
		// How many there are besides, how many are removed, in which parts.
		[0, 2500, [1000, 1000, 500]],
		[1, 10, [10]],
		[2000, 1500, [1000, 500]],
		[4000, 1000, [500, 500]],
		[40_000, 100, [50, 50]],
	])('are removed in calls that block n8n briefly: besides %i, %i as %j', async (others, count, parts) => {
		const unwanted = Array.from({ length: count }, (_, i) => `mine ${i}`);
		if (others > 1) sets.fill('workflow', others - 1);
		await store.add(unwanted);
		const { length } = sets.calls;
		await store.removeForGood(unwanted);
		const removed = sets.calls.slice(length).filter(({ what }) => what === 'remove');
		// Each with its mark; at last the marks are removed that looking has added.
		const looked = others > 1 ? [parts.length] : [];
		expect(removed.map((call) => call.count)).toEqual([...parts.map((size) => size + 1), ...looked]);
		expect(sets.size('workflow')).toBe(Math.max(0, others - 1));
	});

	it('are removed one by one from a set that is far too large', async () => {
		const context = sets.context();
		jest.spyOn(context.helpers, 'getProcessedDataCount').mockResolvedValue(9_000_000);
		await new EntryStore(context, 'workflow').removeForGood(['a', 'b']);
		// What is looked at is made to stand first.
		expect(sets.calls.map((call) => call.count)).toEqual([2, 2, 2, 2, 2, 2]);
	});
});

describe('calls of the store', () => {
	/** How many calls of two stores n8n has to deal with at the same time. */
	async function most(...stores: readonly [EntryStore, EntryStore]): Promise<number> {
		await Promise.all(stores.map(async (one) => await one.add(['a'])));
		return seen;
	}
	let seen: number;
	const slow = (node: string): IExecuteFunctions => {
		const context = sets.context({ node });
		const { checkProcessedAndRecord: add } = context.helpers;
		context.helpers.checkProcessedAndRecord = async (...given) => {
			seen = Math.max(seen, ++underWay);
			await new Promise((resolve) => void setImmediate(resolve));
			underWay--;
			return await add(...given);
		};
		return context;
	};
	let underWay: number;
	beforeEach(() => {
		seen = 0;
		underWay = 0;
	});

	it('wait for each other where they change the same set', async () => {
		expect(await most(new EntryStore(slow('n'), 'node'), new EntryStore(slow('n'), 'node'))).toBe(1);
		expect(await most(new EntryStore(slow('n'), 'workflow'), new EntryStore(slow('m'), 'workflow'))).toBe(1);
	});

	it('do not wait for those of other sets', async () => {
		expect(await most(new EntryStore(slow('n'), 'node'), new EntryStore(slow('m'), 'node'))).toBe(2);
	});
});

describe('what n8n is given', () => {
	it('is a hash with the key of the instance, in sets from which nothing is dropped', async () => {
		const context = sets.context();
		const { helpers } = context;
		const spies = [
			jest.spyOn(helpers, 'checkProcessedAndRecord'),
			jest.spyOn(helpers, 'removeProcessed'),
			jest.spyOn(helpers, 'getProcessedDataCount'),
		] as const;
		const entries = new HiddenEntries(context, 'node');
		sets.put('node', 'b');
		expect(await entries.add(['a', 'b'])).toEqual(new Set(['b']));
		await entries.remove(['a']);
		expect(await entries.size()).toBe(1);
		expect(spies[0]).toHaveBeenCalledWith([hidden('a'), hidden('b')], 'node', { mode: 'entries' });
		expect(spies[1]).toHaveBeenCalledWith([hidden('a')], 'node', { mode: 'entries' });
		expect(spies[2]).toHaveBeenCalledWith('node', { mode: 'entries' });
	});
});
