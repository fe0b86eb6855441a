import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { IDataObject } from 'n8n-workflow';

import type { Sandbox } from '../../sandbox';
import { runNode } from '../support/harness';
import { placed } from '../support/placed';
import { personsOf, PublishedTrigger } from '../support/polling';
import { useSandbox } from './support/useSandbox';

/** Services whose pages are short, come without a key, or begin again: what is said beforehand, and what is delivered. */

let sandbox: Sandbox;
useSandbox({ persons: 30, companies: 30 }, (started) => {
	sandbox = started;
});

interface Asked {
	readonly pagina: number;
	readonly por_pagina: number;
	readonly chave_cache?: string;
}

let asked: Asked[] = [];
/** What the service answers for a page. */
let answer: (page: Asked) => IDataObject;
let server: Server;
let credential: IDataObject;

const persons = (from: number, count: number): IDataObject[] =>
	Array.from({ length: count }, (_, i) => ({
		id_pessoa: from + i + 1,
		nome: `P ${from + i}`,
		id_empresa: 1,
	}));
const numbers = (count: number): number[] => Array.from({ length: count }, (_, i) => i + 1);

beforeAll(async () => {
	server = createServer((request, response) => {
		const parts: Buffer[] = [];
		request.on('data', (part: Buffer) => parts.push(part));
		request.on('end', () => {
			response.setHeader('content-type', 'application/json');
			if (request.method === 'GET') {
				response.end(JSON.stringify({ b2b_credits: 100, b2c_credits: 100 }));
				return;
			}
			const body = JSON.parse(Buffer.concat(parts).toString()) as Asked;
			asked.push(body);
			response.end(JSON.stringify({ pagina: body.pagina, sucesso: true, ...answer(body) }));
		});
	});
	await new Promise<void>((resolve) => void server.listen(0, '127.0.0.1', resolve));
	const { port } = server.address() as AddressInfo;
	credential = { apiKey: 'abcdefghijklmnop', baseUrl: `http://127.0.0.1:${port}/v1` };
});
afterAll(async () => await new Promise((resolve) => void server.close(resolve)));
beforeEach(() => {
	asked = [];
});

const filters = { filtros_pessoa: { niveis_senioridade: ['Pleno'] } };
const search = async (limit: number, settings: IDataObject = {}) =>
	await runNode({
		credential,
		resource: 'b2bPerson',
		operation: 'searchB2bPersons',
		parameters: { ...filters, limit, ...placed({ maxRequestsPerMinute: 0, ...settings }) },
	});
const trigger = (resultsPerRun: number, options: IDataObject = {}): PublishedTrigger =>
	new PublishedTrigger(
		sandbox,
		{ searchFor: 'persons', ...filters, resultsPerRun, options: { maxRequestsPerMinute: 0, ...options } },
		credential,
	);
const delivered = async (each: PublishedTrigger, polls: number): Promise<unknown[]> => {
	const ids = personsOf(await each.publish());
	for (let poll = 1; poll < polls; poll++) ids.push(...personsOf(await each.poll()));
	return ids;
};

describe('Preview Cost', () => {
	it.each([1, 5, 10])('counts the pages of a search that goes on by pages of %d', async (size) => {
		answer = ({ pagina, por_pagina: rows }) => ({
			dados: persons((pagina - 1) * rows, rows),
			...{ total: 1000, por_pagina: rows, chave_cache: 'k' },
		});
		const values = { chave_cache: 'k', total_cacheado: 1000, offset: 3 * size, pageSize: size };
		const options = { continueFrom: { values }, maxConcurrentRequests: 1 };
		const [{ json }] = (await search(200, { ...options, previewCost: true })).items;
		expect((await search(200, options)).items).toHaveLength(200);
		expect(asked).toHaveLength(200 / size);
		expect(json.requests).toBe(200 / size);
	});

	it('takes a maximum for what it is', async () => {
		const [{ json }] = (await search(5000, { previewCost: true, maxRequests: 20 })).items;
		expect(json.requests).toBe(20);
	});
});

