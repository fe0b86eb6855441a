import type { INodeParameters } from 'n8n-workflow';

import { ensureInstalled } from '../../tools/host/install/install';
import { startN8n, type N8n } from '../../tools/host/n8n';
import type { N8nClient } from '../../tools/host/rest/client';
import { startStack, type Stack, type StackOptions } from '../../tools/host/stack';
import { storeEnriching, type EnrichingWorkflow } from '../support/enrichingWorkflow';
import { CREDENTIAL_TYPE } from '../support/workflowNodes';

/** An n8n and a sandbox of a spec's own, for what would disturb the others, such as killing n8n. */
export interface OwnStack {
	/** The sandbox, as it is now. */
	readonly sandbox: Stack['sandbox'];
	/** The n8n that runs now, on the same folder as those before. */
	readonly n8n: N8n;
	/** n8n's folder of data. */
	readonly home: string;
	/** Ends n8n as a power cut would, and starts it again. */
	killAndRestart(): Promise<void>;
	/** Stops n8n as an administrator does, and starts it again. */
	restart(): Promise<void>;
}

/** Starts them before the tests of a spec, and stops them after. */
export function useOwnStack(options: Pick<StackOptions, 'sandbox' | 'env'> = {}): OwnStack {
	let stack: Stack;
	let n8n: N8n;
	beforeAll(async () => {
		stack = await startStack({ editorPort: 0, ...options });
		n8n = stack.n8n;
	});
	beforeEach(() => stack.sandbox.reset());
	afterAll(async () => {
		await n8n?.stop();
		await stack?.stop();
	});
	const startAgain = async (): Promise<void> => {
		n8n = await startN8n({
			host: await ensureInstalled(),
			home: stack.home,
			port: n8n.port,
			env: options.env,
		});
	};
	return {
		get sandbox() {
			return stack.sandbox;
		},
		get n8n() {
			return n8n;
		},
		get home() {
			return stack.home;
		},
		killAndRestart: async () => {
			await n8n.kill();
			await startAgain();
		},
		restart: async () => {
			await n8n.stop();
			await startAgain();
		},
	};
}

/** Stores a workflow that enriches the contacts of a call, in a spec's own n8n. */
export async function enrichingOn(stack: OwnStack, parameters: INodeParameters): Promise<EnrichingWorkflow> {
	const client = (): N8nClient => stack.n8n.client;
	const { apiKey, baseUrl } = stack.sandbox;
	const credential = await client().createCredential(CREDENTIAL_TYPE, {
		apiKey,
		baseUrl,
		maxRequestsPerMinute: 0,
	});
	return await storeEnriching({ client, credential }, { parameters });
}
