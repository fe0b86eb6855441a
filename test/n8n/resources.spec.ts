import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

import { endpoints, type EndpointName } from '../../contract';
import { resources } from '../../nodes/PersonCompanyData/operations';
import type { LoggedRequest } from '../../sandbox';
import type { WorkflowDraft } from '../../tools/host/rest/stored';
import { credential, CREDENTIAL_TYPE, n8n, NODE_TYPE, sandbox } from './support';

/** One workflow per resource, as a user would import it, calls every operation in a real n8n. */

const FOLDER = join(__dirname, 'workflows');
const workflows = readdirSync(FOLDER).map((file): [string, WorkflowDraft] => [
	file.replace(/\.json$/, ''),
	JSON.parse(readFileSync(join(FOLDER, file), 'utf8')) as WorkflowDraft,
]);

const serviceNodes = ({ nodes }: WorkflowDraft) => nodes.filter(({ type }) => type === NODE_TYPE);

it('has a workflow for every resource, with every operation', () => {
	const called = workflows.map(([resource, draft]) => [
		resource,
		serviceNodes(draft)
			.filter(({ parameters }) => parameters.resource === resource)
			.map(({ parameters }) => parameters.operation)
			.sort(),
	]);
	expect(Object.fromEntries(called)).toEqual(
		Object.fromEntries(
			Object.entries(resources).map(([key, { operations }]) => [key, Object.keys(operations).sort()]),
		),
	);
});

const reached = new Set<EndpointName>();

it.each(workflows)('runs every operation of %s', async (_, draft) => {
	await sandbox().post('/settings', { jobSeconds: 2, intelSeconds: 2 });
	const { id, name } = await credential();
	const nodes = draft.nodes.map((node) =>
		node.type === NODE_TYPE ? { ...node, credentials: { [CREDENTIAL_TYPE]: { id, name } } } : node,
	);
	const client = await n8n();
	const created = await client.createWorkflow({ ...draft, nodes });
	const run = await client.run(created.id, draft.nodes[0].name);
	const execution = await client.waitForExecution(run);

	expect(execution.error).toBeUndefined();
	for (const node of serviceNodes(draft)) {
		const [task] = execution.nodes[node.name];
		const items = task.outputs.flat();
		expect([node.name, items.length > 0]).toEqual([node.name, true]);
		expect(
			items.map(({ json }) => json).filter((json) => 'error' in json || json.outcome === 'not found'),
		).toEqual([]);
		expect([node.name, items.every(({ pairedItem }) => pairedItem !== undefined)]).toEqual([node.name, true]);
	}
	for (const { endpoint, unknownFields } of await sandbox().get<LoggedRequest[]>('/requests')) {
		if (endpoint !== undefined) reached.add(endpoint);
		expect(unknownFields).toEqual([]);
	}
});

it('reaches every endpoint of the interface', () => {
	const specified = Object.entries(endpoints).filter(([, { section }]) => section !== 'beyondSpecification');
	// The companies' list of saved filters has the same operation as that of persons.
	const others: string[] = ['savedCompanyFilters'];
	expect(specified.map(([name]) => name).filter((name) => !reached.has(name as EndpointName))).toEqual(
		others,
	);
});
