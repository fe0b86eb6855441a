import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { IDataObject } from 'n8n-workflow';

import type { Sandbox } from '../../sandbox';
import { runNode } from '../support/harness';
import { placed } from '../support/placed';
import { personsOf, PublishedTrigger } from '../support/polling';
import { useSandbox } from './support/useSandbox';

/** Services whose pages come without a usable key, or again: what is said beforehand, and what is delivered. */

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
});

describe('the trigger', () => {
	it('delivers all results of the page that was paid for where the service gives no key', async () => {
		answer = ({ pagina, por_pagina: size }) => ({
			dados: persons((pagina - 1) * size, size),
			...{ total: 1000, por_pagina: size },
		});
		expect(await delivered(trigger(20), 4)).toEqual(numbers(50));
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
});
