import { type Sandbox, type SandboxOptions, startSandbox } from '../../sandbox';
import { ensureHost, givenAddress } from './install/given';
import { installPackage } from './install/pack';
import { type N8n, OWNER, startN8n } from './n8n';
import { type Report, seconds } from './processes/progress';
import { makeTemporaryFolder, removeTemporaryFolder } from './processes/temporary';
import { N8nClient } from './rest/client';
import type { Login } from './rest/session';

/** Who signs in to a given n8n; by default the owner that every n8n started here has. */
function givenLogin(): Login {
	const { N8N_EMAIL: email, N8N_PASSWORD: password } = process.env;
	return email && password ? { email, password } : OWNER;
}

const refuse = (what: string) => async (): Promise<never> =>
	await Promise.reject(
		new Error(`An n8n that was not started here cannot be ${what}: give N8N_COMMAND instead of N8N_ADDRESS.`),
	);

/** Signs in to an n8n that runs already; it is left as it is when the stack is stopped. */
export async function attachTo(url: string): Promise<N8n> {
	const owner = givenLogin();
	const client = await N8nClient.connect(url, owner).catch((error: Error) => {
		throw new Error(
			`Signing in to n8n at ${url} as ${owner.email} did not work: ${error.message}. Set N8N_EMAIL and N8N_PASSWORD.`,
		);
	});
	const { port, protocol } = new URL(url);
	return {
		url,
		port: Number(port || (protocol === 'https:' ? 443 : 80)),
		pid: 0,
		owner,
		client,
		ended: new Promise(() => {}),
		log: () => '',
		stop: async () => await Promise.resolve(),
		kill: refuse('killed'),
	};
}

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
