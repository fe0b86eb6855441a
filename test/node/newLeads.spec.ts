import type { IDataObject } from 'n8n-workflow';

import type { Fault } from '../../sandbox';
import { credentialFor, rows } from '../support/harness';
import { personsOf, PublishedTrigger, type Polled } from '../support/polling';
import { useNode } from './support/useNode';

/** The New Leads trigger in n8n's own poll context, over real HTTP. */

const { sandbox, run } = useNode({ persons: 3000, companies: 300 });

const DAY_MS = 24 * 3600 * 1000;
const filters = { filtros_pessoa: { niveis_senioridade: ['Pleno'] } };
const leads = (more: IDataObject = {}, options: IDataObject = {}): IDataObject => ({
	...{ searchFor: 'persons', ...filters, resultsPerRun: 50, ...more },
	options,
});
const trigger = (more?: IDataObject, options?: IDataObject): PublishedTrigger =>
	new PublishedTrigger(sandbox, leads(more, options), { ...credentialFor(sandbox), maxRequestsPerMinute: 0 });

const requests = (): IDataObject[] =>
	sandbox.requests.of('b2bPersonSearch').map(({ body }) => body as IDataObject);
const charged = (): number => sandbox.ledger.charged('b2b');
const fail = (fault: Partial<Fault>): void =>
	sandbox.faults.add({ kind: 'status', times: 'always', ...fault });

/** All results of the search, as the action node loads them: without a trace in the sandbox. */
async function whole(parameters: IDataObject = filters): Promise<unknown[]> {
	const options = { maxRequestsPerMinute: 0 };
	const found = await run('b2bPerson.searchB2bPersons', { ...parameters, returnAll: true, options });
	sandbox.reset();
	return found.items.map(({ json }) => json.id_pessoa);
}
const nothing = (polled: Polled): void => expect(polled).toEqual({ items: null });
const polled = async (each: PublishedTrigger, polls: number): Promise<number[]> => {
	const counts: number[] = [];
	while (counts.length < polls) counts.push((await each.poll()).items?.length ?? 0);
	return counts;
};
const timesLogged = ({ log }: PublishedTrigger, text: string): number =>
	log.filter((line) => line.includes(text)).length;

describe('the next results of one search', () => {
	it('are delivered by each poll, in order and once, for one credit', async () => {
		const all = await whole();
		const each = trigger({ resultsPerRun: 120 });
		const polls = [await each.publish(), await each.poll(), await each.poll()];
		expect(polls.map(({ items }) => items?.length)).toEqual([120, 120, 120]);
		expect(polls.flatMap(personsOf)).toEqual(all.slice(0, 360));
		expect(charged()).toBe(1);
	});

	it('are those of a new search when the filters change, and not when only the amount does', async () => {
		const all = await whole();
		const each = trigger();
		await each.publish();
		const smaller = leads({ resultsPerRun: 10 });
		expect(personsOf(await each.publish(smaller))).toEqual(all.slice(50, 60));
		const other = { filtros_pessoa: { niveis_senioridade: ['Sênior'] } };
		const begun = [await each.publish(leads(other)), await each.poll()].flatMap(personsOf);
		expect(charged()).toBe(2);
		expect(begun).toEqual((await whole(other)).slice(0, 100));
	});

	it('are not waited for longer than n8n gives a poll', async () => {
		sandbox.set({ latencyMs: 1 });
		const each = new PublishedTrigger(sandbox, leads({ resultsPerRun: 400 }), {
			...credentialFor(sandbox),
			maxRequestsPerMinute: 1,
		});
		// n8n gives five minutes.
		const count = (await each.publish()).items?.length ?? 0;
		expect([count >= 150, count < 400]).toEqual([true, true]);
	});

	it('are those of the page that was paid for, where the service gives no key', async () => {
		const page = { dados: [{ id_pessoa: 1 }, { id_pessoa: 2 }], total: 90, por_pagina: 2 };
		fail({ status: 200, body: page });
		const each = trigger();
		expect(personsOf(await each.publish())).toEqual([1, 2]);
		expect(await polled(each, 3)).toEqual([0, 0, 0]);
		expect(each.log.join()).toContain('no cache key that it accepts');
		await each.restart();
		nothing(await each.poll());
		expect(requests()).toHaveLength(1);
	});

	it('are the whole page that was paid for, also beyond Results per Run, where the service gives no key', async () => {
		const page = { dados: [{ id_pessoa: 1 }, { id_pessoa: 2 }, { id_pessoa: 3 }], total: 90 };
		fail({ status: 200, body: page });
		const each = trigger({ resultsPerRun: 1 });
		expect(personsOf(await each.publish())).toEqual([1, 2, 3]);
		expect(await polled(each, 2)).toEqual([0, 0]);
		expect(requests()).toHaveLength(1);
	});

	it('begin anew where the same filters search for companies instead', async () => {
		const same = { filtros_pessoa: {}, filtros_empresa: { estados: ['SP'] } };
		const each = trigger(same);
		await each.publish();
		await each.publish(leads({ ...same, searchFor: 'companies' }));
		const [first] = sandbox.requests.of('b2bCompanySearch').map(({ body }) => body as IDataObject);
		expect([first.pagina, first.chave_cache, charged()]).toEqual([1, undefined, 2]);
	});

	it.each([140, 50])(
		'cost one search more where the service forgets the key (%d per run)',
		async (perRun) => {
			const all = await whole();
			sandbox.set({ pagesPerKey: 1 });
			const each = trigger({ resultsPerRun: perRun });
			const delivered = personsOf(await each.publish());
			for (let poll = 0; poll < 5; poll++) delivered.push(...personsOf(await each.poll()));
			// Page 3 was charged, and is delivered whole.
			expect(delivered).toEqual(all.slice(0, 150));
			expect([charged(), requests().length]).toEqual([2, 3]);
			expect(timesLogged(each, 'no cache key that it accepts')).toBe(1);
		},
	);

	it('end with a page that comes again', async () => {
		const dados = Array.from({ length: 50 }, (_, i) => ({ id_pessoa: i }));
		fail({ status: 200, body: { dados, total: 900, chave_cache: 'k', por_pagina: 50 } });
		const each = trigger({ resultsPerRun: 100 });
		expect((await each.publish()).items).toHaveLength(50);
		expect(await polled(each, 3)).toEqual([0, 0, 0]);
		expect(requests().map(({ pagina }) => pagina)).toEqual([1, 2]);
		expect(timesLogged(each, 'a page without further results')).toBe(1);
	});
});

