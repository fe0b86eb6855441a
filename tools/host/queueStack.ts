import { cpSync, mkdirSync } from 'node:fs';
import { join } from 'node:path';

import { type Sandbox, type SandboxOptions, startSandbox } from '../../sandbox';
import { ensureInstalled, type Host } from './install/install';
import { installPackage } from './install/pack';
import { type N8n, startN8n } from './n8n';
import { startProcess } from './n8nProcess';
import { findFreePort, LOOPBACK, untilReady } from './processes/ports';
import type { ProcessGroup } from './processes/processGroup';
import type { QueuePrograms } from './processes/programs';
import type { Report } from './processes/progress';
import { makeTemporaryFolder, removeTemporaryFolder } from './processes/temporary';
import { queueSettings } from './queueSettings';
import { postgresSettings, startStores } from './stores';

/** A process of n8n that can be killed and started again on the same data. */
export interface Member {
	/** Ends it as a power cut would. */
	kill(): Promise<void>;
	/** Starts it again; returns when it is ready. */
	start(): Promise<void>;
}

/** An n8n in queue mode: a main, workers and a webhook process, over Redis and PostgreSQL. */
export interface QueueStack {
	readonly sandbox: Sandbox;
	/** The main as it runs now; another one after it was started again. */
	main(): N8n;
	readonly mainMember: Member;
	readonly workers: readonly Member[];
	readonly webhook: Member;
	/** Base of all webhooks. */
	readonly webhookUrl: string;
	/** Settings of n8n that lead to its PostgreSQL. */
	readonly database: Readonly<Record<string, string>>;
	stop(): Promise<void>;
}

const DEFAULT_WORKERS = 2;
const READY_MS = 300_000;

interface MemberOptions {
	readonly host: Host;
	readonly home: string;
	readonly command: readonly string[];
	readonly env: Record<string, string>;
	/** Answers with 200 when the process is ready. */
	readonly health: string;
}

/** A process beside the main. */
function member({ host, home, command, env, health }: MemberOptions): Member & { stop(): Promise<void> } {
	let group: ProcessGroup | undefined;
	return {
		async start() {
			group = startProcess(host, home, command, env);
			await untilReady(group, `n8n ${command[0]}`, READY_MS, async () => {
				const answer = await fetch(health).catch(() => undefined);
				return answer?.ok ? answer : undefined;
			});
		},
		kill: async () => await group?.kill(),
		stop: async () => await group?.stop(),
	};
}

/** Starts everything in the settings of n8n's next major version; on failure nothing stays behind. */
export async function startQueueStack(
	programs: QueuePrograms,
	options: {
		readonly sandbox?: SandboxOptions;
		readonly report?: Report;
		readonly workers?: number;
		/** Settings of n8n in place of those of its next major version. */
		readonly settings?: Record<string, string>;
	} = {},
): Promise<QueueStack> {
	const { report = () => {}, workers: count = DEFAULT_WORKERS } = options;
	const host = await ensureInstalled(report);
	const folder = makeTemporaryFolder('queue');
	const ends: Array<() => Promise<void>> = [async () => removeTemporaryFolder(folder)];
	const stop = async () => {
		for (const end of ends.reverse()) await end();
		ends.length = 0;
	};
	/** A folder of data with the package in it. */
	const homeOf = (name: string): string => {
		const home = join(folder, name);
		mkdirSync(home, { recursive: true });
		if (name !== 'main')
			cpSync(join(folder, 'main', '.n8n', 'nodes'), join(home, '.n8n', 'nodes'), { recursive: true });
		return home;
	};
	try {
		await installPackage(homeOf('main'), report);
		const stores = await startStores(programs, folder);
		ends.push(stores.stop);
		const sandbox = await startSandbox({ port: 0, ...options.sandbox });
		ends.push(async () => await sandbox.close());
		const webhookPort = await findFreePort(0);
		const webhookUrl = `http://${LOOPBACK}:${webhookPort}`;
		const env = {
			...queueSettings(stores, webhookUrl),
			// All processes share it, as they must where files are kept in folders.
			N8N_BINARY_DATA_STORAGE_PATH: join(folder, 'files'),
			...options.settings,
		};

		const home = homeOf('main');
		let main = await startN8n({ host, home, port: 0, env });
		ends.push(async () => await main.stop());
		const mainMember: Member = {
			kill: async () => await main.kill(),
			start: async () => {
				main = await startN8n({ host, home, port: main.port, env });
			},
		};
		const beside = async (
			name: string,
			command: readonly string[],
			port: number,
			more: Record<string, string>,
		) => {
			const broker = String(await findFreePort(0));
			const one = member({
				host,
				home: homeOf(name),
				command,
				env: { ...env, ...more, N8N_RUNNERS_BROKER_PORT: broker },
				health: `http://${LOOPBACK}:${port}/healthz`,
			});
			ends.push(one.stop);
			await one.start();
			return one;
		};
		const workers: Member[] = [];
		for (let i = 1; i <= count; i++) {
			const port = await findFreePort(0);
			workers.push(
				await beside(`worker${i}`, ['worker', '--concurrency=5'], port, {
					QUEUE_HEALTH_CHECK_ACTIVE: 'true',
					QUEUE_HEALTH_CHECK_PORT: String(port),
				}),
			);
		}
		const webhook = await beside('webhook', ['webhook'], webhookPort, {
			N8N_LISTEN_ADDRESS: LOOPBACK,
			N8N_PORT: String(webhookPort),
		});
		report(`n8n ${host.version} runs in queue mode.`);
		const database = postgresSettings(stores);
		return { sandbox, main: () => main, mainMember, workers, webhook, webhookUrl, database, stop };
	} catch (error) {
		await stop();
		throw error;
	}
}
