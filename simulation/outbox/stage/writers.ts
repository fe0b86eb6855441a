import { sleep, type INode } from 'n8n-workflow';

import type { StoredWorkflow } from '../../../tools/host/rest/stored';
import { CREDENTIAL_TYPE, leadsTo, listHook, node, NODE_TYPE } from '../../../test/support/workflowNodes';
import type { Stage } from './stage';

/** A published workflow, and the address that hands it contacts. */
export interface Called {
	readonly id: string;
	readonly url: string;
}

/** Writes contacts by the sub-workflow of the outbox. */
const bySubWorkflow = ({ id }: StoredWorkflow): INode => {
	const contact = { id: 'contact', displayName: 'contact', type: 'string', display: true, required: false };
	return node(
		'Write',
		'executeWorkflow',
		{
			workflowId: { __rl: true, mode: 'id', value: id },
			workflowInputs: {
				mappingMode: 'defineBelow',
				value: { contact: '={{ $json.contact }}' },
				schema: [contact],
			},
			options: {},
		} as never,
		{ typeVersion: 1.2 },
	);
};

/** Writes them by a Data Table node of its own, which is that of the outbox. */
function byOwnNode({ nodes }: StoredWorkflow): INode {
	const put = nodes.find(({ name }) => name === 'Put');
	if (put === undefined) throw new Error('The outbox has no node Put.');
	return node('Write', put.type, put.parameters, { typeVersion: put.typeVersion });
}

/** Publishes workflows that write contacts, in the two ways that the outbox names, half of them in each. */
export const publishWriters = async (
	stage: Stage,
	count: number,
	outbox: StoredWorkflow,
): Promise<readonly Called[]> =>
	await publishMany(stage, count, (i) => (i % 2 === 0 ? bySubWorkflow(outbox) : byOwnNode(outbox)));

/** Publishes workflows that enrich themselves what they have, with the settings of a new node. */
export async function publishEnrichers(stage: Stage, count: number): Promise<readonly Called[]> {
	const { id, name } = stage.credential;
	return await publishMany(stage, count, () => ({
		...node('Enrich', NODE_TYPE, {}, { credentials: { [CREDENTIAL_TYPE]: { id, name } } }),
		parameters: {
			resource: 'list',
			operation: 'enrichList',
			contact: '={{ $json.contact }}',
			options: { skipEnriched: true },
		},
	}));
}

async function publishMany(stage: Stage, count: number, last: (i: number) => INode): Promise<Called[]> {
	const called: Called[] = [];
	for (let i = 0; i < count; i++) {
		const { path, nodes } = listHook('contacts');
		const end = last(i);
		const created = await stage.client().createWorkflow({
			name: `${end.name} ${i + 1}`,
			nodes: [...nodes, end],
			connections: { Hook: leadsTo('Split'), Split: leadsTo(end.name) },
		});
		await stage.client().activate(created);
		called.push({ id: created.id, url: `${stage.stack.webhookUrl}/webhook/${path}` });
	}
	// The webhook process learns of new workflows from the database.
	for (const { url } of called) while ((await call(url, [])) === undefined) await sleep(200);
	return called;
}

/** Hands contacts to a workflow; returns how long n8n took to take them, `undefined` when it did not. */
export async function call(url: string, contacts: readonly string[]): Promise<number | undefined> {
	const began = Date.now();
	const body = JSON.stringify({ contacts: contacts.map((contact) => ({ contact })) });
	const headers = { 'content-type': 'application/json' };
	const answer = await fetch(url, { method: 'POST', headers, body }).catch(() => undefined);
	await answer?.text().catch(() => undefined);
	return answer?.status === 200 ? Date.now() - began : undefined;
}
