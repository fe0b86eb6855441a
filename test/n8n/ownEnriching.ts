import type { INodeParameters } from 'n8n-workflow';

import { storeEnriching, type EnrichingWorkflow } from '../support/enrichingWorkflow';
import { CREDENTIAL_TYPE, node } from '../support/workflowNodes';
import type { OwnStack } from './ownStack';
import { START } from './support';

/** Stores a workflow that enriches the contacts of a call, which can be started by hand as well, in a spec's own n8n. */
export async function enrichingOn(
	stack: OwnStack,
	parameters: INodeParameters,
	name?: string,
): Promise<EnrichingWorkflow> {
	const { apiKey, baseUrl } = stack.sandbox;
	return await storeEnriching(
		{
			client: () => stack.n8n.client,
			send: async (path, body) => void (await stack.n8n.client.send('POST', `/webhook/${path}`, body)),
			credential: await stack.n8n.client.createCredential(CREDENTIAL_TYPE, { apiKey, baseUrl }),
		},
		{ parameters, name, byHand: { trigger: node(START, 'manualTrigger'), json: { id_pessoa: 10_000_001 } } },
	);
}
