import type { IDataObject } from 'n8n-workflow';

import { limits } from '../../contract/model/limits';
import { PersonCompanyDataTrigger } from '../../nodes/PersonCompanyDataTrigger/PersonCompanyDataTrigger.node';
import { startSandbox, type Sandbox } from '../../sandbox';
import { realPause } from '../../sandbox/base/timers';
import { credentialFor, runNode, useClockOf } from '../support/harness';
import { callWebhook, type Called } from '../support/webhooks';

/** The trigger in n8n's own webhook context, over real HTTP, on a clock that runs five times as fast. */

// On a busy machine, a wait takes as long as on any other, and the work longer.
jest.setTimeout(90_000);
const SPEED = 5;
let sandbox: Sandbox;
beforeEach(async () => {
	sandbox = await startSandbox({ clock: 'real', speed: SPEED });
	sandbox.set({ jobSeconds: 0 });
	useClockOf(sandbox);
});
afterEach(async () => {
	jest.restoreAllMocks();
	await sandbox.close();
});

let triggers = 0;

/** A trigger as n8n calls it; what it stores is kept from call to call. */
function trigger(parameters: IDataObject = {}, options: IDataObject = {}) {
	const id = `trigger-${++triggers}`;
	const staticData = {};
	const log: string[] = [];
	return {
		log,
		post: async (
			body: IDataObject,
			more: {
				readonly stored?: 500;
				readonly credential?: IDataObject;
				readonly ip?: string;
			} = {},
		) =>
			await callWebhook({
				sandbox,
				type: new PersonCompanyDataTrigger(),
				node: {
					id,
					parameters: {
						kinds: ['enrichment', 'prospecting', 'batch'],
						statuses: ['done', 'error', 'requested'],
						confirm: true,
						includeResult: false,
						output: 'raw',
						...parameters,
						options: { maxRequestsPerMinute: 0, ...options },
					} as never,
				},
				webhook: 'default',
				body,
				staticData,
				log,
				...more,
			}),
	};
}

/** Creates a job at the service; its ID. */
async function create(path: string, body: IDataObject): Promise<number> {
	const { apiKey, baseUrl } = sandbox;
	const response = await fetch(`${baseUrl}${path}`, {
		method: 'POST',
		headers: { Authorization: `Token ${apiKey}`, 'content-type': 'application/json' },
		body: JSON.stringify(body),
	});
	return ((await response.json()) as { id: number }).id;
}

async function createJobs(count: number): Promise<number[]> {
	const ids: number[] = [];
	const job = { export: true, name: 'Synthetic', quantity: 5, states: ['SP'] };
	for (let i = 0; i < count; i++) ids.push(await create('/persons/prospect/', job));
	return ids;
}

/** Submits a batch that is done at once; its ID. */
async function createBatch(): Promise<string> {
	const { items } = await runNode({
		credential: credentialFor(sandbox),
		resource: 'b2bCompany',
		operation: 'enrichCompanyBatch',
		parameters: { identifyBy: 'id_empresa', afterSubmission: 'return' },
		items: [{ id_empresa: sandbox.companies.id(1) }],
	});
	await realPause(300);
	return String(items[0].json.batchId);
}

const pushed = (id: string, status?: string): IDataObject => ({
	id_processamento: id,
	...(status !== undefined && { status }),
});
const done = (job_id: number): IDataObject => ({ job_id, job_type: 'prospecting', status: 'done' });
const unknown = (i: number): IDataObject => done(900_000 + i);
const reads = (): number =>
	sandbox.requests.of('prospectingResult').length +
	sandbox.requests.of('layoutEnrichmentResult').length +
	sandbox.requests.of('batchStatus').length;
const started = ({ outputs }: Called): unknown => outputs?.[0][0].json;

