/* eslint-disable @n8n/community-nodes/no-restricted-globals -- a command-line tool, never shipped */
import { randomUUID } from 'node:crypto';
import pLimit from 'p-limit';

import type { Contestant, Run } from '../measure/contestant';
import { withCpuTime } from '../measure/cpuTime';
import type { SandboxProcess } from '../sandboxProcess';
import { companyIds, ENRICH_PATH, FIRST_PAGE, SEARCH_PATH, type SearchPage } from '../service';
import { BareClient } from './bareClient';

/** Does a piece of work and tells how many results it brought. */
type Work = (client: BareClient, size: number) => Promise<number>;

const enrich =
	(concurrency: number): Work =>
	async (client, size) => {
		const limit = pLimit(concurrency);
		const answers = await Promise.all(
			companyIds(size).map((id) =>
				limit(
					async () =>
						await client.post<{ contatos: unknown[] }>(
							ENRICH_PATH,
							{ contato: { id_empresa: id } },
							{ 'Idempotency-Key': randomUUID() },
						),
				),
			),
		);
		return answers.flatMap(({ contatos }) => contatos).length;
	};

/** One page after another, as the key that makes later pages free comes with the first. */
const search: Work = async (client, size) => {
	let cached = {};
	let rows = 0;
	for (let pagina = 1; pagina <= size; pagina++) {
		const body = { ...FIRST_PAGE, pagina, ...cached };
		const page = await client.post<SearchPage>(SEARCH_PATH, body);
		cached = { chave_cache: page.chave_cache, total_cacheado: page.total };
		rows += page.dados.length;
	}
	return rows;
};

function contestant(sandbox: SandboxProcess, keepAlive: boolean, work: Work): Contestant {
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
	return {
		client: keepAlive ? 'bare' : 'bareNewConnections',
		title: keepAlive ? 'Bare client, keep-alive' : 'Bare client, a connection per request',
		run,
	};
}

/**
 * The same work by a bare client, with connections kept open, which is the yardstick, and with a new one for
 * each request, which is what n8n's HTTP helper does.
 */
export const bareClients = (sandbox: SandboxProcess) => ({
	enrich: (concurrency: number): Contestant[] =>
		[true, false].map((keepAlive) => contestant(sandbox, keepAlive, enrich(concurrency))),
	search: (): Contestant[] => [true, false].map((keepAlive) => contestant(sandbox, keepAlive, search)),
});
