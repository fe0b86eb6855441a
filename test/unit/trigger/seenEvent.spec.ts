import { sleep, type IDataObject, type IWebhookFunctions } from 'n8n-workflow';

import type { ServiceEvent } from '../../../nodes/PersonCompanyDataTrigger/event';
import { SeenEvent } from '../../../nodes/PersonCompanyDataTrigger/seenEvent';

let triggers = 0;
const seenOf = (id: string, data: unknown, event: ServiceEvent, mode = 'webhook'): SeenEvent =>
	new SeenEvent(
		{
			getWorkflow: () => ({ id: 'workflow' }),
			getNode: () => ({ id }),
			getMode: () => mode,
			// What is kept of the workflow is another's.
			getWorkflowStaticData: (of: string) => (of === 'node' ? data : {}),
		} as unknown as IWebhookFunctions,
		event,
	);

/** A new trigger; what n8n stores of it is loaded anew for each call, as n8n does. */
function trigger(id = `trigger${++triggers}`) {
	let stored = '{}';
	return {
		call: (event: ServiceEvent) => {
			const data = JSON.parse(stored) as IDataObject;
			return { seen: seenOf(id, data, event), save: () => (stored = JSON.stringify(data)) };
		},
		restore: (text: string) => (stored = text),
	};
}
const event = (id: number): ServiceEvent => ({ kind: 'prospecting', id: String(id), status: 'done' });

it('is new, taken, and started, for all calls of the process', () => {
	const { call } = trigger();
	const [first, second] = [call(event(1)).seen, call(event(1)).seen];
	expect([first.state, second.state]).toEqual(['new', 'new']);
	first.become('taken');
	expect(second.state).toBe('taken');
	first.become('started');
	expect([second.state, call(event(1)).seen.state]).toEqual(['started', 'started']);
	expect(call({ ...event(1), status: 'error' }).seen.state).toBe('new');
});

it('is new for the production URL although the test URL had it before', () => {
	const id = `trigger${++triggers}`;
	seenOf(id, {}, event(1), 'manual').become('started');
	expect(seenOf(id, {}, event(1), 'webhook').state).toBe('new');
});

it('is new again where its execution was not stored, although it was noted for the next call', () => {
	const { call } = trigger();
	const { seen, save } = call(event(1));
	seen.become('started');
	save();
	seen.become('new');
	expect(call(event(1)).seen.state).toBe('new');
});

it('is stored although n8n forgets that its data has changed when it prepares an execution', async () => {
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
	seenOf(`trigger${++triggers}`, observed, event(1)).become('started');
	expect(changes).toBe(1);
	await sleep(20);
	expect(changes).toBe(2);
});

it('is known in another process while it is one of the newest 2,000', () => {
	const [here, elsewhere] = [trigger(), trigger()];
	for (let i = 0; i <= 2000; i++) {
		const { seen, save } = here.call(event(i));
		seen.become('started');
		elsewhere.restore(save());
	}
	const states = [2000, 1, 0].map((i) => elsewhere.call(event(i)).seen.state);
	expect(states).toEqual(['started', 'started', 'new']);
});

it.each([null, 7, 'damaged', { seen: { a: 1 } }])('%j in place of what is stored loses no event', (data) => {
	const seen = seenOf(`trigger${++triggers}`, data, event(1));
	expect(seen.state).toBe('new');
	seen.become('started');
	expect(seen.state).toBe('started');
});
