import type { IDataObject } from 'n8n-workflow';

import type { Sandbox } from '../../../sandbox';
import { PublishedTrigger, type Polled } from '../../support/polling';
import { useSandbox } from '../support/useSandbox';

/** What New Leads keeps with the workflow, damaged or of a later version: nothing is charged for it. */

let sandbox: Sandbox;
useSandbox({ persons: 3000, companies: 300 }, (started) => {
	sandbox = started;
});

const DAY_MS = 24 * 3600 * 1000;
const leads = (options: IDataObject = {}): IDataObject => ({
	searchFor: 'persons',
	filtros_pessoa: { niveis_senioridade: ['Pleno'] },
	resultsPerRun: 50,
	options: { maxRequestsPerMinute: 0, ...options },
});

const NODE = 'node:Node';
type Stored = Record<string, { cursor: IDataObject }>;

/** Puts something else in the place of the cursor that is stored. */
function damage(trigger: PublishedTrigger, change: (stored: unknown) => unknown): void {
	const stored = JSON.parse(trigger.stored) as Stored;
	const cursor = change(stored[NODE].cursor) as IDataObject;
	trigger.stored = JSON.stringify({ ...stored, [NODE]: { ...stored[NODE], cursor } });
}

/** A trigger that has delivered the first results, on an n8n that has started again since. */
async function begun(options: IDataObject = {}): Promise<PublishedTrigger> {
	const trigger = new PublishedTrigger(sandbox, leads(options));
	expect((await trigger.publish()).items).toHaveLength(50);
	return trigger;
}

const refusal = (polled: Polled): void => {
	expect(polled.items).toBeNull();
	expect(polled.error?.message).toBe("The saved search position can't be read");
	expect(polled.error?.description).toMatch(
		/Nothing was sent, .* replace the trigger by a copy with another name/,
	);
};

const damages: ReadonlyArray<readonly [name: string, change: (stored: unknown) => unknown]> = [
	['nothing', () => null],
	['text', (stored) => JSON.stringify(stored).slice(0, -5)],
	['an empty object', () => ({})],
	['of a later version', (stored) => ({ ...(stored as IDataObject), version: 2 })],
];

it.each(['stop', 'newSearch'])(
	`a stored position that is damaged is refused, in each of ${damages.length} ways (%s)`,
	async (whenTheSearchEnds) => {
		const trigger = await begun({ whenTheSearchEnds });
		const sent = sandbox.requests.all.length;
		const whole = trigger.stored;
		for (const [name, change] of damages) {
			trigger.stored = whole;
			damage(trigger, change);
			expect([name, await trigger.publish()]).toEqual([name, { items: null }]);
			refusal(await trigger.poll());
			refusal(await trigger.test());
			expect([name, sandbox.requests.all.length]).toEqual([name, sent]);
		}
		expect(trigger.log.join()).toContain('replace the trigger by a copy with another name');
		// The service has forgotten the search: another one would be charged.
		await sandbox.clock.advance(8 * DAY_MS);
		refusal(await trigger.poll());
		expect(sandbox.requests.all).toHaveLength(sent);
		expect(sandbox.ledger.charged()).toBe(1);
	},
);

it('a position that was refused is not overwritten: a backup, or the later version, goes on where it was', async () => {
	const trigger = await begun();
	const whole = trigger.stored;
	damage(trigger, (position) => ({ ...(position as IDataObject), version: 2 }));
	const later = trigger.stored;
	await trigger.restart();
	refusal(await trigger.poll());
	expect(trigger.stored).toBe(later);
	trigger.stored = whole;
	await trigger.restart();
	expect((await trigger.poll()).items).toHaveLength(50);
	expect(sandbox.ledger.charged()).toBe(1);
});

it.each(['damaged', null, 7, []])('data of the node that is %j is refused, too', async (data) => {
	const trigger = await begun();
	trigger.stored = JSON.stringify({ [NODE]: data });
	await trigger.restart();
	refusal(await trigger.poll());
	expect(sandbox.requests.all).toHaveLength(1);
});
