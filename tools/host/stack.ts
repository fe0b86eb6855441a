import type { Sandbox, SandboxOptions } from '../../sandbox';
import { startSandbox } from '../../sandbox';
import { attachTo } from './attached';
import { ensureHost, givenAddress } from './install/given';
import { type N8n, startN8n } from './n8n';
import { installPackage } from './install/pack';
import type { Report } from './processes/progress';
import { seconds } from './processes/progress';
import { makeTemporaryFolder, removeTemporaryFolder } from './processes/temporary';

export interface StackOptions {
	/** Preferred port of the editor; 0 for any free one. */
	editorPort?: number;
	/** How the sandbox is; when its port is in use it takes another one. */
	sandbox?: SandboxOptions;
	/** Further environment of n8n. */
	env?: Record<string, string>;
	report?: Report;
}

/** A sandbox and an n8n with the package in it, which is packed for it where it is started here. */
export interface Stack {
	sandbox: Sandbox;
	n8n: N8n;
	/** n8n's folder of data; it goes with the stack. */
	home: string;
	stop(): Promise<void>;
}

async function openSandbox(options: SandboxOptions): Promise<Sandbox> {
	try {
		return await startSandbox(options);
	} catch (error) {
		if ((error as NodeJS.ErrnoException).code !== 'EADDRINUSE') throw error;
		return await startSandbox({ ...options, port: 0 });
	}
}

/**
 * Installs what is missing, then starts a sandbox and an n8n, or takes the one that runs at a given address; on
 * failure nothing stays behind.
 */
export async function startStack(options: StackOptions = {}): Promise<Stack> {
	const { editorPort, report = () => {} } = options;
	const address = givenAddress();
	const host = address === undefined ? await ensureHost(report) : undefined;
	const home = makeTemporaryFolder('home');
	let sandbox: Sandbox | undefined;
	let n8n: N8n | undefined;
	const stop = async () => {
		await n8n?.stop();
		await sandbox?.close();
		removeTemporaryFolder(home);
	};
	try {
		if (host) await installPackage(home, report);
		sandbox = await openSandbox(options.sandbox ?? {});
		const started = Date.now();
		n8n = host
			? await startN8n({ host, home, port: editorPort, env: options.env })
			: await attachTo(address ?? '');
		report(`n8n ${n8n.client.version} runs${host ? ` (${seconds(started)})` : ` at ${n8n.url}`}.`);
		return { sandbox, n8n, home, stop };
	} catch (error) {
		await stop();
		throw error;
	}
}
