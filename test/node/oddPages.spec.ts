import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { IDataObject } from 'n8n-workflow';

import type { Sandbox } from '../../sandbox';
import { runNode } from '../support/harness';
import { personsOf, PublishedTrigger } from '../support/polling';
import { useSandbox } from './support/useSandbox';

/** Services that withhold rows, or whose pages have a length of their own. */

let sandbox: Sandbox;
useSandbox({ persons: 3000, companies: 3000 }, (started) => {
	sandbox = started;
});

interface Mode {
	raw: number;
	sizeOf: (asked: number) => number;
	withheld: (id: number) => boolean;
	countsWithheld: boolean;
	says: 'true' | 'echo' | 'none';
}
const ordinary: Mode = {
	raw: 300,
	sizeOf: (n) => n,
	withheld: () => false,
	countsWithheld: true,
	says: 'true',
};
let mode: Mode = ordinary;
let asked: IDataObject[] = [];
let server: Server;
let credential: IDataObject;
const there = (): number[] =>
	Array.from({ length: mode.raw }, (_, i) => i)
		.filter((id) => !mode.withheld(id))
		.map((id) => id + 1);

beforeAll(async () => {
	server = createServer((request, response) => {
		const parts: Buffer[] = [];
		request.on('data', (part: Buffer) => parts.push(part));
		request.on('end', () => {
			const body = JSON.parse(Buffer.concat(parts).toString()) as { pagina: number; por_pagina: number };
			asked.push(body);
			const size = mode.sizeOf(body.por_pagina);
			const dados = Array.from({ length: size }, (_, i) => (body.pagina - 1) * size + i)
				.filter((id) => id < mode.raw && !mode.withheld(id))
				.map((id) => ({ id_pessoa: id + 1, nome: `P ${id}`, cargo: 'X', id_empresa: 1 }));
			response.setHeader('content-type', 'application/json');
			response.end(
				JSON.stringify({
					dados,
					total: mode.countsWithheld ? mode.raw : there().length,
					pagina: body.pagina,
					...(mode.says !== 'none' && { por_pagina: mode.says === 'true' ? size : body.por_pagina }),
					chave_cache: 'k',
					sucesso: true,
				}),
			);
		});
	});
	await new Promise<void>((resolve) => void server.listen(0, '127.0.0.1', resolve));
	credential = {
		apiKey: 'abcdefghijklmnop',
		baseUrl: `http://127.0.0.1:${(server.address() as AddressInfo).port}/v1`,
	};
});
afterAll(async () => await new Promise((resolve) => void server.close(resolve)));
beforeEach(() => {
	asked = [];
	mode = ordinary;
});

const filters = { filtros_pessoa: { niveis_senioridade: ['Pleno'] } };
const search = async (options: IDataObject = {}, more: IDataObject = { returnAll: true }) =>
	await runNode({
		credential,
		resource: 'b2bPerson',
		operation: 'searchB2bPersons',
		parameters: { ...filters, ...more, options: { includeSearchDetails: true, ...options } },
	});
const idsOf = ({ items }: Awaited<ReturnType<typeof search>>) =>
	items.flatMap(({ json }) => (json.id_pessoa === undefined ? [] : [json.id_pessoa as number]));
const detailsOf = ({ items }: Awaited<ReturnType<typeof search>>) => items[0]?.json.search as IDataObject;
const trigger = (resultsPerRun: number, options: IDataObject = {}) =>
	new PublishedTrigger(
		sandbox,
		{ searchFor: 'persons', ...filters, resultsPerRun, options: { maxRequestsPerMinute: 0, ...options } },
		credential,
	);

describe('rows that are withheld and not counted in the total', () => {
	// Of 310, the 20 with IDs 61 to 80 are withheld: the total is 290, on 7 pages.
	beforeEach(() => {
		mode = { ...ordinary, raw: 310, withheld: (id) => id >= 60 && id < 80, countsWithheld: false };
	});
	it('the search outputs every row', async () => {
		expect(idsOf(await search())).toEqual(there());
	});
	it('the trigger delivers every row', async () => {
		const each = trigger(50);
		const ids = personsOf(await each.publish());
		for (let i = 0; i < 10; i++) ids.push(...personsOf(await each.poll()));
		expect(ids).toEqual(there());
	});
});

