import { endpoints } from '../../contract';
import { limits } from '../../contract/model/limits';
import { clock } from '../../core/base/clock';
import { fingerprint } from '../../core/base/fingerprint';
import { Memory } from '../../core/base/memory';
import { DEFAULT_CONCURRENCY, Pace } from '../../core/client/pace';
import type { Confirmation } from './confirm';
import type { ServiceEvent } from './event';

/**
 * Requests that an account spends in a day on events of a kind and trigger that turn out not to be true, of the least it has: few,
 * as anyone may send them; more from where true events came, as the service itself sends some that it cannot confirm
 * (a batch, named by a number). What it sends of one kind takes nothing from the others. An event is asked about while
 * one is left: what it takes beyond that is spent, too, and comes back later.
 */
const FEW_REQUESTS = limits.requestsPerDay / 20;
const MORE_REQUESTS = limits.requestsPerDay / 5;
const DAY_MS = 24 * 60 * 60 * 1000;
/** Shorter than the pause before the service sends an event again: by then, it may be true. */
const REMEMBERED_MS = (limits.webhookRetrySeconds - 10) * 1000;
const MOST_BUDGETS = 1500;
const MOST_EVENTS = 2000;

interface Budget {
	/** Requests spent at a time; they come back evenly over a day, and with each event that is true. */
	spent: { readonly requests: number; readonly at: number };
	readonly gate: Pace;
	readonly most: number;
}

const MOST_CALLERS = 2000;
const CALLERS_MS = 30 * DAY_MS;

/** What a trigger knows of events that may not be true. */
export class Unconfirmed {
	/** By account and kind of event, and by caller where its events were true. */
	readonly budgets = new Memory<Budget>(MOST_BUDGETS, DAY_MS);
	readonly denied = new Memory<true>(MOST_EVENTS, REMEMBERED_MS);
	/**
	 * Callers of which an event was true, by account: the service calls from few addresses. What others make up takes
	 * nothing from its events. Where n8n sees a proxy in place of all callers, they share one budget.
	 */
	readonly callers = new Memory<true>(MOST_CALLERS, CALLERS_MS);
}

const newBudget = (most: number): Budget => ({
	most,
	spent: { requests: 0, at: 0 },
	gate: new Pace({ ceiling: DEFAULT_CONCURRENCY, sleep: async (ms) => await clock.sleep(ms) }),
});

const spentNow = ({ most, spent: { requests, at } }: Budget): number =>
	Math.max(0, requests - ((clock.now() - at) / DAY_MS) * most);

/**
 * Asks about an event, as far as that may cost requests which paid work needs: an event that the service has just
 * denied is not asked about, and no further one once the day's requests for denied events of its kind are used up.
 * Requests for events that got no answer do not count.
 * @param caller the address that the event came from
 * @param ask tells what the service says, and how many requests that took
 * @param late ends the waiting for the events that came before
 */
export async function askAbout(
	{ budgets, denied, callers }: Unconfirmed,
	event: ServiceEvent,
	account: string,
	caller: string,
	late: AbortSignal,
	ask: () => Promise<{ readonly answer: Confirmation; readonly requests: number }>,
): Promise<Confirmation> {
	const key = fingerprint(account, event.kind, event.id);
	const from = `${account} ${caller}`;
	const isKnown = callers.get(from) === true;
	const budget = budgets.use(`${isKnown ? from : account} ${event.kind}`, () =>
		newBudget(isKnown ? MORE_REQUESTS : FEW_REQUESTS),
	);
	const spend = (requests: number): void => {
		budget.spent = { requests: Math.max(0, spentNow(budget) + requests), at: clock.now() };
	};
	return await budget.gate.run(endpoints.batchStatus, async () => {
		if (late.aborted) return tooLate;
		if (denied.get(key)) return askedBefore;
		if (spentNow(budget) > budget.most - 1) return usedUp(budget);
		const { answer, requests } = await ask();
		if (answer.is === 'true') {
			spend(-requests);
			callers.keep(from, true);
		}
		if (!isDenial(answer)) return answer;
		denied.keep(key, true);
		spend(requests);
		return answer;
	});
}

const isDenial = (answer: Confirmation): boolean =>
	answer.is === 'unknown' ? answer.isAnswered : answer.is !== 'true';

const tooLate: Confirmation = {
	is: 'unknown',
	reason: 'too many events came at once',
	isAnswered: false,
};
const askedBefore: Confirmation = {
	is: 'notYet',
	reason: 'the service did not confirm another event of this job or batch moments ago',
};
const usedUp = ({ most }: Budget): Confirmation => ({
	is: 'unknown',
	reason: `the ${most} requests a day for events of this kind that the service does not confirm are used up. If the service sends events of batches to this URL, give those batches a Webhook URL of their own (Enrich in Batch > Options). If others know the URL, replace the trigger by a copy and register the URL of the copy`,
	isAnswered: false,
});
