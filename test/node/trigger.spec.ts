import type { IDataObject, INodeType, IWebhookFunctions } from 'n8n-workflow';

import { limits } from '../../contract/model/limits';
import { PersonCompanyDataTrigger } from '../../nodes/PersonCompanyDataTrigger/PersonCompanyDataTrigger.node';
import { SimulatedTime } from '../support/simulatedTime';
import { credentialFor } from '../support/harness';
import { callWebhook, type Call, type Called } from '../support/webhooks';
import { useNode } from './support/useNode';

/** The trigger in n8n's own webhook context, over real HTTP. */

const { sandbox, run } = useNode({ persons: 100, companies: 100 });

const trigger = new PersonCompanyDataTrigger();

/** The trigger, whose calls take no time. */
const quick = (time: SimulatedTime): INodeType => ({
	description: trigger.description,
	webhook: async function (this: IWebhookFunctions) {
		const send = this.helpers.httpRequestWithAuthentication;
		this.helpers.httpRequestWithAuthentication = async function (...sent) {
			return (await time.during(send.apply(this, sent))) as unknown;
		};
		return await trigger.webhook.call(this);
	},
});

interface Published {
	readonly log: string[];
	/** Sends events at the same time. */
	readonly postAll: (bodies: readonly IDataObject[], stored?: 500) => Promise<Called[]>;
	readonly post: (body: IDataObject, stored?: 500) => Promise<Called>;
}

let triggers = 0;

/** A trigger as n8n calls it; what it stores is kept from call to call. */
function published(parameters: IDataObject = {}, more: Partial<Call> = {}): Published {
	const form = {
		...{ kinds: ['enrichment', 'prospecting', 'batch'], statuses: ['done', 'error', 'requested'] },
		...{ confirm: true, ...parameters },
	};
	const node = { id: `trigger-${++triggers}`, parameters: form as never };
	const staticData = {};
	const log: string[] = [];
	const postAll = async (bodies: readonly IDataObject[], stored?: 500): Promise<Called[]> => {
		const time = new SimulatedTime(sandbox.clock);
		const credential = { ...credentialFor(sandbox), maxRequestsPerMinute: 0 };
		const given = { sandbox, credential, type: quick(time), node, staticData, log, stored };
		const call = { ...given, webhook: 'default', ...more } as const;
		const all = Promise.all(bodies.map(async (body) => await callWebhook({ ...call, body })));
		try {
			return await time.pass(all);
		} finally {
			time.end();
		}
	};
	return { log, postAll, post: async (body, stored) => (await postAll([body], stored))[0] };
}

async function createJob(jobSeconds = 0): Promise<number> {
	sandbox.set({ jobSeconds });
	const job = { jobName: 'Synthetic', quantity: 5, filters: { states: ['SP'] }, resultAs: 'id' };
	const { items } = await run('prospecting.createPersonJob', { ...job, options: { ifSentBefore: 'send' } });
	return Number(items[0].json.id);
}

const done = (job_id: number): IDataObject => ({ job_id, job_type: 'prospecting', status: 'done' });
const unknown = (count: number): IDataObject[] => Array.from({ length: count }, (_, i) => done(900_000 + i));
const started = ({ outputs }: Called): unknown => outputs?.[0][0].json;
const answer = (body: unknown): void =>
	sandbox.faults.add({ kind: 'status', status: 200, endpoint: 'prospectingResult', body, times: 'always' });
const again = { status: 503, outputs: undefined };
const reads = (): number =>
	sandbox.requests.of('prospectingResult').length + sandbox.requests.of('layoutEnrichmentResult').length;

describe('a call that starts nothing', () => {
	it.each(['GET', 'HEAD', 'OPTIONS'])('is answered where the service tests the URL: %s', async (method) => {
		const body = { received: false, reason: 'available' };
		const { post } = published({}, { method });
		expect(await post(done(7))).toMatchObject({ status: 200, body, outputs: undefined });
	});

	const LEFT_OUT = "'Trigger On' or 'Status' leaves it out";
	it.each<[string, IDataObject, IDataObject, status: number, why: string]>([
		['of a kind that is not wanted', { kinds: ['enrichment', 'batch'] }, done(7), 200, LEFT_OUT],
		['of a state that is not wanted', { statuses: ['error'] }, done(7), 200, LEFT_OUT],
		['of an unknown state', {}, { ...done(7), status: 'archived' }, 200, 'status is unknown'],
		['to wrong settings', { confirm: 'maybe' }, done(7), 503, 'the trigger is not configured correctly'],
	])('is logged, and nothing is asked: %s', async (_, parameters, event, status, why) => {
		const { post, log } = published(parameters);
		expect(await post(event)).toMatchObject({ status, outputs: undefined });
		expect(log).toEqual([`An event did not start the workflow: ${why}.`]);
		expect(sandbox.requests.all).toEqual([]);
	});
});

