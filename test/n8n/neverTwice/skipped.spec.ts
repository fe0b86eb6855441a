import { n8n, sandbox } from '../support';
import { answerAtOnce, callsOf, personsFrom, published, spent } from './enriching';
import { ABOUT_PAYMENT, enrichedOf, errorOf, heldBackOf, untoldOf } from './told';
import { placed } from '../../support/placed';

/** Skip Records Enriched Before leaves out what was output; what was only paid for is never left out without a word. */

const persons = personsFrom(4000);
const skips = { skipEnriched: true, maxRequestsPerMinute: 0 };

/** The persons of a batch as it was sent. */
const contactsOf = (body: unknown): number[] =>
	(body as { contatos: Array<{ id_pessoa: number }> }).contatos.map(({ id_pessoa: id }) => id);

beforeEach(answerAtOnce);

it('pays for each record once, though Request Timeout was changed between the executions', async () => {
	const { run, edit } = await published(placed(skips));
	const contacts = persons(3);
	expect(enrichedOf(await run(contacts))).toEqual([0, 1, 2]);
	await edit(placed({ ...skips, requestTimeout: 120 }));
	const next = await run(contacts);
	expect(await spent()).toBe(3);
	expect(next.status).toBe('success');
	expect(enrichedOf(next)).toEqual([]);
});

describe('when one of five records fails and the workflow stops at it', () => {
	/** Stops at the fifth, which was refunded; four were paid for and not output. */
	async function stopped(operation: string) {
		await sandbox().post('/settings', { failEveryNthRecord: 5 });
		const options = { ...skips, ifSomeItemsFail: 'stop', ifRecordFails: 'error', maxConcurrentRequests: 1 };
		const enriching = await published({ operation, ...placed(options) });
		const contacts = persons(5);
		const first = await enriching.run(contacts);
		expect(first.status).toBe('error');
		expect(await spent()).toBe(4);
		await sandbox().post('/settings', { failEveryNthRecord: 0 });
		return { ...enriching, contacts, first };
	}

	it.each(['enrichPersonBatch', 'enrichPersonNow'])(
		'the next executions output the other four or say that they were paid for, and pay for the failed one alone (%s)',
		async (operation) => {
			const { run, edit, contacts } = await stopped(operation);
			const next = await run(contacts);
			expect(untoldOf(next, 5)).toEqual([]);
			if (next.status === 'error') expect(errorOf(next)).toMatch(ABOUT_PAYMENT);
			expect(await spent()).toBeLessThanOrEqual(5);

			// In all executions together: nothing is left out that was not output before.
			await edit(placed(skips));
			const last = await run(contacts);
			const before = next.status === 'success' ? enrichedOf(next) : [];
			const told = [...before, ...enrichedOf(last), ...heldBackOf(last)];
			expect([...new Set(told)].sort()).toEqual([0, 1, 2, 3, 4]);
			expect(await spent()).toBeLessThanOrEqual(5);
		},
	);

	it('a retry with the workflow as it is now outputs the other four, which n8n still knows, at no charge', async () => {
		const { edit, first, contacts } = await stopped('enrichPersonBatch');
		await edit(placed(skips));
		const retried = await (await n8n()).retryExecution(first, true);
		expect(retried.status).toBe('success');
		expect(enrichedOf(retried)).toEqual(expect.arrayContaining([0, 1, 2, 3]));
		expect(untoldOf(retried, 5)).toEqual([]);
		// The failed one may be tried once more.
		const tried = (await callsOf('b2bPersonEnrichBatch')).flatMap(({ body }) => contactsOf(body));
		expect(tried.filter((id) => id !== contacts[4].id_pessoa)).toHaveLength(4);
		expect(await spent()).toBeLessThanOrEqual(5);
	});
});
