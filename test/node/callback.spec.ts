import type { IDataObject, INode, IWebhookFunctions } from 'n8n-workflow';

import { asText, suspendedState, type SuspendedState } from '../../core/background/suspend';
import { PersonCompanyData } from '../../nodes/PersonCompanyData/PersonCompanyData.node';
import type { Sandbox } from '../../sandbox';
import { credentialFor } from '../support/harness';
import { callWebhook, webhookContext, type Called } from '../support/webhooks';
import { useSandbox } from './support/useSandbox';

/** Callbacks to an execution that waits, in n8n's own webhook context, over real HTTP. */

let sandbox: Sandbox;
useSandbox({ persons: 100 }, (started) => {
	sandbox = started;
});

const type = new PersonCompanyData();

/** Submits a batch of one person. */
async function submit(person: number): Promise<string> {
	const { apiKey, baseUrl } = sandbox;
	const response = await fetch(`${baseUrl}/b2b/persons/enrich/bulk`, {
		method: 'POST',
		headers: { Authorization: `Token ${apiKey}`, 'content-type': 'application/json' },
		body: JSON.stringify({ contatos: [{ id_pessoa: 10_000_000 + person }] }),
	});
	return ((await response.json()) as { id_processamento: string }).id_processamento;
}

/** An execution that waits for this batch, of one item. */
const waitingFor = (id: string, limitSeconds = 600): IDataObject => ({
	suspension: {
		version: 1,
		id,
		contacts: [{ name: 'id_pessoa', value: '10000001', item: 0 }],
		limitSeconds,
		until: sandbox.clock.now() + limitSeconds * 1000,
		done: [],
	},
});

/** As it is kept with the execution. */
const kept = ({ suspension }: IDataObject): IDataObject => ({
	suspension: asText(suspension as unknown as SuspendedState),
});

/** Each test has an execution of its own. */
let execution = 0;
beforeEach(() => void execution++);

/** What is pushed may be of anybody: the status is read by the ID that the execution keeps. */
const body = { id_processamento: 'another', status: 'failed' };
const callback = async (state: IDataObject, node: Partial<INode> = {}, log: string[] = []): Promise<Called> =>
	await callWebhook({ log, sandbox, type, node, webhook: 'setup', path: `/${execution}/node`, state, body });

const polls = (): number => sandbox.requests.of('batchStatus').length;
const outcomes = ({ outputs }: Called): unknown => outputs?.[0].map(({ json }) => json.outcome);

it('is answered before anything is read', async () => {
	sandbox.set({ batchMinimumSeconds: 0 });
	const id = await submit(1);
	const before = sandbox.clock.now();
	sandbox.faults.add({ kind: 'status', status: 503, endpoint: 'batchStatus', times: 3 });
	const called = await callback(kept(waitingFor(id)));
	expect(called).toMatchObject({ status: 200, answeredAt: before });
	// What could not be read at first is read again, as the service does not call a second time.
	expect(outcomes(called)).toEqual(['enriched']);
	expect(sandbox.clock.now()).toBeGreaterThan(before);
});

it('is followed up after a block of the account has ended', async () => {
	sandbox.set({ batchMinimumSeconds: 0 });
	const id = await submit(1);
	sandbox.faults.add({
		kind: 'status',
		status: 429,
		body: { error: { code: 'limit', description: 'Too many requests.' } },
		endpoint: 'batchStatus',
	});
	expect(outcomes(await callback(kept(waitingFor(id))))).toEqual(['enriched']);
	expect(polls()).toBe(2);
});

it('of a batch whose status still says that it is at work is followed up', async () => {
	sandbox.set({ batchMinimumSeconds: 25 });
	const called = await callback(kept(waitingFor(await submit(1))));
	expect(called.status).toBe(200);
	expect(outcomes(called)).toEqual(['enriched']);
});

it.each([
	['cut text', () => asText(waitingFor('a').suspension as unknown as SuspendedState).slice(0, -9)],
	[
		'what another version writes',
		() => asText({ ...(waitingFor('a').suspension as object), version: 2 } as unknown as SuspendedState),
	],
])(
	'of a wait whose state is %s says so in the log with advice, asks nothing, and n8n goes on by itself',
	async (_, suspension) => {
		const log: string[] = [];
		const called = await callback({ suspension: suspension() }, {}, log);
		expect(called).toMatchObject({ status: 200, outputs: undefined });
		expect(log.join()).toContain("'Enrichment Batch > Wait for Completion' reads, free.");
		expect(sandbox.requests.all).toHaveLength(0);
	},
);

it('is followed up until the limit of the wait, and no longer', async () => {
	sandbox.set({ batchMinimumSeconds: 3600 });
	const before = sandbox.clock.now();
	const called = await callback(kept(waitingFor(await submit(1), 120)));
	expect(called).toMatchObject({ status: 200, outputs: undefined });
	expect(sandbox.clock.now() - before).toBeLessThanOrEqual(120_000);
});

it('that comes again and again is followed up once', async () => {
	sandbox.set({ batchMinimumSeconds: 300 });
	const state = kept(waitingFor(await submit(1)));
	const all = await Promise.all(Array.from({ length: 20 }, async () => await callback(state)));
	expect(all.map(({ status }) => status)).toEqual(Array(20).fill(200));
	expect(all.filter(({ outputs }) => outputs !== undefined)).toHaveLength(1);
	const times = sandbox.requests.of('batchStatus').map(({ time }) => time);
	expect(times.length).toBeLessThanOrEqual(12);
	const pauses = times.slice(1).map((time, i) => time - times[i]);
	expect(Math.min(...pauses)).toBeGreaterThanOrEqual(9_900);
});

it('resumes nothing when it comes after one that has resumed', async () => {
	sandbox.set({ batchMinimumSeconds: 0 });
	const state = kept(waitingFor(await submit(1)));
	expect(outcomes(await callback(state))).toEqual(['enriched']);
	expect(await callback(state)).toMatchObject({ status: 200, outputs: undefined });
	expect(polls()).toBe(1);
});

it('resumes nothing once n8n has gone on by itself', async () => {
	sandbox.set({ batchMinimumSeconds: 0 });
	const state = kept(waitingFor(await submit(1), 60));
	await sandbox.clock.advance(60_000);
	expect(await callback(state)).toMatchObject({ status: 200, outputs: undefined });
	expect(polls()).toBe(0);
});

it.each(['Lead }} node', `a "quoted" \\ 'name' \`\${x}\``, '"].x}}{{1'])(
	'reaches a node of any name: %s',
	async (name) => {
		sandbox.set({ batchMinimumSeconds: 0 });
		const called = await callback(kept(waitingFor(await submit(1))), { name });
		expect(outcomes(called)).toEqual(['enriched']);
	},
);

it('puts no part of a name into an expression', () => {
	const name = 'Lead }} node';
	const context = webhookContext(
		{ type, node: { name }, webhook: 'setup', state: kept(waitingFor('a')) },
		{},
		credentialFor(sandbox),
	);
	const evaluate = jest.spyOn(context, 'evaluateExpression');
	expect(suspendedState(context as IWebhookFunctions)?.id).toBe('a');
	expect(evaluate.mock.calls.flat().join()).not.toMatch(/Lead|\}\} node/);
});
