import { randomUUID } from 'node:crypto';
import http from 'node:http';
import https from 'node:https';
import { setTimeout as sleep } from 'node:timers/promises';
import pLimit from 'p-limit';
import type { Done, Order, WorkName } from './bareProcess';
import * as service from '../service/service';
import { POLL_MS } from '../setup/plan';

/** The least that a program needs to call the service: Node's own HTTP client and nothing around it. */
class BareClient {
	private readonly web: typeof http | typeof https;
	private readonly agent: http.Agent;

	constructor(
		private readonly baseUrl: string,
		private readonly apiKey: string,
	) {
		this.web = baseUrl.startsWith('https:') ? https : http;
		this.agent = new this.web.Agent({ keepAlive: true });
	}

	/** Sends a JSON body and returns the answer's; anything but a 2xx status is an error. */
	async post<T>(path: string, body: unknown, headers: Readonly<Record<string, string>> = {}): Promise<T> {
		return await this.send('POST', path, headers, JSON.stringify(body));
	}

	/** Asks with a query and returns the JSON of the answer; anything but a 2xx status is an error. */
	async get<T>(path: string, query: Readonly<Record<string, string>>): Promise<T> {
		return await this.send('GET', `${path}?${new URLSearchParams(query).toString()}`, {});
	}

	private async send<T>(
		method: 'GET' | 'POST',
		path: string,
		headers: Readonly<Record<string, string>>,
		text?: string,
	): Promise<T> {
		return await new Promise<T>((resolve, reject) => {
			const call = this.web.request(
				`${this.baseUrl}${path}`,
				{
					method,
					agent: this.agent,
					headers: {
						Accept: 'application/json',
						Authorization: `Token ${this.apiKey}`,
						...(text !== undefined && {
							'Content-Type': 'application/json',
							'Content-Length': Buffer.byteLength(text),
						}),
						...headers,
					},
				},
				(response) => {
					let answer = '';
					response.setEncoding('utf8');
					response.on('data', (chunk: string) => (answer += chunk));
					response.on('error', reject);
					response.on('end', () => {
						const status = response.statusCode ?? 0;
						if (status >= 200 && status < 300) resolve(JSON.parse(answer) as T);
						else reject(new Error(`${method} ${path} was answered with ${status}: ${answer}`));
					});
				},
			);
			call.on('error', reject);
			call.end(text);
		});
	}

	/** Closes its connections, so that the next client opens its own. */
	close(): void {
		this.agent.destroy();
	}
}

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
			service.companyIds(size),
			concurrency,
			async (id) =>
				await client.post<{ contatos: unknown[] }>(
					service.ENRICH_PATH,
					{ contato: { id_empresa: id } },
					{ 'Idempotency-Key': randomUUID() },
				),
		);
		return answers.flatMap(({ contatos }) => contatos).length;
	};

/** Looks persons up, each a different one. */
const lookUp =
	(concurrency: number): Work =>
	async (client, size) => {
		const send = async (cpf: string) => await client.get(service.LOOKUP_PATH, { cpf });
		return (await sendEach(service.cpfs(size), concurrency, send)).length;
	};

/** Loads pages of a search; the key that makes later pages free comes with the first. */
const search =
	(concurrency: number): Work =>
	async (client, size) => {
		const load = async (pagina: number, cached = {}) =>
			await client.post<service.SearchPage>(service.SEARCH_PATH, {
				...service.FIRST_PAGE,
				pagina,
				...cached,
			});
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
		const results = await sendEach(service.batchesOf(size), concurrency, async (batch) => {
			const { id_processamento: id } = await client.post<{ id_processamento: string }>(
				service.BATCH_PATH,
				batch,
			);
			for (;;) {
				await sleep(POLL_MS);
				const { concluido, contatos } = await client.get<service.BatchStatus>(service.statusPath(id), {});
				if (concluido) return contatos;
			}
		});
		return results.flat().length;
	};

/** All kinds of work, at some concurrency. */
const works = {
	enrich,
	lookUp,
	search,
	enrichInBatches,
} satisfies Record<WorkName, (concurrency: number) => Work>;

/** The process of the bare client: does what it is told, one order at a time, and says when. */
process.on('message', ({ baseUrl, apiKey, work, concurrency, size }: Order) => {
	const client = new BareClient(baseUrl, apiKey);
	const startedAt = Date.now();
	void works[work](concurrency)(client, size)
		.then(
			(results): Done => ({ startedAt, stoppedAt: Date.now(), results }),
			(error: Error): Done => ({ failed: error.message }),
		)
		.then((done) => {
			client.close();
			process.send?.(done);
		});
});
process.on('disconnect', () => process.exit());
process.send?.('ready');
