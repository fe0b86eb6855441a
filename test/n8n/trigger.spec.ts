import { sleep, type IDataObject, type INode } from 'n8n-workflow';

import type { Execution } from '../../tools/host/rest/execution';
import { eventsPath } from '../../tools/host/rest/eventsPath';
import { itNightly } from '../support/nightly';
import { until } from '../support/until';
import { useOwnStack } from './ownStack';
import { CREDENTIAL_TYPE, node, NODE_TYPE } from './support';

/** The trigger in a real n8n, with events that the sandbox really delivers. */

const TRIGGER_TYPE = 'n8n-nodes-person-company-data.personCompanyDataTrigger';

const stack = useOwnStack();
beforeEach(() => {
	stack.sandbox.set({ jobSeconds: 0, batchMinimumSeconds: 0 });
});

/** Time in which an event that starts a workflow has surely done so. */
const settled = async () => await sleep(600);

interface Published {
	readonly url: string;
	/** Sends something to the trigger. */
	post(body: unknown, more?: RequestInit): Promise<Response>;
	/** All executions so far, oldest first, once they have ended. */
	executions(): Promise<Execution[]>;
}

async function published(parameters: IDataObject = {}): Promise<Published> {
	const { apiKey, baseUrl } = stack.sandbox;
	const credential = await stack.n8n.client.createCredential(CREDENTIAL_TYPE, {
		apiKey,
		baseUrl,
		maxRequestsPerMinute: 0,
	});
	const trigger: INode = node('Trigger', TRIGGER_TYPE, parameters as never, {
		credentials: { [CREDENTIAL_TYPE]: { id: credential.id, name: credential.name } },
	});
	const created = await stack.n8n.client.createWorkflow({
		name: expect.getState().currentTestName ?? 'Trigger',
		nodes: [trigger],
		connections: {},
	});
	await stack.n8n.client.activate(created);
	const path = eventsPath(created, created.nodes[0]);
	const url = `${stack.n8n.url}${path}`;
	return {
		url,
		post: async (body, more = {}) =>
			await fetch(url, {
				method: 'POST',
				headers: { 'content-type': 'application/json' },
				body: typeof body === 'string' ? body : JSON.stringify(body),
				...more,
			}),
		executions: async () => {
			await settled();
			const { client } = stack.n8n;
			const ids = await client.listExecutions(created.id);
			return await Promise.all(ids.reverse().map(async (id) => await client.waitForExecution(id)));
		},
	};
}

/** Creates a job at the service and returns its ID. */
async function createJob(): Promise<number> {
	const { apiKey, baseUrl } = stack.sandbox;
	const response = await fetch(`${baseUrl}/persons/prospect/`, {
		method: 'POST',
		headers: { Authorization: `Token ${apiKey}`, 'content-type': 'application/json' },
		body: JSON.stringify({ export: true, name: 'Synthetic', quantity: 5, states: ['SP'] }),
	});
	return ((await response.json()) as { id: number }).id;
}

const json = ({ nodes }: Execution): IDataObject[] => nodes.Trigger[0].json;
const first = (executions: readonly Execution[]): IDataObject[] => executions.map((each) => json(each)[0]);

it('is loaded with the node, its form as a tool, and no complaint', async () => {
	const names = (await stack.n8n.client.nodeTypes()).map(({ name }) => name);
	expect(names).toEqual(
		expect.arrayContaining([NODE_TYPE, `${NODE_TYPE}Tool`, TRIGGER_TYPE, `${NODE_TYPE}NewLeadsTrigger`]),
	);
	const concerns = /personCompanyData|problem loading|error loading|failed to load|cannot find module/i;
	const lines = stack.n8n.log().split('\n');
	expect(lines.some((line) => line.includes('n8n ready'))).toBe(true);
	expect(lines.filter((line) => concerns.test(line))).toEqual([]);
});

it('answers the availability test, whatever its method, and starts nothing', async () => {
	const { url, post, executions } = await published();
	const answers = [
		await fetch(url, { method: 'HEAD' }),
		await fetch(url),
		await post('', { headers: {} }),
		await post({}),
		await post('hello', { headers: { 'content-type': 'text/plain' } }),
		await post('a=1', { headers: { 'content-type': 'application/x-www-form-urlencoded' } }),
		await post([1, 2]),
	];
	expect(answers.map(({ status }) => status)).toEqual(Array(answers.length).fill(200));
	await stack.sandbox.webhooks.register(url);
	expect(await executions()).toEqual([]);
	expect(stack.sandbox.requests.traffic.requests).toBe(0);
});

