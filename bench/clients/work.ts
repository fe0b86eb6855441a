import { randomUUID } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import pLimit from 'p-limit';

import { POLL_MS } from '../setup/plan';
import {
	batchesOf,
	BATCH_PATH,
	companyIds,
	cpfs,
	ENRICH_PATH,
	FIRST_PAGE,
	LOOKUP_PATH,
	SEARCH_PATH,
	statusPath,
	type BatchStatus,
	type SearchPage,
} from '../service/service';
import type { BareClient } from './bareClient';

/** Does a piece of work and tells how many results it brought. */
type Work = (client: BareClient, size: number) => Promise<number>;

async function sendEach<T, R>(
	entries: readonly T[],
	concurrency: number,
	send: (entry: T) => Promise<R>,
): Promise<R[]> {
	const limit = pLimit(concurrency);
	return await Promise.all(entries.map(async (entry) => await limit(send, entry)));
}

/** Enriches companies, each a different one. */
const enrich =
	(concurrency: number): Work =>
	async (client, size) => {
		const answers = await sendEach(
			companyIds(size),
			concurrency,
			async (id) =>
				await client.post<{ contatos: unknown[] }>(
					ENRICH_PATH,
					{ contato: { id_empresa: id } },
					{ 'Idempotency-Key': randomUUID() },
				),
		);
		return answers.flatMap(({ contatos }) => contatos).length;
	};

/** Looks persons up, each a different one. */
const lookUp =
	(concurrency: number): Work =>
	async (client, size) =>
		(await sendEach(cpfs(size), concurrency, async (cpf) => await client.get(LOOKUP_PATH, { cpf }))).length;

/** Loads pages of a search; the key that makes later pages free comes with the first. */
const search =
	(concurrency: number): Work =>
	async (client, size) => {
		const load = async (pagina: number, cached = {}) =>
			await client.post<SearchPage>(SEARCH_PATH, { ...FIRST_PAGE, pagina, ...cached });
		const first = await load(1);
		const cached = { chave_cache: first.chave_cache, total_cacheado: first.total };
		const others = Array.from({ length: size - 1 }, (_, index) => index + 2);
		const pages = await sendEach(others, concurrency, async (pagina) => await load(pagina, cached));
		return [first, ...pages].flatMap(({ dados }) => dados).length;
	};

/** Submits full batches and asks for their status until they are done. */
const enrichInBatches =
	(concurrency: number): Work =>
	async (client, size) => {
		const results = await sendEach(batchesOf(size), concurrency, async (batch) => {
			const { id_processamento: id } = await client.post<{ id_processamento: string }>(BATCH_PATH, batch);
			for (;;) {
				await sleep(POLL_MS);
				const { concluido, contatos } = await client.get<BatchStatus>(statusPath(id), {});
				if (concluido) return contatos;
			}
		});
		return results.flat().length;
	};

/** All kinds of work, at some concurrency. */
export const works = {
	enrich,
	lookUp,
	search,
	enrichInBatches,
} satisfies Record<string, (concurrency: number) => Work>;

export type WorkName = keyof typeof works;
