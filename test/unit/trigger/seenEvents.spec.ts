import { sleep, type IDataObject, type IWebhookFunctions } from 'n8n-workflow';

import type { ServiceEvent } from '../../../nodes/PersonCompanyDataTrigger/event';
import { SeenEvents } from '../../../nodes/PersonCompanyDataTrigger/seenEvents';

let triggers = 0;
const seenOf = (id: string, data: unknown): SeenEvents =>
	new SeenEvents({
		getWorkflow: () => ({ id: 'workflow' }),
		getNode: () => ({ id }),
		getMode: () => 'webhook',
		// What is kept of the workflow is another's.
		getWorkflowStaticData: (of: string) => (of === 'node' ? data : {}),
	} as unknown as IWebhookFunctions);

/** A new trigger; what n8n stores of it is loaded anew for each call, as n8n does. */
function trigger(id = `trigger${++triggers}`) {
	let stored = '{}';
	return {
		call: () => {
			const data = JSON.parse(stored) as IDataObject;
			return { seen: seenOf(id, data), save: () => (stored = JSON.stringify(data)) };
		},
		stored: () => String((JSON.parse(stored) as { seen?: unknown }).seen).split(' '),
		restore: (text: string) => (stored = text),
	};
}
const event = (id: number): ServiceEvent => ({ kind: 'prospecting', id: String(id), status: 'done' });

it('takes an event that started nothing for new when it comes again', () => {
	const { call } = trigger();
	const { seen } = call();
	expect(seen.take(event(1))).toBe(true);
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

it('stores an event although n8n forgets that its data has changed when it prepares an execution', async () => {
	let changes = 0;
	const observed = new Proxy<IDataObject>(
		{},
		{
			set: (target, name, value) => {
				changes++;
				return Reflect.set(target, name, value);
			},
		},
	);
	seenOf(`trigger${++triggers}`, observed).start(event(1));
	expect(changes).toBe(1);
	await sleep(20);
	expect(changes).toBe(2);
});

it('stores of a burst the newest, and no more than it needs', () => {
	const { call, stored } = trigger();
	const calls = Array.from({ length: 2500 }, (_, i) => ({ ...call(), i }));
	for (const { seen, save, i } of calls) {
		expect(seen.take(event(i))).toBe(true);
		seen.start(event(i));
		if (i === calls.length - 1) save();
	}
	expect(stored()).toHaveLength(2000);
	expect(call().seen.take(event(2499))).toBe(false);
});

it.each([null, 7, 'damaged', { seen: { a: 1 } }])('%j in place of what is stored loses no event', (data) => {
	const id = `trigger${++triggers}`;
	expect(seenOf(id, data).take(event(1))).toBe(true);
	seenOf(id, data).start(event(1));
	expect(seenOf(id, data).take(event(1))).toBe(false);
});
