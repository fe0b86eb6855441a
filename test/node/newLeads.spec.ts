import type { IDataObject } from 'n8n-workflow';

import { type Sandbox } from '../../sandbox';
import { credentialFor, rows, runNode } from '../support/harness';
import { personsOf, PublishedTrigger, type Polled } from '../support/polling';
import { useSandbox } from './support/useSandbox';

/** The New Leads trigger in n8n's own poll context, over real HTTP. */

let sandbox: Sandbox;
useSandbox({ persons: 3000, companies: 300 }, (started) => {
	sandbox = started;
});

const DAY_MS = 24 * 3600 * 1000;
const filters = { filtros_pessoa: { niveis_senioridade: ['Pleno'] } };
const leads = (more: IDataObject = {}, options: IDataObject = {}): IDataObject => ({
	searchFor: 'persons',
	...filters,
	resultsPerRun: 50,
	...more,
	options: { maxRequestsPerMinute: 0, ...options },
});
const trigger = (more?: IDataObject, options?: IDataObject): PublishedTrigger =>
	new PublishedTrigger(sandbox, leads(more, options));

const requests = (): IDataObject[] =>
	sandbox.requests.of('b2bPersonSearch').map(({ body }) => body as IDataObject);
const charged = (): number => sandbox.ledger.charged('b2b');

/** All results of the search, as the action node loads them: without a trace in the sandbox. */
async function whole(parameters: IDataObject = filters): Promise<unknown[]> {
	const { items } = await runNode({
		credential: credentialFor(sandbox),
		resource: 'b2bPerson',
		operation: 'searchB2bPersons',
		parameters: { ...parameters, returnAll: true, options: { maxRequestsPerMinute: 0 } },
	});
	sandbox.reset();
	return items.map(({ json }) => json.id_pessoa);
}
const nothing = (polled: Polled): void => expect(polled).toEqual({ items: null });

describe('the next results of one search', () => {
	it('are delivered by each poll, in order and once, for one credit', async () => {
		const all = await whole();
		const each = trigger({ resultsPerRun: 120 });
		const polls = [await each.publish()];
		while (polls.length < 4) polls.push(await each.poll());
		expect(polls.flatMap(personsOf)).toEqual(all.slice(0, 480));
		expect(polls.map(({ items }) => items?.length)).toEqual([120, 120, 120, 120]);
		expect(charged()).toBe(1);
	});

	it('are those of a new search when the filters change, and not when only the page size or the amount does', async () => {
		const all = await whole();
		const each = trigger();
		await each.publish();
		expect(personsOf(await each.publish(leads({ resultsPerRun: 10 }, { pageSize: 7 })))).toEqual(
			all.slice(50, 60),
		);
		const other = { filtros_pessoa: { niveis_senioridade: ['Sênior'] } };
		const begun = await each.publish(leads(other));
		expect(begun.items).toHaveLength(50);
		expect(charged()).toBe(2);
		const others = [...personsOf(begun), ...personsOf(await each.poll())];
		expect(others).toEqual((await whole(other)).slice(0, 100));
	});

	it('are not waited for longer than n8n gives a poll', async () => {
		sandbox.set({ latencyMs: 1 });
		const each = trigger({ resultsPerRun: 400 }, { maxRequestsPerMinute: 1 });
		const { items } = await each.publish();
		// n8n gives five minutes.
		expect(items?.length).toBeGreaterThanOrEqual(150);
		expect(items?.length).toBeLessThan(400);
	});
});