/** Runs one after the other, each from `nextOffset` of the one before, with the same Page Size. */
async function inRuns(pageSize: number, limit: number): Promise<number[]> {
	const ids: number[] = [];
	let from: IDataObject | undefined;
	for (let i = 0; i < 40; i++) {
		const { nextOffset: offset, pageSize: counted } = from ?? {};
		const values = { chave_cache: 'k', total_cacheado: mode.raw, offset, pageSize: counted };
		const result = await search(
			{ pageSize, ...(from !== undefined && { continueFrom: { values } }) },
			{ limit },
		);
		ids.push(...idsOf(result));
		const next = detailsOf(result);
		if (next.nextOffset === null || next.nextOffset === offset) break;
		from = next;
	}
	return ids;
}
describe('Continue From by nextOffset, of a service whose pages are longer than was asked for', () => {
	it.each(['none', 'echo'] as const)(
		'has the last rows where the real size is not said: %s',
		async (says) => {
			mode = { ...ordinary, raw: 150, says, sizeOf: () => 100 };
			expect(await inRuns(50, 100)).toEqual(there());
		},
	);
	it('has each row once where the size is said, and rows are withheld', async () => {
		mode = { ...ordinary, raw: 100, sizeOf: () => 25, withheld: (id) => (id * 37) % 100 < 15 };
		expect(await inRuns(20, 20)).toEqual(there());
	});
});

describe('the trigger, of a service with its own page size that withholds rows', () => {
	it.each(['true', 'none'] as const)(
		'delivers no result twice, without any restart or failure: %s',
		async (says) => {
			// Pages of 25, whatever is asked for; the first two lack 2 rows each.
			mode = { ...ordinary, raw: 100, says, sizeOf: () => 25, withheld: (id) => [3, 7, 28, 32].includes(id) };
			const each = trigger(46, { pageSize: 20 });
			const ids = personsOf(await each.publish());
			for (let i = 0; i < 3; i++) ids.push(...personsOf(await each.poll()));
			expect(ids).toEqual(there());
		},
	);
});

async function polled(
	resultsPerRun: number,
	polls: number,
): Promise<{ ids: unknown[]; each: PublishedTrigger }> {
	const each = trigger(resultsPerRun);
	const ids = personsOf(await each.publish());
	for (let poll = 1; poll < polls; poll++) ids.push(...personsOf(await each.poll()));
	return { ids, each };
}
const twice = (ids: unknown[]) => ids.filter((id, i) => ids.indexOf(id) !== i);

describe('New Leads, of a service that withholds a row in ten', () => {
	beforeEach(() => {
		mode = { ...ordinary, withheld: (id) => id % 10 === 3 };
	});

	it('delivers no result twice', async () => {
		const { ids } = await polled(20, 60);
		expect(twice(ids)).toEqual([]);
	});

	it('delivers every result', async () => {
		const { ids } = await polled(20, 60);
		expect(there().filter((id) => !ids.includes(id))).toEqual([]);
	});

	it('takes a request for a page, one for the rest of the page before, and one to be sure of the end', async () => {
		await polled(50, 7);
		expect(asked.map(({ pagina, por_pagina }) => [pagina, por_pagina])).toEqual(
			[1, 2, 2, 3, 3, 4, 4, 5, 5, 6, 6, 7].map((page) => [page, 50]),
		);
	});

	it('ends with the last page, and tells how many results were on none', async () => {
		const { each } = await polled(50, 8);
		expect(each.log.join()).toContain('30 results were on none of the pages');
		expect(each.log.join()).toContain('270 of 300 results were delivered');
	});

	it('delivers after a start of n8n what may not have started the workflow, and then all others once', async () => {
		const { ids, each } = await polled(50, 2);
		await each.restart();
		const after: unknown[] = [];
		for (let poll = 0; poll < 8; poll++) after.push(...personsOf(await each.poll()));
		expect([...ids.slice(0, 50), ...after]).toEqual(there());
	});
});

describe('a search, of a service that withholds rows', () => {
	it('fills Limit with different rows where two of the first page are withheld', async () => {
		mode = { ...ordinary, withheld: (id) => id === 3 || id === 7 };
		const { items } = await search({}, { limit: 50 });
		const ids = items.map(({ json }) => json.id_pessoa);
		expect(ids).toHaveLength(50);
		expect(twice(ids)).toEqual([]);
	});

	it.each([2, 10, 33])('has each row once: %d in a hundred', async (rate) => {
		mode = { ...ordinary, withheld: (id) => (id * 37) % 100 < rate };
		const { items } = await search();
		const ids = items.map(({ json }) => json.id_pessoa);
		expect(twice(ids)).toEqual([]);
		expect(there().filter((id) => !ids.includes(id))).toEqual([]);
	});
});

describe('a search that goes on by Continue From, of a service whose pages have 50 rows, whatever is asked for', () => {
	it.each([50, 55])('has the rest of the results from %d on', async (offset) => {
		mode = { ...ordinary, raw: 60, sizeOf: () => 50 };
		const { items } = await search({
			continueFrom: { values: { chave_cache: 'k', total_cacheado: 60, offset } },
		});
		expect(items.map(({ json }) => json.id_pessoa)).toEqual(there().slice(offset));
	});
});
