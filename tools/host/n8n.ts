import { cpSync, existsSync } from 'node:fs';
import { join } from 'node:path';

import type { Host } from './install/install';
import { findFreePort, LOOPBACK, untilReady } from './processes/ports';
import { n8nEnvironment, quietSettings } from './processes/environment';
import { END_WITH_PARENT, type Exit, type ProcessGroup, startGroup } from './processes/processGroup';
import { N8nClient } from './rest/client';
import type { Login } from './rest/session';

/** Who owns every n8n started here; it listens on this machine only. */
export const OWNER: Login = { email: 'demo@example.com', password: 'Sandbox123' };

const EDITOR_PORT = 5678;
const BROKER_PORT = 5679;

/** What is needed to start n8n. */
export interface N8nOptions {
	host: Host;
	/** Folder for all of its data; an n8n started again on the same folder goes on with it. */
	home: string;
	/** Preferred port of the editor; another one is taken when it is in use. 0 for any. */
	port?: number;
	/** Further environment, such as limits to be tested. */
	env?: Record<string, string>;
}

/** A running n8n. */
export interface N8n {
	/** Address of the editor, and base of all webhooks. */
	url: string;
	port: number;
	pid: number;
	owner: Login;
	client: N8nClient;
	/** Resolves when the process is gone, wanted or not. */
	ended: Promise<Exit>;
	/** Everything n8n has logged lately. */
	log(): string;
	/** Ends n8n and all that it started; returns when nothing of it is left. */
	stop(): Promise<void>;
	/** Ends n8n without giving it time, as a power cut would. */
	kill(): Promise<void>;
}

function settings(options: N8nOptions, port: number, brokerPort: number): Record<string, string> {
	return {
		N8N_LISTEN_ADDRESS: LOOPBACK,
		N8N_HOST: LOOPBACK,
		N8N_PORT: String(port),
		N8N_RUNNERS_BROKER_PORT: String(brokerPort),
		WEBHOOK_URL: `http://${LOOPBACK}:${port}/`,
		N8N_EDITOR_BASE_URL: `http://${LOOPBACK}:${port}`,
		// Else no browser but on a secure origin would keep the login.
		N8N_SECURE_COOKIE: 'false',
		N8N_GRACEFUL_SHUTDOWN_TIMEOUT: '5',
		...options.env,
	};
}

/** More than n8n gives its own executions. */
const GRACE_MS = 10_000;

/** Starts a process of n8n (`start`, `worker` or `webhook`) that keeps its data in a folder. */
export function startProcess(
	host: Host,
	home: string,
	command: readonly string[],
	env: Readonly<Record<string, string>>,
): ProcessGroup {
	// The folder of data is the working directory: n8n would read a .env file of the checkout.
	return startGroup(host.node.binary, [END_WITH_PARENT, host.n8n, ...command], {
		cwd: home,
		env: n8nEnvironment({ ...quietSettings(home), ...host.env, ...env }),
		graceMs: GRACE_MS,
	});
}

/** Starts n8n and returns when it can be used: it listens, its owner exists and is signed in. */
export async function startN8n(options: N8nOptions): Promise<N8n> {
	const { host, home, port: wanted = EDITOR_PORT } = options;
	const port = await findFreePort(wanted);
	// Two that start again at the same time would both take the usual one, as each listens seconds later.
	const brokerPort = await findFreePort(wanted === EDITOR_PORT ? BROKER_PORT : 0, [port]);
	const hasOwnDatabase = options.env?.DB_TYPE !== undefined;
	if (!hasOwnDatabase && !existsSync(join(home, '.n8n', 'database.sqlite'))) {
		cpSync(host.emptyHome, home, { recursive: true });
	}
	const url = `http://${LOOPBACK}:${port}`;
	const group = startProcess(host, home, ['start'], settings(options, port, brokerPort));
	const client = await untilReady(group, 'n8n', async () => {
		// Its own word that it listens: on a port that was taken meanwhile, another n8n would answer.
		const listens = group.lines().some((line) => line.includes(`n8n ready on ${LOOPBACK}, port ${port}`));
		const answer = listens ? await fetch(`${url}/healthz/readiness`).catch(() => undefined) : undefined;
		return answer?.ok ? await N8nClient.connect(url, OWNER).catch(() => undefined) : undefined;
	});
	return {
		url,
		port,
		pid: group.pid,
		owner: OWNER,
		client,
		ended: group.ended,
		log: () => group.lines().join('\n'),
		stop: async () => await group.stop(),
		kill: async () => await group.kill(),
	};
}
