import type { IExecuteFunctions } from 'n8n-workflow';

import { clock } from '../../../core/base/clock';
import { Claims, type Finding } from '../../../core/once/claims';
import { MOST_ENTRIES } from '../../../core/once/store';

const HOUR_MS = 60 * 60_000;

/** n8n's store of a workflow, shared by all of its executions. */
class Store {
	readonly entries = new Set<string>();
	/** What happens the next time that an execution lets time pass. */
	meanwhile?: () => Promise<void>;
	/** As after a kill: nothing is removed any more. */
	isCut = false;

	/** Claims of another execution. */
	claims(isDated = false, skipsKnown = false): Claims {
		const context = {
			getInstanceId: () => 'instance',
			getNode: () => ({ id: 'node' }),
			getWorkflow: () => ({ id: 'workflow' }),
			helpers: {
				getProcessedDataCount: async () => this.entries.size,
				checkProcessedAndRecord: async (wanted: string[]) => {
					const processed = wanted.filter((entry) => this.entries.has(entry));
					for (const entry of wanted) this.entries.add(entry);
					return { processed, new: [] };
				},
				removeProcessed: async (unwanted: string[]) => {
					if (!this.isCut) for (const entry of unwanted) this.entries.delete(entry);
				},
			},
		} as unknown as IExecuteFunctions;
		return new Claims(context, { skipsKnown, submitsAgain: false, isDated });
	}

	/** What another execution finds. */
	async find(isDated = false): Promise<Finding | undefined> {
		return (await this.claims(isDated).take(['unit'])).get('unit');
	}
}

let store: Store;
let now: number;
beforeEach(() => {
	store = new Store();
	now = 1000 * HOUR_MS;
	jest.spyOn(clock, 'now').mockImplementation(() => now);
	jest.spyOn(clock, 'sleep').mockImplementation(async (ms) => {
		now += ms;
		const { meanwhile } = store;
		store.meanwhile = undefined;
		await meanwhile?.();
	});
});

describe('a claimed unit', () => {
	it('is open to others until it is released, and then leaves nothing behind', async () => {
		const claims = store.claims();
		expect([...(await claims.take(['unit'])).values()]).toEqual(['free']);
		expect(await store.find()).toBe('open');
		await claims.release(['unit']);
		expect(store.entries.size).toBe(0);
	});

	it('that is released while another execution looks is not open for ever', async () => {
		const claims = store.claims();
		await claims.take(['unit']);
		store.meanwhile = async () => await claims.release(['unit']);
		expect(await store.find()).toBe('open');
		expect(await store.find()).toBe('free');
	});

	it('that is released while another execution looks when it was sent is free for that one', async () => {
		const claims = store.claims(true);
		await claims.take(['unit']);
		// The date is written beside the sending.
		await new Promise((resolve) => void setImmediate(resolve));
		store.meanwhile = async () => await claims.release(['unit']);
		expect(await store.find(true)).toBe('free');
		expect(await store.find()).toBe('open');
	});
});

describe('the date of an open unit', () => {
	it.each([
		[0, 'openRecently'],
		[16, 'openRecently'],
		[20, 'open'],
	])('tells after %i hours: %s', async (hours, finding) => {
		await store.claims(true).take(['unit']);
		now += hours * HOUR_MS;
		expect(await store.find(true)).toBe(finding);
		// Looking has not changed that.
		expect(await store.find(true)).toBe(finding);
	});

	it('does not come from an execution that only looked and was killed', async () => {
		await store.claims().take(['unit']);
		store.isCut = true;
		expect(await store.find(true)).toBe('open');
		store.isCut = false;
		expect(await store.find(true)).toBe('open');
	});
});

describe('a store without room', () => {
	const units = (count: number): string[] => Array.from({ length: count }, (_, i) => `unit ${i}`);
	const fill = (count: number): void => units(count).forEach((unit) => store.entries.add(`other ${unit}`));

	it.each([true, false])(
		'takes as many units as fit, and refuses more before any is claimed (skips known: %s)',
		async (skipsKnown) => {
			fill(MOST_ENTRIES - 10);
			const before = store.entries.size;
			const refused = store.claims(false, skipsKnown).take(units(11));
			await expect(refused).rejects.toThrow(
				/has reached the 75,000 records .* Nothing was sent\. Duplicate the node/,
			);
			expect(store.entries.size).toBe(before);
			const fitting = skipsKnown ? 4 : 10;
			expect([...(await store.claims(false, skipsKnown).take(units(fitting))).values()]).toEqual(
				Array(fitting).fill('free'),
			);
		},
	);

	it('says to send fewer at once when no node could take so many', async () => {
		const refused = store.claims().take(units(MOST_ENTRIES + 1));
		await expect(refused).rejects.toThrow(
			/More records are to be sent at once .* 75,000.* Nothing was sent\. .*Loop Over Items/,
		);
		expect(store.entries.size).toBe(0);
	});
});
