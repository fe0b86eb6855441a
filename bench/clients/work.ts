import { randomUUID } from 'node:crypto';
import pLimit from 'p-limit';

import {
	companyIds,
	cpfsTwice,
	ENRICH_PATH,
	FIRST_PAGE,
	LOOKUP_PATH,
	SEARCH_PATH,
	type SearchPage,
} from '../service';
import type { BareClient } from './bareClient';

/** Does a piece of work and tells how many results it brought. */
export type Work = (client: BareClient, size: number) => Promise<number>;

async function sendEach<T, R>(
	entries: readonly T[],
	concurrency: number,
	send: (entry: T) => Promise<R>,
): Promise<R[]> {
	const limit = pLimit(concurrency);
	return await Promise.all(entries.map(async (entry) => await limit(send, entry)));
}

/** Enriches companies, each a different one. */
export const enrich =
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

const lookUpAll = async (
	client: BareClient,
	cpfs: readonly string[],
	concurrency: number,
): Promise<unknown[]> =>
	await sendEach(cpfs, concurrency, async (cpf) => await client.get(LOOKUP_PATH, { cpf }));

/** Looks persons up, whether or not they were looked up before. */
export const lookUp =
	(concurrency: number): Work =>
	async (client, size) =>
		(await lookUpAll(client, cpfsTwice(size), concurrency)).length;

/** Looks each person up once. */
export const lookUpOnce =
	(concurrency: number): Work =>
	async (client, size) => {
		const cpfs = cpfsTwice(size);
		const distinct = [...new Set(cpfs)];
		const answers = await lookUpAll(client, distinct, concurrency);
		const found = new Map(distinct.map((cpf, index) => [cpf, answers[index]]));
		return cpfs.filter((cpf) => found.has(cpf)).length;
	};

/** Loads pages of a search; the key that makes later pages free comes with the first. */
export const search =
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
