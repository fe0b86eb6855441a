import type { IDataObject } from 'n8n-workflow';

import type { Execution } from '../../tools/host/rest/execution';
import type { StoredWorkflow } from '../../tools/host/rest/stored';
import type { OwnStack } from './ownStack';
import { CREDENTIAL_TYPE, node, NODE_TYPE } from './support';

/** The New Leads trigger in a workflow of a real n8n, which polls it every five seconds. */

export const NEW_LEADS = 'New Leads';
export const PER_RUN = 20;
export const filters = { filtros_empresa: { estados: ['SP'] } };

/** n8n takes no schedule below a minute, but several for the same minute. */
const everyFiveSeconds = {
	item: Array.from({ length: 12 }, (_, i) => ({ mode: 'custom', cronExpression: `${i * 5} * * * * *` })),
};

export const requestsOf = ({ sandbox }: OwnStack) => sandbox.requests.of('b2bPersonSearch');

/** Creates the workflow, and does not publish it. */
export async function storedIn(
	{ sandbox, n8n }: OwnStack,
	parameters: IDataObject = {},
): Promise<StoredWorkflow> {
	const { apiKey, baseUrl } = sandbox;
	const { id, name } = await n8n.client.createCredential(CREDENTIAL_TYPE, { apiKey, baseUrl });
	const trigger = node(
		NEW_LEADS,
		`${NODE_TYPE}NewLeadsTrigger`,
		{
			pollTimes: everyFiveSeconds,
			...filters,
			resultsPerRun: PER_RUN,
			options: { maxRequestsPerMinute: 0 },
			...parameters,
		} as never,
		{ credentials: { [CREDENTIAL_TYPE]: { id, name } } },
	);
	const after = node('After', 'noOp');
	return await n8n.client.createWorkflow({
		name: expect.getState().currentTestName ?? NEW_LEADS,
		nodes: [trigger, after],
		connections: { [NEW_LEADS]: { main: [[{ node: 'After', type: 'main', index: 0 }]] } },
	});
}

/** The executions that have come to their end with results, oldest first; none while n8n is not up. */
export async function deliveredBy({ n8n }: OwnStack, { id }: StoredWorkflow): Promise<Execution[]> {
	const { client } = n8n;
	const ids = await client.listExecutions(id).catch(() => []);
	const all = await Promise.all(ids.map(async (each) => await client.getExecution(each)));
	const byId = all.sort((a, b) => Number(a.id) - Number(b.id));
	return byId.filter(({ status, mode }) => status === 'success' && mode !== 'manual');
}

export const persons = (executions: readonly Execution[]): unknown[] =>
	executions.flatMap(({ nodes }) => nodes[NEW_LEADS][0].json.map(({ id_pessoa }) => id_pessoa));