describe('a poll', () => {
	it('starts nothing beside another of the same node, and the cursor does not fall', async () => {
		const all = await whole();
		const each = trigger();
		await each.publish();
		sandbox.set({ latencyMs: 50 });
		const polls = await Promise.all([each.poll(), each.poll(), each.poll()]);
		expect(polls.map(({ items }) => items?.length ?? 0)).toEqual([50, 0, 0]);
		expect(personsOf(await each.poll())).toEqual(all.slice(100, 150));
		expect(requests()).toHaveLength(3);
	});

	it('never goes back, whatever position n8n gives it', async () => {
		const all = await whole();
		const each = trigger();
		const unbegun = each.stored;
		await each.publish();
		const old = each.stored;
		await each.poll();
		for (const [at, stored] of [unbegun, old].entries()) {
			each.stored = stored;
			const from = 100 + at * 50;
			expect(personsOf(await each.publish(leads(), 'update'))).toEqual(all.slice(from, from + 50));
		}
		expect(charged()).toBe(1);
	});

	it('does not make the first one fail, and the next one tries again', async () => {
		sandbox.faults.add({ kind: 'status', status: 500, times: 'always' });
		const each = trigger();
		nothing(await each.publish());
		expect(each.log.join()).toContain('The service failed with status 500');
		sandbox.faults.clear();
		expect((await each.poll()).items).toHaveLength(50);
		expect(charged()).toBe(1);
	});

	it('is an error later on, which tells what to do, and loses nothing', async () => {
		const all = await whole();
		const each = trigger();
		await each.publish();
		sandbox.faults.add({ kind: 'status', status: 500, times: 'always' });
		const { error } = await each.poll();
		expect(error?.message).toContain('The service failed with status 500');
		expect(error?.description).toContain('The next poll continues at the same place');
		sandbox.faults.clear();
		expect(personsOf(await each.poll())).toEqual(all.slice(50, 100));
		expect(charged()).toBe(1);
	});

	it.each([
		['without filters', { filtros_pessoa: {} }, /^Filters are empty\./],
		['with a wrong amount', { resultsPerRun: 0 }, /^Results per Run is 0/],
		[
			'with filters that the service would ignore',
			{ options: { additionalFilters: '{"estados": ["SP"]}' } },
			/^Additional Filters/,
		],
	])('%s is refused without any request, also the first one', async (_, more: IDataObject, message) => {
		const each = trigger(more, more.options as IDataObject);
		expect((await each.publish()).error?.message).toMatch(message);
		expect(sandbox.requests.all).toHaveLength(0);
	});

	it('returns what it has when a later page fails, and the next one goes on there', async () => {
		const all = await whole();
		const each = trigger({ resultsPerRun: 150 });
		sandbox.faults.add({ kind: 'status', status: 400, skip: 2, endpoint: 'b2bPersonSearch' });
		expect(personsOf(await each.publish())).toEqual(all.slice(0, 100));
		expect(each.log.join()).toContain('Not all results could be loaded');
		expect(personsOf(await each.poll())).toEqual(all.slice(100, 250));
		expect(charged()).toBe(1);
	});

	it('repeats a search whose answer was lost, which is charged once', async () => {
		sandbox.faults.add({ kind: 'reset', when: 'after', times: 'always' });
		const each = trigger();
		nothing(await each.publish());
		expect(charged()).toBe(1);
		sandbox.faults.clear();
		expect((await each.poll()).items).toHaveLength(50);
		expect(charged()).toBe(1);
	});

	it('does not ask a service that has blocked the account until the block ends', async () => {
		const each = trigger();
		await each.publish();
		const body = { error: { code: 'daily_limit', description: 'Daily limit exceeded.' } };
		sandbox.faults.add({ kind: 'status', status: 429, body, times: 'always' });
		const sent = () => sandbox.requests.all.length;
		const before = sent();
		const { error } = await each.poll();
		expect(error?.message).toContain('daily request limit');
		expect(error?.description).toMatch(/Until \d{4}-.*Z, polls send nothing\./);
		for (let hour = 1; hour < 24; hour++) {
			await sandbox.clock.advance(3600_000);
			nothing(await each.poll());
		}
		expect(sent()).toBe(before + 1);
		sandbox.faults.clear();
		await sandbox.clock.advance(3600_000);
		expect((await each.poll()).items).toHaveLength(50);
		expect(charged()).toBe(1);
	});

	it('rests without an error execution each time while another node of the process has met a block', async () => {
		const each = trigger();
		await each.publish();
		const body = { error: { code: 'daily_limit', description: 'Daily limit exceeded.' } };
		sandbox.faults.add({ kind: 'status', status: 429, body });
		expect((await each.poll()).error?.message).toContain('daily request limit');
		// As another trigger, which has not met it: what n8n has stored of this one says nothing of the block.
		const before = sandbox.requests.all.length;
		nothing(await each.publish(leads(), 'update'));
		for (let minute = 0; minute < 3; minute++) {
			await sandbox.clock.advance(60_000);
			nothing(await each.poll());
		}
		expect(sandbox.requests.all.length).toBe(before);
		expect(each.log.filter((text) => text.includes('polls send nothing'))).toHaveLength(1);
		await sandbox.clock.advance(DAY_MS);
		expect((await each.poll()).items).toHaveLength(50);
	});

	it('asks with a wrong key or without credit once an hour at most', async () => {
		sandbox.faults.add({ kind: 'status', status: 402, times: 'always' });
		const each = trigger();
		nothing(await each.publish());
		for (let minute = 0; minute < 60; minute++) {
			nothing(await each.poll());
			await sandbox.clock.advance(60_000);
		}
		expect(sandbox.requests.all).toHaveLength(1);
		expect((await each.poll()).error?.message).toContain('No credits left');
	});
});