describe('the trigger', () => {
	it('delivers all results of the page that was paid for where the service gives no key', async () => {
		answer = ({ pagina, por_pagina: size }) => ({
			dados: persons((pagina - 1) * size, size),
			...{ total: 1000, por_pagina: size },
		});
		expect(await delivered(trigger(20), 4)).toEqual(numbers(50));
	});

	it('delivers no result twice where pages beyond the last are the first again', async () => {
		// The total is a few too high, so that a fourth page is asked for.
		answer = ({ pagina, por_pagina: size }) => ({
			dados: persons((pagina > 3 ? 0 : pagina - 1) * size, size),
			...{ total: 160, por_pagina: size, chave_cache: 'k' },
		});
		expect(await delivered(trigger(50), 6)).toEqual(numbers(150));
	});

	it('delivers no result twice where the service begins again long before the total', async () => {
		answer = ({ pagina, por_pagina: size }) => ({
			dados: persons(((pagina - 1) % 3) * size, size),
			...{ total: 1000, por_pagina: size, chave_cache: 'k' },
		});
		const ids = await delivered(trigger(50), 25);
		expect(ids.length).toBe(new Set(ids).size);
	});

	it('does not ask at each of its polls for a page that never comes', async () => {
		answer = ({ pagina, por_pagina: size }) => ({
			dados: persons((Math.min(pagina, 3) - 1) * size, size),
			...{ total: 160, por_pagina: size, chave_cache: 'k' },
		});
		const each = trigger(50);
		await delivered(each, 3);
		expect(asked).toHaveLength(3);
		// Every minute for two hours.
		for (let poll = 0; poll < 120; poll++) {
			await sandbox.clock.advance(60_000);
			await each.poll();
		}
		expect(asked.length).toBeLessThan(20);
	});

	/** Credits that the service has taken, by its keys: another one than its last is a new search. */
	const counted = (rowsOf: (page: Asked) => IDataObject[], total: number, keeps: () => boolean) => {
		let credits = 0;
		answer = (page) => {
			if (page.chave_cache !== `k${credits}` || !keeps()) credits++;
			return { dados: rowsOf(page), total, por_pagina: page.por_pagina, chave_cache: `k${credits}` };
		};
		return () => credits;
	};

	it('delivers all results of the page that was paid for where the service accepts no key of its own', async () => {
		const credits = counted(
			({ pagina, por_pagina: size }) => persons((pagina - 1) * size, size),
			1000,
			() => false,
		);
		expect(await delivered(trigger(10), 8)).toEqual(numbers(50));
		expect(credits()).toBeLessThanOrEqual(3);
	});

	it('pays once for a search whose key was forgotten where no result came with the new key, also after a start of n8n', async () => {
		let isForgotten = false;
		// Of 60 by the total there are 50, so that the second page is empty.
		const credits = counted(
			({ pagina }) => (pagina === 1 ? persons(0, 50) : []),
			60,
			() => !isForgotten,
		);
		const each = trigger(50);
		await each.publish();
		expect(credits()).toBe(1);
		isForgotten = true;
		await each.poll();
		expect(credits()).toBe(2);
		isForgotten = false;
		await each.poll();
		await each.restart();
		await each.poll();
		await each.poll();
		expect(credits()).toBe(2);
	});

	it('pays once for such a search however often n8n is started, where it is to go on with the next results', async () => {
		let isForgotten = false;
		const credits = counted(
			({ pagina }) => (pagina === 1 ? persons(0, 50) : []),
			60,
			() => !isForgotten,
		);
		const each = trigger(50, { afterRestart: 'continue' });
		await each.publish();
		isForgotten = true;
		await each.poll();
		isForgotten = false;
		for (let start = 0; start < 3; start++) {
			await each.restart();
			await each.poll();
		}
		expect(credits()).toBe(2);
	});

	describe('that delivers again after a start of n8n what may not have started the workflow', () => {
		const minutes = async (each: PublishedTrigger, count: number): Promise<unknown[]> => {
			const ids: unknown[] = [];
			for (let minute = 0; minute < count; minute++) {
				await sandbox.clock.advance(60_000);
				ids.push(...personsOf(await each.poll()));
			}
			return ids;
		};
		const rowsOf = ({ pagina, por_pagina: size }: Asked) => persons((pagina - 1) * size, size);
		it('delivers it although the next page is not to be asked for yet', async () => {
			answer = (page) => ({
				dados: page.pagina === 1 ? rowsOf(page) : [],
				...{ total: 120, por_pagina: page.por_pagina, chave_cache: 'k' },
			});
			const each = trigger(100);
			await each.publish();
			await each.restart();
			expect(personsOf(await each.poll())).toEqual(numbers(50));
			asked = [];
			expect(await minutes(each, 10)).toEqual([]);
			expect(asked).toEqual([]);
		});

		it('still delivers the pages behind it, where pages are short', async () => {
			const pages = [persons(0, 40), persons(40, 50), persons(90, 10)];
			answer = ({ pagina, por_pagina: size }) => ({
				dados: pages[pagina - 1] ?? [],
				...{ total: 100, por_pagina: size, chave_cache: 'k' },
			});
			const each = trigger(10);
			expect(await delivered(each, 9)).toEqual(numbers(90));
			await each.restart();
			expect([...personsOf(await each.poll()), ...personsOf(await each.poll())]).toEqual(
				numbers(100).slice(80),
			);
			await each.restart();
			expect(personsOf(await each.poll())).toEqual(numbers(100).slice(90));
			asked = [];
			expect(await minutes(each, 5)).toEqual([]);
			// Whether there is more.
			expect(asked.length).toBeLessThan(2);
		});
	});
});
