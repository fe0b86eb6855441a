import type { IExecuteFunctions } from 'n8n-workflow';

import { clock } from '../../../core/base/clock';
import { HiddenEntries } from '../../../core/once/hiddenEntries';
import { EntryStore, STANDS_AFTER_MS } from '../../../core/once/store';
import { EntrySets, hidden } from '../../support/entrySets';

let sets: EntrySets;
let store: EntryStore;
beforeEach(() => {
	sets = new EntrySets().start();
	store = new EntryStore(sets.context(), 'workflow');
});
afterEach(() => jest.restoreAllMocks());

describe('entries that are added', () => {
	it('stand, without what has proved it', async () => {
		expect(await store.add(['a', 'b'])).toEqual(new Set());
		expect(sets.has('workflow', 'a') && sets.has('workflow', 'b')).toBe(true);
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
			'n8n could not store what the workflow sends, which prevents charging twice (other executions change it all the time, or what n8n has stored is damaged). Nothing was sent. Run it again; if that does not help, duplicate the workflow: the copy starts with an empty memory.',
		);
		expect(sets.calls.filter(({ what }) => what === 'add')).toHaveLength(7);
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
			'n8n could not store what the workflow sends, which prevents charging twice (two). Nothing was sent. Run it again; if that does not help, duplicate the workflow: the copy starts with an empty memory.',
		);
		expect(sets.has('workflow', 'b')).toBe(false);
	});

	it('cannot be counted where n8n cannot read them', async () => {
		const context = sets.context();
		jest.spyOn(context.helpers, 'getProcessedDataCount').mockRejectedValue(new Error('damaged'));
		await expect(new EntryStore(context, 'workflow').size()).rejects.toThrow(
			'n8n could not store what the workflow sends, which prevents charging twice (damaged). Nothing was sent.',
		);
	});

	it('stand although what has proved it stays behind', async () => {
		sets.failures.push(undefined, undefined, new Error('busy'));
		expect(await store.add(['a'])).toEqual(new Set());
		expect(sets.size('workflow')).toBe(2);
	});
});

describe('entries that are removed', () => {
	it('are removed again, in case another process has brought them back', async () => {
		sets.put('workflow', 'a', 'b', 'c');
		sets.meanwhile.push(() => sets.put('workflow', 'a'));
		await store.removeForGood(['a', 'b']);
		expect([sets.has('workflow', 'a'), sets.has('workflow', 'b'), sets.size('workflow')]).toEqual([
			false,
			false,
			1,
		]);
		expect(clock.sleep).toHaveBeenCalledWith(STANDS_AFTER_MS);
	});

	it('are not looked for where nothing is left, or nothing is to be removed', async () => {
		sets.put('workflow', 'a');
		await store.removeForGood(['a']);
		expect(sets.calls).toHaveLength(1);
		await store.removeForGood([]);
		expect(sets.calls).toHaveLength(1);
		expect(clock.sleep).toHaveBeenCalledTimes(1);
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
		sets.put('workflow', ...unwanted);
		sets.fill('workflow', others);
		// Only the first of the two removals.
		sets.meanwhile.push(() => {
			throw new Error('enough');
		});
		await expect(store.removeForGood(unwanted)).rejects.toThrow('enough');
		expect(sets.calls.map((call) => call.count)).toEqual(parts);
		expect(sets.size('workflow')).toBe(others);
	});

	it('are removed one by one from a set that is far too large', async () => {
		const context = sets.context();
		jest.spyOn(context.helpers, 'getProcessedDataCount').mockResolvedValue(9_000_000);
		await new EntryStore(context, 'workflow').removeForGood(['a', 'b']);
		expect(sets.calls.map((call) => call.count)).toEqual([1, 1, 1, 1]);
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