describe('a poll', () => {
	it('starts nothing beside another of the same node', async () => {
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

	it('that fails is no error at first, then tells what to do, and loses nothing', async () => {
		const all = await whole();
		fail({ status: 500 });
		const each = trigger();
		nothing(await each.publish());
		expect(each.log.join()).toContain('The service answered with status 500');
		sandbox.faults.clear();
		expect(personsOf(await each.poll())).toEqual(all.slice(0, 50));
		fail({ status: 500 });
		const { error } = await each.poll();
		expect(error?.message).toContain('The service answered with status 500');
		expect(error?.description).toContain('The next poll continues at the same place');
		sandbox.faults.clear();
		expect(personsOf(await each.poll())).toEqual(all.slice(50, 100));
		expect(charged()).toBe(1);
	});

	it.each([
		[
			'without filters',
			{ filtros_pessoa: {} },
			{},
			/^'Person Filters' is empty, and no other filter is set$/,
		],
		['with a wrong amount', { resultsPerRun: 0 }, {}, /^'Results per Run' is 0/],
		['with unknown filters', {}, { additionalFilters: '{"estados": ["SP"]}' }, /^'Additional Filters/],
	])('%s is refused without any request, also the first one', async (_, more, options, message) => {
		expect((await trigger(more, options).publish()).error?.message).toMatch(message);
		expect(sandbox.requests.all).toHaveLength(0);
	});

	it('returns what it has when a later page fails, and the next one goes on there', async () => {
		const all = await whole();
		const each = trigger({ resultsPerRun: 150 });
		fail({ status: 400, skip: 2, times: 1 });
		expect(personsOf(await each.publish())).toEqual(all.slice(0, 100));
		expect(each.log.join()).toContain('Not all results could be loaded');
		expect(personsOf(await each.poll())).toEqual(all.slice(100, 250));
		expect(charged()).toBe(1);
	});

	it('repeats a search whose answer was lost, which is charged once', async () => {
		fail({ kind: 'reset', when: 'after' });
		const each = trigger();
		nothing(await each.publish());
		sandbox.faults.clear();
		expect((await each.poll()).items).toHaveLength(50);
		expect(charged()).toBe(1);
	});

	it('does not ask a service that has blocked the account until the block ends, nor does another trigger', async () => {
		const each = trigger();
		await each.publish();
		fail({ status: 429, body: { error: { code: 'daily_limit', description: 'Daily limit exceeded.' } } });
		const before = sandbox.requests.all.length;
		const { error } = await each.poll();
		expect(error?.message).toContain('daily request limit');
		expect(error?.description).toMatch(/Until \d{4}-.*Z, polls send nothing\./);
		// As another trigger: what n8n has stored of this one says nothing of the block.
		nothing(await each.publish(leads(), 'update'));
		for (let hour = 1; hour < 24; hour++) {
			await sandbox.clock.advance(3600_000);
			nothing(await each.poll());
		}
		expect(sandbox.requests.all.length).toBe(before + 1);
		expect(timesLogged(each, 'polls send nothing')).toBe(1);
		sandbox.faults.clear();
		await sandbox.clock.advance(3600_000);
		expect((await each.poll()).items).toHaveLength(50);
	});

	it('asks with a wrong key or without credit once an hour at most', async () => {
		fail({ status: 402 });
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
	const few = { ...filters, filtros_empresa: { estados: ['SP'] } };

	it('starts no more workflows, which the log tells once', async () => {
		const all = await whole(few);
		const each = trigger({ ...few, resultsPerRun: all.length - 1 });
		expect(personsOf(await each.publish())).toEqual(all.slice(0, -1));
		expect(personsOf(await each.poll())).toEqual(all.slice(-1));
		const sent = requests().length;
		expect(await polled(each, 3)).toEqual([0, 0, 0]);
		expect(timesLogged(each, 'The search has ended')).toBe(1);
		await sandbox.clock.advance(30 * DAY_MS);
		nothing(await each.poll());
		expect([requests().length, charged()]).toEqual([sent, 1]);
	});

	it('is there at once where nothing matches', async () => {
		const each = trigger({ filtros_pessoa: { cargos: rows('No Such Title At All') } });
		nothing(await each.publish());
		expect(await polled(each, 3)).toEqual([0, 0, 0]);
		expect(requests()).toHaveLength(1);
		expect(each.log.join()).toContain('The search matched nothing');
	});

	it('comes after 7 days: no new search by itself', async () => {
		const each = trigger();
		await each.publish();
		await sandbox.clock.advance(7 * DAY_MS);
		expect(await polled(each, 3)).toEqual([0, 0, 0]);
		expect(requests()).toHaveLength(1);
		expect(timesLogged(each, 'too old')).toBe(1);
		expect(each.log.join()).toMatch(/50 of \d+ results were delivered/);
	});
});

describe('a start of n8n', () => {
	it('polls nothing before the schedule, and delivers again what may not have started the workflow', async () => {
		const all = await whole();
		const each = trigger();
		await each.publish();
		await each.poll();
		// The position of the third poll is lost with the process.
		await each.poll({ isKilledBeforeStoring: true });
		nothing(await each.restart());
		const after = [await each.poll(), await each.poll()];
		expect(after.flatMap(personsOf)).toEqual(all.slice(50, 150));
		expect(charged()).toBe(1);
	});

	it('delivers again the last results of a search that has ended', async () => {
		const each = trigger({ resultsPerRun: 5000 });
		const first = await each.publish();
		await each.restart();
		expect(personsOf(await each.poll())).toEqual(personsOf(first));
		nothing(await each.poll());
	});
});

it('shows the first results in a test run in the editor, which moves nothing', async () => {
	const all = await whole();
	const each = trigger({ resultsPerRun: 20 });
	await each.publish();
	await each.poll();
	const before = each.stored;
	expect(personsOf(await each.test())).toEqual(all.slice(0, 20));
	expect(each.stored).toBe(before);
	expect(personsOf(await each.poll())).toEqual(all.slice(40, 60));
	expect(charged()).toBe(1);
});

it('keeps neither the key nor data of persons, nor writes them into the log', async () => {
	const each = trigger({ resultsPerRun: 100 });
	const { items } = await each.publish();
	fail({ status: 400, body: { error: `CPF 123.456.789-09 ${sandbox.apiKey}` }, skip: 1 });
	await each.poll();
	const kept = `${each.stored} ${each.log.join(' ')}`;
	expect(each.log).not.toEqual([]);
	const names = (items ?? []).map(({ json }) => String(json.nome));
	for (const secret of [sandbox.apiKey, '123.456.789-09', 'Pleno', ...names])
		expect(kept).not.toContain(secret);
});
