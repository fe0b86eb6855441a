import { sleep, type IDataObject, type IWebhookFunctions } from 'n8n-workflow';

import { clock } from '../../../core/base/clock';
import { fingerprint } from '../../../core/base/fingerprint';
import type { ServiceEvent } from '../../../nodes/PersonCompanyDataTrigger/event';
import { SeenEvents } from '../../../nodes/PersonCompanyDataTrigger/seenEvents';

const HOUR = 60 * 60 * 1000;
let now = 1_700_000_000_000;
beforeEach(() => void jest.spyOn(clock, 'now').mockImplementation(() => now));
afterEach(() => jest.restoreAllMocks());

let triggers = 0;
/** A new trigger; what n8n stores of it is loaded anew for each call, as n8n does. */
function trigger(id = `trigger${++triggers}`) {
	let stored = '{}';
	return {
		id,
		call: () => {
			const data = JSON.parse(stored) as IDataObject;
			const seen = new SeenEvents({
				getWorkflow: () => ({ id: 'workflow' }),
				getNode: () => ({ id }),
				getMode: () => 'webhook',
				// What is kept of the workflow is another's.
				getWorkflowStaticData: (of: string) => (of === 'node' ? data : {}),
			} as unknown as IWebhookFunctions);
			return { seen, save: () => (stored = JSON.stringify(data)) };
		},
		stored: () => (JSON.parse(stored) as { seen?: unknown }).seen,
		restore: (text: string) => (stored = text),
	};
}
/** The times of the events that are stored. */
const timesIn = (seen: unknown): number[] =>
	typeof seen === 'string' ? seen.split(' ').map((entry) => parseInt(entry.slice(20), 36)) : [];
/** What a process has stored of events that have started now; one of a later version reads it. */
const storedOf = (from: number, to: number): string => {
	const hash = (id: number): string => fingerprint('prospecting', String(id), 'done').slice(0, 20);
	const entries = Array.from({ length: to - from }, (_, i) => hash(from + i) + now.toString(36));
	return JSON.stringify({ seen: entries.join(' ') });
};
const event = (id: number): ServiceEvent => ({ kind: 'prospecting', id: String(id), status: 'done' });

it('lets an event through once, however often it comes', () => {
	const { call } = trigger();
	const [first, second] = [call(), call()];
	expect(first.seen.take(event(1))).toBe(true);
	expect(second.seen.take(event(1))).toBe(false);
	expect(second.seen.hasStarted(event(1))).toBe(false);
	first.seen.start(event(1));
	expect(second.seen.hasStarted(event(1))).toBe(true);
	expect(call().seen.take(event(1))).toBe(false);
	expect(call().seen.take({ ...event(1), status: 'error' })).toBe(true);
});

it('takes an event that started nothing for new when it comes again', () => {
	const { call } = trigger();
	const { seen } = call();
	expect(seen.take(event(1))).toBe(true);
	seen.drop(event(1));
	expect(call().seen.take(event(1))).toBe(true);
	seen.start(event(1));
	seen.drop(event(1));
	expect(call().seen.take(event(1))).toBe(true);
});

it('takes an event for new whose execution was not stored, although it was noted for the next call', () => {
	const { call } = trigger();
	const { seen, save } = call();
	seen.take(event(1));
	seen.start(event(1));
	save();
	seen.drop(event(1));
	expect(call().seen.take(event(1))).toBe(true);
});

it('forgets an event after a day, also while others are asked about', () => {
	const { call, stored } = trigger();
	call().seen.start(event(1));
	now += 13 * HOUR;
	expect(call().seen.hasStarted(event(1))).toBe(true);
	now += 11 * HOUR - 1;
	expect(call().seen.hasStarted(event(1))).toBe(true);
	now += 1;
	const { seen, save } = call();
	expect(seen.hasStarted(event(1))).toBe(false);
	seen.start(event(2));
	save();
	expect(timesIn(stored())).toEqual([now]);
});

it('stores an event although n8n forgets that its data has changed when it prepares an execution', async () => {
	const data = { seen: '' };
	let isChanged = false;
	const observed = new Proxy(data, {
		set: (target, name, value) => {
			isChanged = true;
			return Reflect.set(target, name, value);
		},
	});
	const seen = new SeenEvents({
		getWorkflow: () => ({ id: 'workflow' }),
		getNode: () => ({ id: `trigger${++triggers}` }),
		getMode: () => 'webhook',
		getWorkflowStaticData: () => observed,
	} as unknown as IWebhookFunctions);
	seen.start(event(1));
	expect(isChanged).toBe(true);
	isChanged = false;
	await sleep(20);
	expect(isChanged).toBe(true);
	expect(timesIn(data.seen)).toHaveLength(1);
});

