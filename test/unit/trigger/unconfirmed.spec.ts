import { clock } from '../../../core/base/clock';
import type { Confirmation } from '../../../nodes/PersonCompanyDataTrigger/confirm';
import type { ServiceEvent } from '../../../nodes/PersonCompanyDataTrigger/event';
import { askAbout, Unconfirmed } from '../../../nodes/PersonCompanyDataTrigger/unconfirmed';

const HOUR_MS = 60 * 60_000;
let now = 1_700_000_000_000;
const known = new Unconfirmed();
let account: string;
let accounts = 0;
beforeEach(() => {
	jest.spyOn(clock, 'now').mockImplementation(() => now);
	// What is known of an account outlasts a test.
	account = `account ${++accounts}`;
});
afterEach(() => jest.restoreAllMocks());

const TRUE: Confirmation = { is: 'true' };
const FALSE: Confirmation = { is: 'false', reason: 'no such job' };
const NOT_YET: Confirmation = { is: 'notYet', reason: 'running' };
const UNANSWERED: Confirmation = { is: 'unknown', reason: 'no answer', isAnswered: false };
const ANSWERED: Confirmation = { is: 'unknown', reason: 'odd answer', isAnswered: true };

const event = (id: number, kind: ServiceEvent['kind'] = 'prospecting'): ServiceEvent => ({
	kind,
	id: String(id),
	status: 'done',
});

let ids = 0;
let callers = 0;

/** Asks about an event, of another caller, and of another job each time unless one is given; tells whether the service was asked. */
async function ask(
	answer: Confirmation,
	{
		requests = 1,
		of = event(++ids),
		by = account,
		late = new AbortController().signal,
		from = `caller ${++callers}`,
	} = {},
) {
	const asking = jest.fn(async () => await Promise.resolve({ answer, requests }));
	const got = await askAbout(known, of, by, from, late, asking);
	return { got, isAsked: asking.mock.calls.length > 0 };
}

const usedUp = (requests: number) => ({
	is: 'unknown',
	isAnswered: false,
	reason: `the ${requests} requests a day for events of this kind that the service does not confirm are used up. If the service sends events of batches to this URL, give those batches a Webhook URL of their own (Enrich in Batch > Options). If others know the URL, replace the trigger by a copy and register the URL of the copy`,
});

it.each([TRUE, FALSE, NOT_YET, UNANSWERED, ANSWERED])(
	'the answer is the one of the service: %j',
	async (answer) => {
		expect(await ask(answer)).toEqual({ got: answer, isAsked: true });
	},
);

describe('a job or batch of which the service has denied an event', () => {
	it.each<[string, Confirmation, boolean]>([
		['denied', FALSE, false],
		['not true yet', NOT_YET, false],
		['answered in another way', ANSWERED, false],
		['confirmed', TRUE, true],
		['not answered', UNANSWERED, true],
	])('is asked about again at once when it was %s: %j', async (_, answer, isAsked) => {
		const of = event(7);
		await ask(answer, { of });
		const again = await ask(TRUE, { of: { ...of, status: 'error' } });
		expect(again.isAsked).toBe(isAsked);
		if (!isAsked)
			expect(again.got).toEqual({
				is: 'notYet',
				reason: 'the service did not confirm another event of this job or batch moments ago',
			});
	});

	it('is asked about again by the time that the service sends it again', async () => {
		const of = event(7);
		await ask(NOT_YET, { of });
		now += 49_000;
		expect((await ask(TRUE, { of })).isAsked).toBe(false);
		now += 2000;
		expect((await ask(TRUE, { of })).isAsked).toBe(true);
	});

	it('is another for another account, kind or ID', async () => {
		await ask(FALSE, { of: event(7) });
		expect((await ask(TRUE, { of: event(7), by: `${account} other` })).isAsked).toBe(true);
		expect((await ask(TRUE, { of: event(7, 'enrichment') })).isAsked).toBe(true);
		expect((await ask(TRUE, { of: event(8) })).isAsked).toBe(true);
	});
});

