import { type Sandbox, type SandboxOptions, startSandbox } from '../../sandbox';
import { ensureInstalled } from './install/install';
import { installPackage } from './install/pack';
import { type N8n, startN8n } from './n8n';
import { makeTemporaryFolder, removeTemporaryFolder } from './processes/temporary';
import { startTogether } from './together';

export interface StackOptions {
	/** Preferred port of the editor; 0 for any free one. */
	editorPort?: number;
	/** How the sandbox is. */
	sandbox?: SandboxOptions;
	/** Further environment of n8n. */
	env?: Record<string, string>;
}

/** A sandbox and an n8n with the package in it. */
export interface Stack {
	sandbox: Sandbox;
	n8n: N8n;
	/** n8n's folder of data; it goes with the stack. */
	home: string;
	stop(): Promise<void>;
}

/** Installs what is missing, then starts a sandbox and an n8n. */
export async function startStack(options: StackOptions = {}): Promise<Stack> {
	const host = await ensureInstalled();
	return await startTogether(async (onStop) => {
		const home = makeTemporaryFolder('home');
		onStop(async () => removeTemporaryFolder(home));
		await installPackage(home);
		const sandbox = await startSandbox(options.sandbox);
		onStop(async () => await sandbox.close());
		const n8n = await startN8n({ host, home, port: options.editorPort, env: options.env });
		onStop(async () => await n8n.stop());
		return { sandbox, n8n, home };
	});
}
