import type { ICredentialDataDecryptedObject, IDataObject, INode, INodeParameters } from 'n8n-workflow';

import { N8nClient } from '../../tools/host/rest/client';
import type { StoredCredential, StoredWorkflow, WorkflowDraft } from '../../tools/host/rest/stored';
import type { Execution } from '../../tools/host/rest/execution';
import { SandboxControl } from '../../tools/host/sandboxControl';
import { readShared } from './shared';
import { CREDENTIAL_TYPE, node, NODE_TYPE } from '../support/workflowNodes';

export { CREDENTIAL_TYPE, node, NODE_TYPE };

/** Name of the trigger with which every workflow made here starts. */
export const START = 'Start';

const COLUMN = 420;

/** Every spec begins with a sandbox that remembers nothing. */
beforeEach(async () => {
	await sandbox().post('/reset');
});

let connected: Promise<N8nClient> | undefined;
let stored: Promise<StoredCredential> | undefined;

/** The n8n that all specs share, signed in. */
export async function n8n(): Promise<N8nClient> {
	connected ??= N8nClient.connect(readShared().n8nUrl, readShared().loginKey);
	return await connected;
}

/** The control door of the sandbox that all specs share. */
export function sandbox(): SandboxControl {
	return new SandboxControl(readShared().controlUrl);
}

/** A credential for the sandbox, stored once per spec file. */
export async function credential(): Promise<StoredCredential> {
	stored ??= n8n().then(async (client) => await client.createCredential(CREDENTIAL_TYPE, credentialData()));
	return await stored;
}

/** The data of a credential that the sandbox accepts, with changes. */
export function credentialData(changes: ICredentialDataDecryptedObject = {}): ICredentialDataDecryptedObject {
	const { apiKey, baseUrl } = readShared();
	return { apiKey, baseUrl, maxRequestsPerMinute: 0, ...changes };
}

/** A node of the package, with the credential for the sandbox. */
export async function serviceNode(
	name: string,
	resource: string,
	operation: string,
	parameters: INodeParameters = {},
	more: Partial<INode> = {},
): Promise<INode> {
	const { id, name: credentialName } = await credential();
	return node(
		name,
		NODE_TYPE,
		{ resource, operation, ...parameters },
		{ credentials: { [CREDENTIAL_TYPE]: { id, name: credentialName } }, ...more },
	);
}

/** A workflow whose nodes follow one another after a manual trigger, which hands out the given items. */
export function workflow(nodes: INode[], items: IDataObject[] = [{}]): WorkflowDraft {
	const all = [node(START, 'manualTrigger'), ...nodes].map<INode>((each, index) => ({
		...each,
		position: [index * COLUMN, 0],
	}));
	const links = all
		.slice(1)
		.map((next, index): [string, WorkflowDraft['connections'][string]] => [
			all[index].name,
			{ main: [[{ node: next.name, type: 'main', index: 0 }]] },
		]);
	return {
		name: expect.getState().currentTestName ?? 'Spec',
		nodes: all,
		connections: Object.fromEntries(links),
		pinData: { [START]: items.map((json) => ({ json })) },
	};
}

/** What a run has brought. */
export interface RunResult {
	execution: Execution;
	workflow: StoredWorkflow;
	/** JSON of the items of the first output of each node's last run, by node name. */
	outputs: Record<string, IDataObject[]>;
}

/** Stores a workflow, runs it by hand and waits for its end, whatever that is: look at `execution.status`. */
export async function runWorkflow(draft: WorkflowDraft): Promise<RunResult> {
	const client = await n8n();
	const created = await client.createWorkflow(draft);
	const id = await client.run(created.id, START);
	const execution = await client.waitForExecution(id);
	return { execution, workflow: created, outputs: outputsOf(execution) };
}

/** JSON of the items of the first output of each node's last run, by node name. */
export function outputsOf(execution: Execution): Record<string, IDataObject[]> {
	return Object.fromEntries(
		Object.entries(execution.nodes).map(([name, runs]) => [name, runs[runs.length - 1].json]),
	);
}