describe('the requests of a day for events that are not true', () => {
	it('are a twentieth of what the least account has', async () => {
		for (let i = 0; i < 5; i++) expect((await ask(FALSE)).isAsked).toBe(true);
		expect(await ask(TRUE)).toEqual({ got: usedUp(5), isAsked: false });
	});

	it('are a fifth of it from an address that sent a true event, whatever others send', async () => {
		const from = 'the service';
		await ask(TRUE, { from });
		await ask(FALSE, { requests: 5 });
		for (let i = 0; i < 10; i++) expect((await ask(FALSE, { from, requests: 2 })).isAsked).toBe(true);
		expect(await ask(TRUE, { from })).toEqual({ got: usedUp(20), isAsked: false });
		now += 72 * 60_000;
		expect((await ask(TRUE, { from })).isAsked).toBe(true);
	});

	it('are those that were sent, however many for an event', async () => {
		await ask(FALSE, { requests: 4 });
		expect((await ask(FALSE)).isAsked).toBe(true);
		expect((await ask(FALSE)).isAsked).toBe(false);
	});

	it('are overspent by what the last event takes at most', async () => {
		const asked = [];
		for (let i = 0; i < 4; i++) asked.push((await ask(NOT_YET, { requests: 3 })).isAsked);
		expect(asked).toEqual([true, true, false, false]);
		// What was overspent comes back first.
		now += 9 * HOUR_MS;
		expect((await ask(NOT_YET)).isAsked).toBe(false);
		now += HOUR_MS;
		expect((await ask(NOT_YET)).isAsked).toBe(true);
	});

	it('are not spent where the service gives no answer', async () => {
		await ask(FALSE, { requests: 4 });
		for (let i = 0; i < 3; i++) expect((await ask(UNANSWERED)).isAsked).toBe(true);
	});

	it('come back with each event that is true, but no more than there are', async () => {
		await ask(FALSE, { requests: 5 });
		expect((await ask(FALSE)).isAsked).toBe(false);
		now += 5 * HOUR_MS;
		await ask(TRUE, { requests: 3 });
		await ask(TRUE, { requests: 30 });
		for (let i = 0; i < 5; i++) expect((await ask(FALSE)).isAsked).toBe(true);
		expect((await ask(FALSE)).isAsked).toBe(false);
	});

	it('come back over the day', async () => {
		for (let i = 0; i < 5; i++) await ask(FALSE);
		now += 4 * HOUR_MS;
		expect((await ask(FALSE)).isAsked).toBe(false);
		now += HOUR_MS;
		expect((await ask(FALSE)).isAsked).toBe(true);
		expect((await ask(FALSE)).isAsked).toBe(false);
	});

	it('are those of one account, and of one kind of event', async () => {
		await ask(FALSE, { requests: 5 });
		expect((await ask(TRUE, { by: `${account} other` })).isAsked).toBe(true);
		expect((await ask(TRUE, { of: event(++ids, 'batch') })).isAsked).toBe(true);
		expect((await ask(TRUE)).isAsked).toBe(false);
	});
});

it('an event whose time is up while it waits is not asked about', async () => {
	const late = AbortSignal.abort();
	expect(await ask(TRUE, { late })).toEqual({
		got: { is: 'unknown', reason: 'too many events came at once', isAnswered: false },
		isAsked: false,
	});
});

it('no more events are asked about at the same time than calls may be under way', async () => {
	let [underWay, most] = [0, 0];
	const one = async (): Promise<{ answer: Confirmation; requests: number }> => {
		most = Math.max(most, ++underWay);
		await new Promise((resolve) => void setImmediate(resolve));
		underWay--;
		return { answer: TRUE, requests: 1 };
	};
	const all = Array.from({ length: 12 }, async () => {
		await askAbout(known, event(++ids), account, '203.0.113.7', new AbortController().signal, one);
	});
	await Promise.all(all);
	expect(most).toBe(5);
});
