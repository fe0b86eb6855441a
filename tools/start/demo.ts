import type { ICredentialDataDecryptedObject, IDataObject } from 'n8n-workflow';

import type { N8nClient } from '../host/rest/client';
import type { Execution } from '../host/rest/execution';
import type { StoredWorkflow, WorkflowDraft } from '../host/rest/stored';
import { SandboxControl } from '../host/sandboxControl';
import demoWorkflow from './demoWorkflow.json';

const CREDENTIAL_TYPE = 'personCompanyDataApi';
const NODE_TYPE = 'n8n-nodes-person-company-data.personCompanyData';
const TRIGGER = 'Start';
const LAST_NODE = 'Leads';
const RUN_MS = 180_000;

/** What one run of the demo has brought and cost. */
export interface DemoResult {
	execution: Execution;
	leads: IDataObject[];
	charged: number;
	refunded: number;
	requests: number;
	ms: number;
}

/** Stores a credential with this data and the demo workflow that uses it. */
export async function createDemo(
	client: N8nClient,
	credential: ICredentialDataDecryptedObject,
): Promise<StoredWorkflow> {
	const { id, name } = await client.createCredential(CREDENTIAL_TYPE, credential, 'Sandbox');
	const draft = demoWorkflow as unknown as WorkflowDraft;
	return await client.createWorkflow({
		...draft,
		nodes: draft.nodes.map((node) =>
			node.type === NODE_TYPE ? { ...node, credentials: { [CREDENTIAL_TYPE]: { id, name } } } : node,
		),
	});
}

/** Runs the demo once and measures it. */
export async function runDemo(
	client: N8nClient,
	workflow: StoredWorkflow,
	controlUrl: string,
): Promise<DemoResult> {
	const control = new SandboxControl(controlUrl);
	const before = await control.totals();
	const started = Date.now();
	const execution = await client.waitForExecution(await client.run(workflow.id, TRIGGER), {
		timeoutMs: RUN_MS,
	});
	const ms = Date.now() - started;
	const after = await control.totals();
	return {
		execution,
		leads: execution.nodes[LAST_NODE]?.at(-1)?.json ?? [],
		charged: after.charged - before.charged,
		refunded: after.refunded - before.refunded,
		requests: after.requests - before.requests,
		ms,
	};
}