describe('an event', () => {
	it('starts the workflow when it comes again after n8n could not store the execution', async () => {
		const [job] = await createJobs(1);
		const { post } = trigger();
		expect((await post(done(job), { stored: 500 })).status).toBe(500);
		expect(started(await post(done(job)))).toMatchObject({ job_id: job });
		expect(await post(done(job))).toMatchObject({ status: 200, outputs: undefined });
	});

	it('is asked for again, before the service gives up, when the service cannot be asked in time', async () => {
		const [job] = await createJobs(1);
		sandbox.faults.add({ kind: 'delay', delayMs: 8000, times: 'always' });
		const { post } = trigger();
		const before = sandbox.clock.now();
		const called = await post(done(job));
		expect(called).toMatchObject({ status: 503, outputs: undefined });
		expect(called.answeredAt - before).toBeLessThan(limits.webhookTimeoutSeconds * 1000);
	});

	it('is asked for again when it comes before the job is done', async () => {
		sandbox.set({ jobSeconds: 40 });
		const [job] = await createJobs(1);
		const { post } = trigger();
		expect(await post(done(job))).toMatchObject({ status: 503, outputs: undefined });
		await sandbox.clock.advance(60_000);
		expect(started(await post(done(job)))).toMatchObject({ job_id: job, confirmed: true });
	});

	it('of a batch is asked for again when the service does not know the batch yet', async () => {
		sandbox.set({ batchMinimumSeconds: 0 });
		const id = await createBatch();
		const body = { detail: 'Not found.' };
		sandbox.faults.add({ kind: 'status', status: 404, endpoint: 'batchStatus', body });
		const { post } = trigger();
		expect(await post(pushed(id, 'completed'))).toMatchObject({ status: 503, outputs: undefined });
		await sandbox.clock.advance(60_000);
		expect(started(await post(pushed(id, 'completed')))).toMatchObject({ batchId: id, confirmed: true });
	});

	it.each(['completed', undefined])(
		'of a batch starts the workflow in whatever words: %j',
		async (status) => {
			sandbox.set({ batchMinimumSeconds: 0 });
			const id = await createBatch();
			const called = await trigger({ statuses: ['done', 'error'] }).post(pushed(id, status));
			expect(started(called)).toMatchObject({ batchId: id, status: 'done', confirmed: true });
			expect(reads()).toBe(1);
		},
	);

	it.each([{ status: 'DONE' }, { job_type: 'Prospecting' }])(
		'of a job is not lost that says it in other words: %j',
		async (words) => {
			const [job] = await createJobs(1);
			const called = await trigger().post({ ...done(job), ...words });
			expect(started(called)).toMatchObject({ job_id: job, status: 'done', confirmed: true });
		},
	);

	it('of many at once starts the workflow within three attempts, with the default pace', async () => {
		const jobs = await createJobs(30);
		const { post } = trigger({}, { maxRequestsPerMinute: 30 });
		let open = jobs;
		for (let attempt = 1; attempt <= 3; attempt++) {
			const before = sandbox.clock.now();
			const all = await Promise.all(open.map(async (job) => await post(done(job))));
			expect(Math.max(...all.map(({ answeredAt }) => answeredAt)) - before).toBeLessThan(
				limits.webhookTimeoutSeconds * 1000,
			);
			expect(all.every(({ status, outputs }) => (status === 200) === (outputs !== undefined))).toBe(true);
			open = open.filter((_, i) => all[i].status !== 200);
			await sandbox.clock.advance(60_000);
		}
		expect(open).toEqual([]);
	});
});

describe('an event that is not true', () => {
	it('does not keep the true one away that comes later', async () => {
		const { post } = trigger();
		const next = (await createJobs(1))[0] + 1;
		await post(done(next));
		await createJobs(1);
		expect(started(await post(done(next)))).toMatchObject({ job_id: next });
	});

	it.each(['prospecting', 'enrichment'])(
		'of %s costs a fifth of the daily requests at most, however many there are and however they come',
		async (job_type) => {
			const { post, log } = trigger();
			await Promise.all(Array.from({ length: 99 }, async (_, i) => await post({ ...unknown(i), job_type })));
			for (let i = 0; i < 20; i++) await post({ ...unknown(i), job_type });
			const most = limits.requestsPerDay / 5;
			expect(reads()).toBe(most);
			expect(log.join()).toContain('replace the trigger by a copy');
		},
	);

	it('costs as much again the next day', async () => {
		const [job] = await createJobs(1);
		const { post } = trigger();
		for (let i = 0; i < 30; i++) await post(unknown(100 + i));
		expect(await post(done(job))).toMatchObject({ status: 503, outputs: undefined });
		await sandbox.clock.advance(24 * 60 * 60_000);
		expect(started(await post(done(job)))).toMatchObject({ job_id: job, confirmed: true });
	});

	it('makes no true one wait for its turn', async () => {
		const [job] = await createJobs(1);
		const { post } = trigger({}, { maxRequestsPerMinute: 30 });
		const forged = Array.from({ length: 4 }, async (_, i) => await post(unknown(i)));
		const before = sandbox.clock.now();
		const called = await post(done(job));
		expect(started(called)).toMatchObject({ job_id: job, confirmed: true });
		expect(called.answeredAt - before).toBeLessThan(12_000);
		await Promise.all(forged);
	});
});

describe('when confirmation is impossible', () => {
	const block = () =>
		sandbox.faults.add({
			kind: 'status',
			status: 503,
			body: { error: { code: 'down', description: 'Down.' } },
			times: 'always',
		});

	it('the service is to send the event again, unless the user wants to start with it', async () => {
		block();
		const closed = await trigger().post(done(5));
		expect(closed).toMatchObject({ status: 503, outputs: undefined });
		const open = await trigger({}, { ifNotConfirmable: 'start' }).post(done(5));
		expect(started(open)).toMatchObject({ job_id: 5, confirmed: false, reason: expect.any(String) });
	});

	it('a trigger without a key starts nothing', async () => {
		const { post } = trigger();
		const credential = { ...credentialFor(sandbox), apiKey: '' };
		expect(await post(done(5), { credential })).toMatchObject({ status: 503, outputs: undefined });
	});
});