describe('the end of the search', () => {
	const few = { filtros_empresa: { estados: ['SP'] }, filtros_pessoa: { niveis_senioridade: ['Pleno'] } };

	it('starts no more workflows, which the log tells once', async () => {
		const all = await whole(few);
		expect(all.length).toBeGreaterThan(2);
		const each = trigger({ ...few, resultsPerRun: all.length - 1 });
		expect(personsOf(await each.publish())).toEqual(all.slice(0, -1));
		expect(personsOf(await each.poll())).toEqual(all.slice(-1));
		const sent = requests().length;
		for (let i = 0; i < 3; i++) nothing(await each.poll());
		expect(requests()).toHaveLength(sent);
		expect(each.log.filter((text) => text.includes('The search has ended'))).toHaveLength(1);
		await sandbox.clock.advance(30 * DAY_MS);
		nothing(await each.poll());
		expect(charged()).toBe(1);
	});

	it('begins again when wanted: at no charge while the service remembers it, then charged', async () => {
		const all = await whole(few);
		const each = trigger({ ...few, resultsPerRun: 500 }, { whenTheSearchEnds: 'newSearch' });
		expect(personsOf(await each.publish())).toEqual(all);
		expect(personsOf(await each.poll())).toEqual(all);
		expect(charged()).toBe(1);
		await sandbox.clock.advance(8 * DAY_MS);
		expect(personsOf(await each.poll())).toEqual(all);
		expect(charged()).toBe(2);
	});

	it.each(['stop', 'newSearch'])(
		'is there at once for a search that matches nothing (%s)',
		async (whenTheSearchEnds) => {
			const each = trigger(
				{ filtros_pessoa: { cargos: rows('No Such Title At All') } },
				{ whenTheSearchEnds },
			);
			nothing(await each.publish());
			for (let i = 0; i < 3; i++) nothing(await each.poll());
			expect(requests()).toHaveLength(1);
			expect(each.log.join()).toContain('The search matched nothing');
		},
	);

	it('comes after 7 days: no new search by itself', async () => {
		const each = trigger();
		await each.publish();
		await sandbox.clock.advance(7 * DAY_MS);
		for (let i = 0; i < 3; i++) nothing(await each.poll());
		expect(requests()).toHaveLength(1);
		expect(each.log.filter((text) => text.includes('too old'))).toHaveLength(1);
		expect(each.log.join()).toMatch(/50 of \d+ results were delivered/);
	});

	it.each(['stop', 'newSearch'])(
		'is where the service gives no cache key: nothing is searched again (%s)',
		async (whenTheSearchEnds) => {
			sandbox.faults.add({
				kind: 'status',
				status: 200,
				body: { dados: [{ id_pessoa: 1 }, { id_pessoa: 2 }], total: 90, pagina: 1, por_pagina: 2 },
				times: 'always',
			});
			const each = trigger({}, { whenTheSearchEnds });
			expect(personsOf(await each.publish())).toEqual([1, 2]);
			for (let i = 0; i < 3; i++) nothing(await each.poll());
			expect(requests()).toHaveLength(1);
			expect(each.log.join()).toContain('no cache key that it accepts');
		},
	);
});

describe('a key that the service forgets', () => {
	it('costs one search more and ends the search; what was paid for is delivered', async () => {
		const all = await whole();
		sandbox.set({ pagesPerKey: 1 });
		const each = trigger({ resultsPerRun: 140 });
		// Page 3 was charged, and is delivered whole.
		expect(personsOf(await each.publish())).toEqual(all.slice(0, 150));
		for (let i = 0; i < 3; i++) nothing(await each.poll());
		expect([charged(), requests().length]).toEqual([2, 3]);
		expect(each.log.filter((text) => text.includes('no cache key that it accepts'))).toHaveLength(1);
	});
});

