import type { Client, Contestant, Run } from '../measure/contestant';
import { memoryUntil, withUsage } from '../measure/process';
import type { ReachedSandbox } from '../setup/sandboxProcess';
import type { BareProcess } from './bareProcess';
import type { WorkName } from './work';

interface Kind {
	readonly client: Client;
	readonly title: string;
	readonly keepAlive: boolean;
}

/** The yardstick. */
const KEEP_ALIVE: Kind = { client: 'bare', title: 'Bare client, keep-alive', keepAlive: true };
/** What n8n's HTTP helper does with connections. */
const NEW_CONNECTIONS: Kind = {
	client: 'bareNewConnections',
	title: 'Bare client, a connection per request',
	keepAlive: false,
};
const EACH_ONCE: Kind = {
	client: 'bareOnce',
	title: 'Bare client, keep-alive, each CPF once',
	keepAlive: true,
};

/** The same work by a bare client, which is the yardstick. */
export function bareClients({ baseUrl, apiKey }: ReachedSandbox, bare: BareProcess) {
	const by =
		(kind: Kind, work: WorkName) =>
		(concurrency: number): Contestant => {
			const { keepAlive, ...about } = kind;
			const run = async (size: number): Promise<Run> => {
				const order = { baseUrl, apiKey, keepAlive, work, concurrency, size };
				const [done, { cpuMs, resident }] = await withUsage(
					await bare.pid(),
					async () => await bare.run(order),
				);
				return { ...done, cpuMs, memory: memoryUntil(resident, done.stoppedAt) };
			};
			return { ...about, run, renew: async () => await bare.stop() };
		};
	return {
		keepAlive: (work: WorkName) => by(KEEP_ALIVE, work),
		newConnections: (work: WorkName) => by(NEW_CONNECTIONS, work),
		lookUpOnce: by(EACH_ONCE, 'lookUpOnce'),
	};
}
