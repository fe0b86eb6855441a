import { cpSync } from 'node:fs';
import { join } from 'node:path';

import { type Sandbox, startSandbox } from '../../sandbox';
import { ensureInstalled } from './install/install';
import { installPackage } from './install/pack';
import { type N8n, startN8n, startProcess } from './n8n';
import { findFreePort, LOOPBACK, untilReady } from './processes/ports';
import type { ProcessGroup } from './processes/processGroup';
import type { QueuePrograms } from './processes/programs';
import { makeTemporaryFolder, removeTemporaryFolder } from './processes/temporary';
import { queueSettings } from './queueSettings';
import { startStores } from './stores';
import { startTogether } from './together';

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
	stop(): Promise<void>;
}

const WORKERS = 2;

/**
 * Starts everything in the settings of n8n's next major version.
 * @param settings of n8n in place of those
 */
export async function startQueueStack(
	programs: QueuePrograms,
	settings: Record<string, string>,
): Promise<QueueStack> {
	const host = await ensureInstalled();
	return await startTogether(async (onStop) => {
		const folder = makeTemporaryFolder('queue');
		onStop(async () => removeTemporaryFolder(folder));
		const mainHome = join(folder, 'main');
		await installPackage(mainHome);
		const stores = await startStores(programs, folder);
		onStop(stores.stop);
		const sandbox = await startSandbox();
		onStop(async () => await sandbox.close());
		const webhookPort = await findFreePort(0);
		const webhookUrl = `http://${LOOPBACK}:${webhookPort}`;
		const env = {
			...queueSettings(stores, webhookUrl),
			// All processes share it, as they must where files are kept in folders.
			N8N_BINARY_DATA_STORAGE_PATH: join(folder, 'files'),
			...settings,
		};

		let main = await startN8n({ host, home: mainHome, port: 0, env });
		onStop(async () => await main.stop());
		const mainMember: Member = {
			kill: async () => await main.kill(),
			start: async () => {
				main = await startN8n({ host, home: mainHome, port: main.port, env });
			},
		};
		/** Starts a process beside the main, with the package in its own folder of data. */
		const beside = async (
			name: string,
			command: readonly string[],
			port: number,
			more: Record<string, string>,
		): Promise<Member> => {
			const home = join(folder, name);
			cpSync(join(mainHome, '.n8n', 'nodes'), join(home, '.n8n', 'nodes'), { recursive: true });
			const broker = String(await findFreePort(0));
			let group: ProcessGroup | undefined;
			onStop(async () => await group?.stop());
			const one: Member = {
				async start() {
					const own = { ...env, ...more, N8N_RUNNERS_BROKER_PORT: broker };
					group = startProcess(host, home, command, own);
					await untilReady(group, `n8n ${command[0]}`, async () => {
						const answer = await fetch(`http://${LOOPBACK}:${port}/healthz`).catch(() => undefined);
						return answer?.ok ? answer : undefined;
					});
				},
				kill: async () => await group?.kill(),
			};
			await one.start();
			return one;
		};
		const workers: Member[] = [];
		for (let i = 1; i <= WORKERS; i++) {
			const port = await findFreePort(0);
			const health = { QUEUE_HEALTH_CHECK_ACTIVE: 'true', QUEUE_HEALTH_CHECK_PORT: String(port) };
			workers.push(await beside(`worker${i}`, ['worker', '--concurrency=5'], port, health));
		}
		const webhook = await beside('webhook', ['webhook'], webhookPort, {
			N8N_LISTEN_ADDRESS: LOOPBACK,
			N8N_PORT: String(webhookPort),
		});
		return { sandbox, main: () => main, mainMember, workers, webhook, webhookUrl };
	});
}
