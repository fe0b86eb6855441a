import type { INode } from 'n8n-workflow';

import { readShared } from './shared';
import { credential, CREDENTIAL_TYPE, node, runWorkflow, workflow } from './support';

/** n8n's own HTTP Request node with our credential. */
async function httpRequest(url: string): Promise<INode> {
	const { id, name } = await credential();
	return node(
		'Request',
		'httpRequest',
		{ url, authentication: 'predefinedCredentialType', nodeCredentialType: CREDENTIAL_TYPE, options: {} },
		{ typeVersion: 4.2, credentials: { [CREDENTIAL_TYPE]: { id, name } } },
	);
}

it('works in the HTTP Request node for the address of the credential', async () => {
	const { baseUrl } = readShared();
	const { execution, outputs } = await runWorkflow(workflow([await httpRequest(`${baseUrl}/balance`)]));
	expect(execution.error).toBeUndefined();
	expect(outputs.Request[0]).toHaveProperty('balance');
});

it('sends the key to no other address', async () => {
	const { n8nUrl } = readShared();
	const { execution } = await runWorkflow(workflow([await httpRequest(`${n8nUrl}/healthz`)]));
	expect(execution.status).toBe('error');
	expect(execution.stored).toContain('only sent to the base address of its credential');
});
