import { endpoints } from '../../contract';
import { limits } from '../../contract/model/limits';
import { clock } from '../../core/base/clock';
import { sharedBy } from '../../core/background/sharedSession';
import { DEFAULT_CONCURRENCY, Pace } from '../../core/client/pace';
import type { Confirmation } from './confirm';

/**
 * Requests that an account spends in a day on events that the service does not confirm, besides those under way:
 * anyone who knows the URL may send them, and paid work needs the requests.
 */
export const MOST_UNCONFIRMED = limits.requestsPerDay / 5;
const DAY_MS = 24 * 60 * 60 * 1000;

/** What an account has spent on them, and since when; its events are asked about a few at a time. */
interface Ceiling {
	day: { readonly since: number; requests: number };
	readonly gate: Pace;
}

const newCeiling = (): Ceiling => ({
	day: { since: clock.now(), requests: 0 },
	gate: new Pace({ ceiling: DEFAULT_CONCURRENCY, sleep: async (ms) => await clock.sleep(ms) }),
});

/**
 * Asks about an event, unless the day's requests for events that the service does not confirm are used up.
 * @param ask tells what the service says, and how many requests that took
 * @param late ends the waiting for the events that came before
 */
export async function askAbout(
	account: string,
	late: AbortSignal,
	ask: () => Promise<{ readonly answer: Confirmation; readonly requests: number }>,
): Promise<Confirmation> {
	const ceiling = sharedBy(`unconfirmed events of ${account}`, newCeiling);
	return await ceiling.gate.run(endpoints.batchStatus, async () => {
		if (late.aborted) return tooLate;
		const now = clock.now();
		if (now >= ceiling.day.since + DAY_MS) ceiling.day = { since: now, requests: 0 };
		if (ceiling.day.requests >= MOST_UNCONFIRMED) return usedUp;
		const { answer, requests } = await ask();
		if (isDenial(answer)) ceiling.day.requests += requests;
		return answer;
	});
}

const isDenial = (answer: Confirmation): boolean => {
	if (answer.is === 'unknown') return answer.isAnswered;
	return answer.is === 'notYet' ? answer.exists !== true : answer.is === 'false';
};

const tooLate: Confirmation = { is: 'unknown', reason: 'too many events came at once', isAnswered: false };
const usedUp: Confirmation = {
	is: 'unknown',
	reason: `the ${MOST_UNCONFIRMED} requests a day for events that the service does not confirm are used up. If the service sends events of batches to this URL, give those batches a Webhook URL of their own (Enrich in Batch > Options). If others know the URL, replace the trigger by a copy and register the URL of the copy`,
	isAnswered: false,
};
