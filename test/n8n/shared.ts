import { stopAllGroups } from '../../tools/host/processes/processGroup';
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
const holder = globalThis as typeof globalThis & { n8nSpecsStacks?: Stack[] };

const describeStack = ({ n8n, sandbox, home }: Stack): Shared => ({
	n8nUrl: n8n.url,
	loginKey: n8n.client.key,
	baseUrl: sandbox.baseUrl,
	controlUrl: sandbox.controlUrl,
	apiKey: sandbox.apiKey,
	home,
	version: n8n.client.version,
});

/** Starts what the specs share: one for each of jest's workers, which run one spec at a time. */
export async function startShared(workers: number): Promise<void> {
	const stacks: Stack[] = [];
	holder.n8nSpecsStacks = stacks;
	// One after another: the first installs n8n where it is missing.
	while (stacks.length < workers) stacks.push(await startStack({ editorPort: 0 }));
	process.env[VARIABLE] = JSON.stringify(stacks.map(describeStack));
}

/** Stops it, also when it is only half started. */
export async function stopShared(): Promise<void> {
	await stopAllGroups();
	for (const stack of holder.n8nSpecsStacks ?? []) await stack.stop();
	delete holder.n8nSpecsStacks;
}

/** What the specs of this worker share, read in a spec. */
export function readShared(): Shared {
	const shared = process.env[VARIABLE];
	if (!shared) throw new Error('No n8n was started for the specs: run them with jest and its global setup.');
	return (JSON.parse(shared) as Shared[])[Number(process.env.JEST_WORKER_ID ?? 1) - 1];
}