describe('a page that the service returns again in the place of others', () => {
	const page = (from: number, chave_cache = 'k'): void => {
		const dados = Array.from({ length: 50 }, (_, i) => ({ id_pessoa: from + i }));
		const body = { dados, total: 900, chave_cache, por_pagina: 50 };
		sandbox.faults.add({ kind: 'status', status: 200, endpoint: 'b2bPersonSearch', body });
	};

	it.each([
		['within a poll', 100, ['k', 'k']],
		['by the next ones', 50, ['k', 'k']],
	])('is not delivered again, %s: it ends the search', async (_, resultsPerRun, keys) => {
		for (const key of keys) page(0, key);
		const each = trigger({ resultsPerRun });
		const polls = [await each.publish()];
		while (polls.length < 4) {
			await sandbox.clock.advance(DAY_MS / 2);
			polls.push(await each.poll());
		}
		expect(polls.map(({ items }) => items?.length ?? 0)).toEqual([50, 0, 0, 0]);
		expect(requests().map(({ pagina }) => pagina)).toEqual([1, 2]);
		expect(each.log.filter((text) => text.includes('the same results again'))).toHaveLength(1);
	});
});

describe('a start of n8n', () => {
	it('polls nothing before the schedule, and delivers again what may not have started the workflow', async () => {
		const all = await whole();
		const each = trigger();
		await each.publish();
		await each.poll();
		nothing(await each.restart());
		expect(personsOf(await each.poll())).toEqual(all.slice(50, 100));
		expect(personsOf(await each.poll())).toEqual(all.slice(100, 150));
		expect(charged()).toBe(1);
	});

	it('after a kill before the cursor was stored loses nothing either', async () => {
		const all = await whole();
		const each = trigger();
		await each.publish();
		await each.poll();
		await each.poll({ isKilledBeforeStoring: true });
		await each.restart();
		const after = [await each.poll(), await each.poll()].flatMap(personsOf);
		expect(after).toEqual(all.slice(50, 150));
	});

	it('delivers again the last results of a search that has ended', async () => {
		const each = trigger({ resultsPerRun: 5000 });
		const first = await each.publish();
		await each.restart();
		expect(personsOf(await each.poll())).toEqual(personsOf(first));
		nothing(await each.poll());
		expect(charged()).toBe(1);
	});

	it('goes on with the next results when wanted', async () => {
		const all = await whole();
		const each = trigger({}, { afterRestart: 'continue' });
		await each.publish();
		await each.restart();
		expect(personsOf(await each.poll())).toEqual(all.slice(50, 100));
	});
});

describe('a test run in the editor', () => {
	it('shows the first results and moves nothing', async () => {
		const all = await whole();
		const each = trigger({ resultsPerRun: 20 });
		expect(personsOf(await each.test())).toEqual(all.slice(0, 20));
		expect(charged()).toBe(1);
		await each.publish();
		await each.poll();
		const before = each.stored;
		expect(personsOf(await each.test())).toEqual(all.slice(0, 20));
		expect(requests().at(-1)).toMatchObject({ pagina: 1, chave_cache: expect.any(String) });
		expect(each.stored).toBe(before);
		expect(personsOf(await each.poll())).toEqual(all.slice(40, 60));
		expect(charged()).toBe(1);
	});
});

it('keeps neither the key nor data of persons, nor writes them into the log', async () => {
	const each = trigger({ resultsPerRun: 100 });
	const { items } = await each.publish();
	sandbox.faults.add({
		kind: 'status',
		status: 400,
		body: { error: `CPF 123.456.789-09 ${sandbox.apiKey}` },
		skip: 1,
	});
	await each.poll();
	const kept = `${each.stored} ${each.log.join(' ')}`;
	expect(each.log).not.toEqual([]);
	const names = (items ?? []).map(({ json }) => String(json.nome));
	for (const secret of [sandbox.apiKey, '123.456.789-09', 'Pleno', ...names])
		expect(kept).not.toContain(secret);
});
