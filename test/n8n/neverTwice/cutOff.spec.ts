import type { INodeParameters } from 'n8n-workflow';

import { until } from '../../support/until';
import { enrichingOn } from '../ownEnriching';
import { useOwnStack } from '../ownStack';
import { AT_ONCE, personsFrom } from './enriching';
import { ABOUT_PAYMENT, enrichedOf, errorOf, heldBackOf, untoldOf } from './told';
import { placed } from '../../support/placed';

/** What later executions do after one was cut off, by n8n's end, by hand, or by the service's limit of a day. */

const stack = useOwnStack();
const persons = personsFrom(5000);
const skips = { skipEnriched: true, maxRequestsPerMinute: 0 };

const submissions = () => stack.sandbox.requests.of('b2bPersonEnrichBatch');
const spent = (): number => stack.sandbox.ledger.charged() - stack.sandbox.ledger.refunded();

async function published(parameters: INodeParameters) {
	const enriching = await enrichingOn(stack, parameters);
	await enriching.publish();
	return enriching;
}

/** Begins an execution whose batch takes so long, and waits until that is paid for. */
async function begun(batchMinimumSeconds: number) {
	stack.sandbox.set({ batchMinimumSeconds });
	const enriching = await published(placed(skips));
	const contacts = persons(3);
	const ended = enriching.run(contacts).catch(() => undefined);
	await until(() => spent() === 3);
	return { ...enriching, contacts, ended };
}

it('when n8n is killed after a batch was submitted, the next executions pay for its contacts no more, do not leave them out, and enrich the others', async () => {
	const { contacts, ended, run } = await begun(3600);
	await stack.killAndRestart();
	await ended;
	stack.sandbox.set(AT_ONCE);

	const next = await run(contacts);
	expect(spent()).toBe(3);
	expect(submissions()).toHaveLength(1);
	expect(untoldOf(next, 3)).toEqual([]);
	expect(next.status).toBe('error');
	expect(errorOf(next)).toMatch(ABOUT_PAYMENT);

	const [lead] = persons(1);
	const later = await run([contacts[2], lead, contacts[0], contacts[1]]);
	expect(spent()).toBe(4);
	expect(enrichedOf(later)).toEqual([1]);
	expect(heldBackOf(later)).toEqual([0, 2, 3]);
});

it('when the user stops the execution after a batch was submitted, the next execution outputs the result of that batch', async () => {
	const { contacts, ended, newest, run } = await begun(20);
	await stack.n8n.client.stopExecution((await newest())?.id ?? '');
	await ended;

	const [lead] = persons(1);
	const next = await run([contacts[2], lead, contacts[0], contacts[1]]);
	expect(next.status).toBe('success');
	expect(enrichedOf(next)).toEqual([0, 1, 2, 3]);
	expect(spent()).toBe(4);
	expect(submissions()).toHaveLength(2);
	expect(untoldOf(await run(contacts), 3)).toEqual([0, 1, 2]);
	expect(spent()).toBe(4);
});

it('sends next to nothing in the executions after the one in which the service has blocked the account for the day', async () => {
	stack.sandbox.set({ requestsPerDay: 3 });
	const { run } = await published({
		resource: 'person',
		operation: 'getPerson',
		cpf: '={{ $json.cpf }}',
		options: { advanced: { maxRequestsPerMinute: 0 } },
	});
	const people = Array.from({ length: 50 }, (_, place) => ({ cpf: stack.sandbox.persons.cpf(place) }));
	await run(people.slice(0, 10));
	expect(spent()).toBe(3);
	const before = stack.sandbox.requests.all.length;
	for (const later of [1, 2, 3, 4]) {
		const execution = await run(people.slice(10 * later, 10 * later + 10));
		expect(execution.status).toBe('error');
	}
	expect(stack.sandbox.requests.all.length - before).toBeLessThanOrEqual(4);
	expect(spent()).toBe(3);
});
