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

const callback = async (state: IDataObject, node: Partial<INode> = {}, log: string[] = []): Promise<Called> =>
	await callWebhook({ log, sandbox, type, node, webhook: 'setup', state });

const polls = (): number => sandbox.requests.of('batchStatus').length;
const outcomes = ({ outputs }: Called): unknown => outputs?.[0].map(({ json }) => json.outcome);

it('wakes the execution: what its batch holds is read from the service', async () => {
	sandbox.set({ batchMinimumSeconds: 0 });
	const called = await callback(kept(waitingFor(await submit(1))));
	expect(called.status).toBe(200);
	expect(outcomes(called)).toEqual(['enriched']);
	expect(polls()).toBe(1);
});

it.each<[string, () => void]>([
	['the batch is still at work', () => sandbox.set({ batchMinimumSeconds: 25 })],
	[
		'the account is blocked',
		() =>
			sandbox.faults.add({
				kind: 'status',
				status: 429,
				body: { error: { code: 'limit', description: 'Too many requests.' } },
				endpoint: 'batchStatus',
			}),
	],
])('is to come again while %s', async (_, trouble) => {
	sandbox.set({ batchMinimumSeconds: 0 });
	trouble();
	const state = kept(waitingFor(await submit(1)));
	expect(await callback(state)).toMatchObject({ status: 503, outputs: undefined });
	expect(polls()).toBe(1);
	// The service calls three times, a minute apart.
	await sandbox.clock.advance(120_000);
	expect(outcomes(await callback(state))).toEqual(['enriched']);
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
