import type { IDataObject, INode } from 'n8n-workflow';

import type { N8nClient } from '../../tools/host/rest/client';
import type { StoredCredential, StoredWorkflow, WorkflowDraft } from '../../tools/host/rest/stored';
import { readExample, withCredential } from '../support/examples';

/** What is changed of the template, and nothing else. */
export interface Changes {
	readonly table: string;
	/** Rows that one run takes at most. */
	readonly take: number;
	/** When it runs, as the schedule has it. */
	readonly interval: IDataObject;
}

const OWN_TABLE = '"Outbox"';

/** The template with another table, schedule and size, and with the credential chosen. */
export function outboxDraft(
	{ table, take, interval }: Changes,
	credential: Pick<StoredCredential, 'id' | 'name'>,
): WorkflowDraft {
	const template = readExample('outbox');
	const changed = (node: INode): INode => {
		const own = JSON.parse(JSON.stringify(node).replaceAll(OWN_TABLE, JSON.stringify(table))) as INode;
		if (own.name === 'Every Hour') return { ...own, parameters: { rule: { interval: [interval] } } as never };
		if (own.name === 'Take') return { ...own, parameters: { ...own.parameters, limit: take } };
		return withCredential(own, credential);
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
