import type { ICredentialDataDecryptedObject, IDataObject } from 'n8n-workflow';

import formWorkflow from '../../examples/enrich-form.json';
import type { N8nClient } from '../host/rest/client';
import type { Execution } from '../host/rest/execution';
import type { StoredCredential, StoredWorkflow, WorkflowDraft } from '../host/rest/stored';
import demoWorkflow from './demoWorkflow.json';

const CREDENTIAL_TYPE = 'personCompanyDataApi';
const NODE_TYPE = 'n8n-nodes-person-company-data.personCompanyData';
const FORM_TYPE = 'n8n-nodes-base.formTrigger';
const TRIGGER = 'Start';
const LAST_NODE = 'Leads';
const RUN_MS = 180_000;

/** What one run of the demo has brought. */
export interface DemoResult {
	readonly execution: Execution;
	/** The node whose output is the table of leads. */
	readonly lastNodeId: string;
	readonly leads: readonly IDataObject[];
	readonly ms: number;
}

/** Stores a credential with this data. */
export const storeAccount = async (
	client: N8nClient,
	data: ICredentialDataDecryptedObject,
): Promise<StoredCredential> => await client.createCredential(CREDENTIAL_TYPE, data, 'Sandbox');

/** Stores a workflow of which every node of the package uses the credential. */
const store = async (
	client: N8nClient,
	draft: unknown,
	{ id, name }: StoredCredential,
): Promise<StoredWorkflow> => {
	const workflow = draft as WorkflowDraft;
	return await client.createWorkflow({
		...workflow,
		nodes: workflow.nodes.map((node) =>
			node.type === NODE_TYPE ? { ...node, credentials: { [CREDENTIAL_TYPE]: { id, name } } } : node,
		),
	});
};

/** Stores the demo workflow. */
export const createDemo = async (client: N8nClient, account: StoredCredential): Promise<StoredWorkflow> =>
	await store(client, demoWorkflow, account);

/** Publishes the form that enriches a spreadsheet; returns its path. */
export async function publishForm(client: N8nClient, account: StoredCredential): Promise<string> {
	const workflow = await store(client, formWorkflow, account);
	await client.activate(workflow);
	const form = workflow.nodes.find(({ type }) => type === FORM_TYPE);
	return `/form/${form?.webhookId ?? ''}`;
}

/** Runs the demo once. */
export async function runDemo(client: N8nClient, workflow: StoredWorkflow): Promise<DemoResult> {
	const started = Date.now();
	const id = await client.run(workflow.id, TRIGGER);
	const execution = await client.waitForExecution(id, { timeoutMs: RUN_MS });
	return {
		execution,
		lastNodeId: workflow.nodes.find(({ name }) => name === LAST_NODE)?.id ?? '',
		leads: execution.nodes[LAST_NODE]?.at(-1)?.json ?? [],
		ms: Date.now() - started,
	};
}
