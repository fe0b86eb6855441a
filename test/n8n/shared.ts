import { stopAllGroups } from '../../tools/host/processes/processGroup';
import type { Report } from '../../tools/host/processes/progress';
import { type Stack, startStack } from '../../tools/host/stack';

/** Where the specs find what globalSetup started. */
export interface Shared {
	n8nUrl: string;
	/** Stands for a login of the owner. */
	loginKey: string;
	/** Base address of the sandbox, for a credential. */
	baseUrl: string;
	/** Address of the sandbox's control door. */
	controlUrl: string;
	apiKey: string;
	/** n8n's folder of data. */
	home: string;
	/** The version of n8n. */
	version: string;
}

/** Specs run in processes of their own, which inherit the environment. */
const VARIABLE = 'N8N_SPECS_SHARED';

/** On the global object, because setup and teardown may load this file once each. */
const holder = globalThis as typeof globalThis & { n8nSpecsStack?: Stack };

/** Starts what the specs share. */
export async function startShared(report: Report): Promise<void> {
	const stack = await startStack({ editorPort: 0, report });
	holder.n8nSpecsStack = stack;
	const shared: Shared = {
		n8nUrl: stack.n8n.url,
		loginKey: stack.n8n.client.loginKey,
		baseUrl: stack.sandbox.baseUrl,
		controlUrl: stack.sandbox.controlUrl,
		apiKey: stack.sandbox.apiKey,
		home: stack.home,
		version: stack.n8n.client.version,
	};
	process.env[VARIABLE] = JSON.stringify(shared);
}

/** Stops it, also when it is only half started. */
export async function stopShared(): Promise<void> {
	await stopAllGroups();
	await holder.n8nSpecsStack?.stop();
	delete holder.n8nSpecsStack;
}

/** What the specs share, read in a spec. */
export function readShared(): Shared {
	const shared = process.env[VARIABLE];
	if (!shared) throw new Error('No n8n was started for the specs: run them with jest and its global setup.');
	return JSON.parse(shared) as Shared;
}
