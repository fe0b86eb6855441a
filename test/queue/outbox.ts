import { readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import type { IDataObject, INode } from 'n8n-workflow';

import type { N8nClient } from '../../tools/host/rest/client';
import type { StoredCredential, StoredWorkflow, WorkflowDraft } from '../../tools/host/rest/stored';
import { CREDENTIAL_TYPE, NODE_TYPE } from '../support/workflowNodes';

/** What is changed of the template, and nothing else. */
export interface Changes {
	readonly table: string;
	/** Rows that one run takes at most. */
	readonly take: number;
	/** When it runs, as the schedule has it. */
	readonly interval: IDataObject;
}

const FILE = resolve(__dirname, '../../examples/outbox.json');
const OWN_TABLE = '"Outbox"';

/** The template with another table, schedule and size, and with the credential chosen. */
export function outboxDraft(
	{ table, take, interval }: Changes,
	{ id, name }: Pick<StoredCredential, 'id' | 'name'>,
): WorkflowDraft {
	const template = JSON.parse(readFileSync(FILE, 'utf8')) as WorkflowDraft;
	const changed = (node: INode): INode => {
		const own = JSON.parse(JSON.stringify(node).replaceAll(OWN_TABLE, JSON.stringify(table))) as INode;
		if (own.name === 'Every Hour') return { ...own, parameters: { rule: { interval: [interval] } } as never };
		if (own.name === 'Take') return { ...own, parameters: { ...own.parameters, limit: take } };
		return own.type === NODE_TYPE ? { ...own, credentials: { [CREDENTIAL_TYPE]: { id, name } } } : own;
	};
	return { ...template, name: table, nodes: template.nodes.map(changed) };
}

/** Imports it, makes its table as its note says, and publishes it. */
export async function publishOutbox(
	client: N8nClient,
	credential: StoredCredential,
	changes: Changes,
): Promise<StoredWorkflow> {
	const created = await client.createWorkflow(outboxDraft(changes, credential));
	const made = await client.waitForExecution(await client.run(created.id, 'Every Hour'));
	if (made.status !== 'success') throw new Error(`The table was not made: ${made.error?.message}`);
	await client.activate(created);
	return created;
}
