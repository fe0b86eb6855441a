/* eslint-disable @n8n/community-nodes/no-restricted-globals -- a command-line tool, never shipped */
import type { Client, Contestant, Run } from '../measure/contestant';
import { withCpuTime } from '../measure/cpuTime';
import type { SandboxProcess } from '../sandboxProcess';
import { BareClient } from './bareClient';
import { enrich, lookUp, lookUpOnce, search, type Work } from './work';

interface Kind {
	readonly client: Client;
	readonly title: string;
	readonly keepAlive: boolean;
}

/** The yardstick. */
const KEEP_ALIVE: Kind = { client: 'bare', title: 'Bare client, keep-alive', keepAlive: true };
/** What n8n's HTTP helper does. */
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

function contestant(sandbox: SandboxProcess, { keepAlive, ...about }: Kind, work: Work): Contestant {
	const run = async (size: number): Promise<Run> => {
		const client = new BareClient(sandbox.baseUrl, sandbox.apiKey, keepAlive);
		const startedAt = Date.now();
		try {
			const [results, cpuMs] = await withCpuTime(process.pid, async () => await work(client, size));
			return { startedAt, stoppedAt: Date.now(), results, cpuMs };
		} finally {
			client.close();
		}
	};
	return { ...about, run };
}

/** The same work by a bare client, which is the yardstick. */
export const bareClients = (sandbox: SandboxProcess) => ({
	enrich: (concurrency: number): Contestant[] =>
		[KEEP_ALIVE, NEW_CONNECTIONS].map((kind) => contestant(sandbox, kind, enrich(concurrency))),
	lookUp: (concurrency: number): Contestant[] => [
		contestant(sandbox, KEEP_ALIVE, lookUp(concurrency)),
		contestant(sandbox, EACH_ONCE, lookUpOnce(concurrency)),
	],
	search: (concurrency: number): Contestant[] =>
		[KEEP_ALIVE, NEW_CONNECTIONS].map((kind) => contestant(sandbox, kind, search(concurrency))),
});