it('knows in another process what was stored, for a day', () => {
	const before = trigger();
	const { seen, save } = before.call();
	seen.take(event(1));
	seen.start(event(1));
	const after = trigger();
	after.restore(save());
	expect(after.call().seen.take(event(1))).toBe(false);
	now += 25 * HOUR;
	expect(after.call().seen.take(event(1))).toBe(true);
});

it('knows of an earlier version an event that does not say its state', () => {
	const { call, restore } = trigger();
	const hash = fingerprint('batch', 'b1', '').slice(0, 20);
	restore(JSON.stringify({ seen: hash + now.toString(36) }));
	expect(call().seen.hasStarted({ kind: 'batch', id: 'b1' })).toBe(true);
	expect(call().seen.hasStarted({ kind: 'batch', id: 'b1', status: 'done' })).toBe(false);
});

it('stores of a burst every event, and no more than it needs', () => {
	const { call, stored } = trigger();
	const calls = Array.from({ length: 2500 }, (_, i) => ({ ...call(), i }));
	for (const { seen, i } of calls) expect(seen.take(event(i))).toBe(true);
	for (const { seen, save, i } of calls) {
		seen.start(event(i));
		if (i === calls.length - 1) save();
	}
	expect(timesIn(stored())).toHaveLength(2000);
	expect(call().seen.take(event(2499))).toBe(false);
});

it('forgets no recent event for what another process has stored before', () => {
	const other = trigger();
	for (let i = 0; i < 2000; i++) other.call().seen.start(event(i));
	const old = (() => {
		const { seen, save } = other.call();
		seen.start(event(0));
		return save();
	})();
	now += HOUR;
	const { call, restore } = trigger();
	for (let i = 5000; i < 7000; i++) call().seen.start(event(i));
	restore(old);
	const { seen, save } = call();
	for (const id of [1, 1999, 5000, 6999]) expect(seen.take(event(id))).toBe(false);
	seen.start(event(7000));
	expect(timesIn((JSON.parse(save()) as { seen: unknown }).seen)).toEqual(
		Array.from({ length: 2000 }, () => now),
	);
});

describe('what is stored, damaged or of a later version,', () => {
	const entry = (i: number, time: number): string => String(i).padStart(20, '0') + time.toString(36);
	it.each<[string, unknown]>([
		['is nothing', null],
		['is a number', 7],
		['is text', 'damaged'],
		['is a list', ['x']],
		['is an object', { a: null, b: 'x', c: {}, d: -1, e: 1.5 }],
		['holds no times', 'a b  c-1 %'],
		['has another format', { format: 2, events: [] }],
		['has times to come', entry(0, 9e15)],
	])('%s: an event starts the workflow once all the same, and is stored', (_, damaged) => {
		for (const whole of [{ seen: damaged }, { seen: { seen: damaged } }]) {
			const { call, restore, stored } = trigger();
			restore(JSON.stringify(whole));
			const { seen, save } = call();
			expect(seen.take(event(1))).toBe(true);
			seen.start(event(1));
			save();
			expect(timesIn(stored())).toContain(now);
			expect(call().seen.take(event(1))).toBe(false);
		}
	});

	it.each([null, 7, 'damaged'])(
		'is %j in place of the data of the node: events are known in the process',
		(data) => {
			const { id } = trigger();
			const seen = (): SeenEvents =>
				new SeenEvents({
					getWorkflow: () => ({ id: 'workflow' }),
					getNode: () => ({ id }),
					getMode: () => 'webhook',
					getWorkflowStaticData: () => data,
				} as unknown as IWebhookFunctions);
			expect(seen().take(event(1))).toBe(true);
			seen().start(event(1));
			expect(seen().take(event(1))).toBe(false);
		},
	);

	it('has times to come: they neither outlast the day nor keep newer events from being stored', () => {
		const { call, restore, stored } = trigger();
		const ahead = Array.from({ length: 2000 }, (_, i) => entry(i, 9e15));
		restore(JSON.stringify({ seen: ahead.join(' ') }));
		now += 1;
		const { seen, save } = call();
		now += 1;
		seen.start(event(1));
		save();
		expect(timesIn(stored()).filter((time) => time === now)).toHaveLength(1);
	});

	it('is too much: only as many as are stored at once are read, the newest', () => {
		const { call, restore } = trigger();
		restore(storedOf(0, 4000));
		const { seen } = call();
		expect([1999, 2000, 3999].map((id) => seen.hasStarted(event(id)))).toEqual([false, true, true]);
	});

	it('is huge: no more than needed is read and stored', () => {
		const { call, restore, stored } = trigger();
		const many = Array.from({ length: 300_000 }, (_, i) => entry(i, now));
		restore(JSON.stringify({ seen: many.join(' ') }));
		const { seen, save } = call();
		seen.start(event(1));
		save();
		expect(timesIn(stored())).toHaveLength(2000);
		expect(call().seen.take(event(1))).toBe(false);
	});
});