describe('an event', () => {
	it('need not be confirmed', async () => {
		const receivedAt = new Date(sandbox.clock.now()).toISOString();
		const called = await published({ confirm: false }).post(done(7));
		expect(started(called)).toEqual({ ...done(7), confirmed: false, receivedAt });
		expect(sandbox.requests.all).toEqual([]);
	});

	it('is being processed while the service is asked', async () => {
		const job = await createJob();
		const [first, second] = await published().postAll([done(job), done(job)]);
		expect(started(first)).toMatchObject({ job_id: job });
		expect(second).toMatchObject({ ...again, body: { reason: 'the event is being processed' } });
	});

	it('starts the workflow once, and again when n8n could not store the execution', async () => {
		const job = await createJob();
		const { post } = published();
		expect((await post(done(job), 500)).status).toBe(500);
		expect(started(await post(done(job)))).toMatchObject({ job_id: job, confirmed: true });
		expect(await post(done(job))).toMatchObject({ status: 200, outputs: undefined });
	});

	it('is asked for again when it comes before the job is done', async () => {
		const job = await createJob(40);
		const { post } = published();
		expect(await post(done(job))).toMatchObject(again);
		await sandbox.clock.advance(60_000);
		expect(started(await post(done(job)))).toMatchObject({ job_id: job });
	});

	it.each([{ status: 'DONE' }, { job_type: 'Prospecting' }])(
		'is not lost that is told in other words: %j',
		async (words) => {
			const job = await createJob();
			const called = await published().post({ ...done(job), ...words });
			expect(started(called)).toMatchObject({ job_id: job, status: 'done', confirmed: true });
		},
	);

	it.each(['completed', undefined])(
		'of a batch starts the workflow in whatever words: %j',
		async (status) => {
			sandbox.set({ batchMinimumSeconds: 0 });
			const company = { identifyBy: 'id_empresa', id_empresa: sandbox.companies.id(1) };
			const returned = { ...company, afterSubmission: 'return' };
			const { items } = await run('b2bCompany.enrichCompanyBatch', returned);
			const id_processamento = String(items[0].json.batchId);
			await sandbox.clock.advance(1000);
			const event = { id_processamento, ...(status !== undefined && { status }) };
			// The service may call before it has the batch.
			const body = { detail: 'Not found.' };
			sandbox.faults.add({ kind: 'status', status: 404, endpoint: 'batchStatus', body });
			const { post } = published({ statuses: ['done', 'error'] });
			expect(await post(event)).toMatchObject(again);
			await sandbox.clock.advance(60_000);
			const batch = { batchId: id_processamento, status: 'done', confirmed: true };
			expect(started(await post(event))).toMatchObject(batch);
		},
	);

	it('of many at once starts the workflow within three attempts, with the default pace', async () => {
		const { postAll } = published({}, { credential: credentialFor(sandbox) });
		let open: number[] = [];
		for (let i = 0; i < 20; i++) open.push(await createJob());
		for (let attempt = 1; attempt <= 3; attempt++) {
			const before = sandbox.clock.now();
			const all = await postAll(open.map(done));
			const last = Math.max(...all.map(({ answeredAt }) => answeredAt)) - before;
			expect(last).toBeLessThan(limits.webhookTimeoutSeconds * 1000);
			expect(all.every(({ status, outputs }) => (status === 200) === (outputs !== undefined))).toBe(true);
			open = open.filter((_, i) => all[i].status !== 200);
			await sandbox.clock.advance(60_000);
		}
		expect(open).toEqual([]);
	});
});

describe('an event that is not true', () => {
	it('starts nothing for good', async () => {
		answer({ status: 'failed', error: 'why' });
		const { post, log } = published();
		const body = { received: false, reason: 'the event is not true' };
		expect(await post(done(7))).toMatchObject({ status: 200, body, outputs: undefined });
		expect(log).toEqual(['An event did not start the workflow: the service reports the state "error".']);
	});

	it('does not keep the true one away that comes later', async () => {
		const { post } = published();
		const next = (await createJob()) + 1;
		await post(done(next));
		expect(await createJob()).toBe(next);
		expect(started(await post(done(next)))).toMatchObject({ job_id: next });
	});

	it('costs a fifth of the daily requests at most, however it comes, and as much again the next day', async () => {
		// What other tests have used of the day is of no account.
		await sandbox.clock.advance(24 * 60 * 60_000);
		const { post, postAll, log } = published();
		const job = await createJob();
		await postAll(unknown(99));
		for (const event of unknown(20)) await post({ ...event, job_type: 'enrichment' });
		expect(reads()).toBe(limits.requestsPerDay / 5);
		expect(log.join()).toContain('replace the trigger with a copy');
		expect(await post(done(job))).toMatchObject(again);
		await sandbox.clock.advance(24 * 60 * 60_000);
		expect(started(await post(done(job)))).toMatchObject({ job_id: job, confirmed: true });
	});
});

it.each<[string, IDataObject, RegExp]>([
	['there is no key', { apiKey: ' ' }, /: 'API Key' in the credential is empty\.$/],
	[
		'the service refuses the key',
		{ apiKey: 'wrong' },
		/: The service did not accept the API key.* whitelist\.$/,
	],
	['the service cannot be reached', { baseUrl: 'http://127.0.0.1:9/v1' }, /: No connection to the service/],
])('is sent again where %s', async (_, wrong, why) => {
	const credential = { ...credentialFor(sandbox), ...wrong };
	const { post, log } = published({}, { credential });
	expect(await post(done(5))).toMatchObject(again);
	expect(log).toEqual([expect.stringMatching(why)]);
});