it('starts a workflow with an event that the service delivers, confirmed by the service', async () => {
	const { url, executions } = await published();
	await stack.sandbox.webhooks.register(url);
	const id = await createJob();
	await until(() => stack.sandbox.webhooks.deliveries.some(({ kind }) => kind === 'event'));
	expect(stack.sandbox.webhooks.deliveries[0]).toMatchObject({ status: 200, attempt: 1 });
	expect(first(await executions())).toEqual([
		{
			job_id: id,
			job_type: 'prospecting',
			status: 'done',
			confirmed: true,
			receivedAt: expect.stringMatching(/^\d{4}-.*Z$/) as string,
		},
	]);
	expect(stack.sandbox.requests.of('prospectingResult')).toHaveLength(1);
});

it('starts one workflow for an event that comes several times, also after n8n was killed', async () => {
	const { post, executions } = await published();
	const event = { job_id: await createJob(), job_type: 'prospecting', status: 'done' };
	await Promise.all([post(event), post(event), post(event)]);
	expect((await post(event)).status).toBe(200);
	expect(await executions()).toHaveLength(1);

	await stack.killAndRestart();
	await until(async () => (await post({})).status === 200);
	await post(event);
	const other = { ...event, job_id: await createJob() };
	await post(other);
	expect(first(await executions()).map(({ job_id }) => job_id)).toEqual([event.job_id, other.job_id]);
});

/** Sends an event until it is taken: the service sends one that is not taken again. */
const untilTaken = async (post: Published['post'], event: object): Promise<void> => {
	await until(async () => (await post(event)).status === 200 || (await sleep(5_000), false));
};

it('asks nothing and starts nothing without the secret of its URL, which no other trigger has', async () => {
	const one = await published({ confirm: false });
	const other = await published();
	const event = { job_id: 1, job_type: 'prospecting', status: 'done' };
	const secretOf = (url: string): string => url.split('/').at(-1) ?? '';
	expect(secretOf(one.url)).not.toBe(secretOf(other.url));
	const bare = one.url.replace(/\/[^/]*$/, '');
	for (const url of [
		bare,
		`${bare}/`,
		`${bare}/${secretOf(other.url)}`,
		`${one.url}0`,
		one.url.slice(0, -1),
	]) {
		for (const method of ['POST', 'GET', 'HEAD']) {
			const body = method === 'POST' ? { body: JSON.stringify(event) } : {};
			expect((await fetch(url, { method, ...body })).status).toBe(404);
		}
	}
	expect(await one.executions()).toEqual([]);
	expect(stack.sandbox.requests.traffic.requests).toBe(0);
	await one.post(event);
	expect(await one.executions()).toHaveLength(1);
});

itNightly(
	'has started the workflow for each event that it has answered, also when n8n is stopped at once',
	async () => {
		const { post, executions } = await published();
		const events: object[] = [];
		for (let i = 0; i < 30; i++)
			events.push({ job_id: await createJob(), job_type: 'prospecting', status: 'done' });
		const answered = events.map(() => false);
		const sent = events.map(async (event, i) => {
			const response = await post(event).catch(() => undefined);
			answered[i] = response?.status === 200;
		});
		await until(() => answered.filter(Boolean).length >= 5);
		await stack.restart();
		await Promise.all(sent);
		await until(async () => (await post({})).status === 200);
		const idOf = (event: object): number => (event as { job_id: number }).job_id;
		const started = async () => first(await executions()).map((item) => Number(item?.job_id));
		const taken = events.filter((_, i) => answered[i]).map(idOf);
		expect(await started()).toEqual(expect.arrayContaining(taken));
		// The service sends the others again. Only one that n8n had stored and not yet answered starts a second workflow.
		for (const event of events) if (!taken.includes(idOf(event))) await untilTaken(post, event);
		const all = await started();
		expect([...new Set(all)].sort()).toEqual(events.map(idOf).sort());
		expect(all.filter((id) => taken.includes(id)).sort()).toEqual(taken.sort());
	},
);
