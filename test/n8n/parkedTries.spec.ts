import type { INode, INodeParameters } from 'n8n-workflow';

import { outcomesOf, storeEnriching, type EnrichingWorkflow } from '../support/enrichingWorkflow';
import { CREDENTIAL_TYPE } from '../support/workflowNodes';
import { itUnlessOlder } from './older';
import { useOwnStack } from './ownStack';

/** Waiting by webhook in a node that n8n tries again, in a real n8n: an item with a field `error` is a failure to it. */

const stack = useOwnStack();
const itParked = itUnlessOlder('does not sign resume URLs');
const spent = (): number => stack.sandbox.ledger.charged() - stack.sandbox.ledger.refunded();

async function stored(parameters: INodeParameters, settings: Partial<INode>): Promise<EnrichingWorkflow> {
	const { apiKey, baseUrl } = stack.sandbox;
	return await storeEnriching(
		{
			client: () => stack.n8n.client,
			send: async (path, body) => void (await stack.n8n.client.send('POST', `/webhook/${path}`, body)),
			credential: await stack.n8n.client.createCredential(CREDENTIAL_TYPE, { apiKey, baseUrl }),
		},
		{ parameters: { afterSubmission: 'webhook', waitLimit: 2, ...parameters }, settings },
	);
}

const tried = { retryOnFail: true, maxTries: 3, waitBetweenTries: 10 } satisfies Partial<INode>;

itParked(
	'asks for the status once, and holds no worker meanwhile, where rows have a column of that name',
	async () => {
		stack.sandbox.set({ batchMinimumSeconds: 40 });
		const { publish, run } = await stored({ resource: 'b2bPerson', operation: 'enrichPersonBatch' }, tried);
		await publish();
		const execution = await run([0, 1].map((row) => ({ id_pessoa: 10_000_001 + row, row, error: '' })));
		expect(outcomesOf(execution)).toEqual(['enriched', 'enriched']);
		expect(spent()).toBe(2);
		expect(stack.sandbox.requests.of('batchStatus')).toHaveLength(1);
	},
);
