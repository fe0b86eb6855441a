import type { ICredentialDataDecryptedObject } from 'n8n-workflow';

import formWorkflow from '../../examples/enrich-form.json';
import type { N8nClient } from '../host/rest/client';
import type { StoredCredential, StoredWorkflow, WorkflowDraft } from '../host/rest/stored';
import type { Stack } from '../host/stack';
import demoWorkflow from './demoWorkflow.json';

const CREDENTIAL_TYPE = 'personCompanyDataApi';
const NODE_TYPE = 'n8n-nodes-person-company-data.personCompanyData';
const FORM_TYPE = 'n8n-nodes-base.formTrigger';
const TRIGGER = 'Start';
const LAST_NODE = 'Leads';
const RUN_MS = 180_000;

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

/** Runs the demo once and publishes the form that enriches a spreadsheet; says where to look, and how to get in. */
export async function setUpDemo({ n8n, sandbox }: Stack): Promise<string> {
	const { client, owner, url } = n8n;
	const { apiKey, baseUrl, controlUrl } = sandbox;
	const account = await storeAccount(client, { apiKey, baseUrl });
	const form = await store(client, formWorkflow, account);
	await client.activate(form);
	const demo = await createDemo(client, account);
	const { id } = await client.waitForExecution(await client.run(demo.id, TRIGGER), { timeoutMs: RUN_MS });
	const leads = demo.nodes.find(({ name }) => name === LAST_NODE)?.id ?? '';
	const entries: Array<readonly [string, string]> = [
		['Leads in n8n', `${url}/workflow/${demo.id}/executions/${id}/${leads}`],
		[
			'Form for a spreadsheet',
			`${url}/form/${form.nodes.find(({ type }) => type === FORM_TYPE)?.webhookId ?? ''}`,
		],
		['  a spreadsheet for it', `${controlUrl}/companies.csv`],
		['Credits and requests', `${controlUrl}/`],
		['Login', `${owner.email}  ${owner.password}`],
		['For a credential', `${baseUrl}  (key ${apiKey})`],
	];
	return entries.map(([name, value]) => `  ${name.padEnd(24)} ${value}`).join('\n');
}
