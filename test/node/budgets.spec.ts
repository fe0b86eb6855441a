import type { IDataObject } from 'n8n-workflow';

import type { Sandbox } from '../../sandbox';
import { agentWith, type Agent } from '../support/agent';
import { credentialFor, runNode, type NodeResult } from '../support/harness';
import { useSandbox } from './support/useSandbox';

/** Limits on credits over turns of an execution, long runs, forgotten searches and both products. */

let sandbox: Sandbox;
useSandbox({ persons: 3000, companies: 3000 }, (started) => {
	sandbox = started;
});

/** Each test asks for records of its own: a process remembers for a day what an execution was answered. */
let first = 1;
beforeEach(() => void (first += 60));

const fromModel = (name: string): string => `={{ $fromAI('${name}', '', 'string') }}`;
const agent = (resource: string, operation: string, parameters: IDataObject): Agent =>
	agentWith(credentialFor(sandbox), { resource, operation, ...parameters });
const run = async (
	[resource, operation]: readonly [string, string],
	parameters: IDataObject,
	items: readonly IDataObject[] = [{}],
): Promise<NodeResult> =>
	await runNode({ credential: credentialFor(sandbox), resource, operation, parameters, items });

const LIST = ['list', 'enrichList'] as const;
const NOW = ['b2bPerson', 'enrichPersonNow'] as const;

const many = <T>(count: number, one: (i: number) => T, from = 0): T[] =>
	Array.from({ length: count }, (_, i) => one(first + from + i));
const cnpj = (i: number): string => sandbox.companies.cnpj(i);
const cpf = (i: number): string => sandbox.persons.cpf(i);
const contacts = (...all: unknown[]): IDataObject[] => all.map((contact) => ({ contact }) as IDataObject);
const outcomes = (items: ReadonlyArray<{ json: IDataObject }>): unknown[] =>
	items.map(({ json }) => json.outcome);
const reasons = (items: ReadonlyArray<{ json: IDataObject }>): unknown[] =>
	items.map(({ json }) => json.error);
const credits = (b2b: number, b2c: number): void => {
	sandbox.ledger.set('b2b', b2b);
	sandbox.ledger.set('b2c', b2c);
};
const sent = (name: Parameters<Sandbox['requests']['of']>[0]): number => sandbox.requests.of(name).length;

describe('a search that goes on with a key', () => {
	/** An agent that continues a search, with what it takes for its key. */
	const going = (options: IDataObject): Agent =>
		agent('b2bPerson', 'searchB2bPersons', {
			filtros_pessoa: {},
			filtros_empresa: { estados: [fromModel('state')] },
			limit: 5,
			options: {
				...options,
				continueFrom: {
					values: { chave_cache: fromModel('key'), total_cacheado: 100, offset: 5 },
				},
			},
		});

	it('may be charged as the first one: Maximum Credits and Minimum Balance hold', async () => {
		const { call } = going({ maxCredits: 2 });
		const answers: IDataObject[][] = [];
		for (const state of ['SP', 'RJ', 'MG', 'RS', 'PR', 'SC'])
			answers.push(await call({ state, key: 'wrong' }));
		expect(answers.map(([{ outcome }]) => outcome)).toEqual([
			...['found', 'found', 'not sent', 'not sent', 'not sent', 'not sent'],
		]);
		expect(sandbox.ledger.charged()).toBe(2);
		sandbox.reset();
		credits(101, 1000);
		const other = going({ minimumBalance: 100 });
		for (const state of ['SP', 'RJ', 'MG']) await other.call({ state, key: 'wrong' });
		expect(sandbox.ledger.balance('b2b')).toBe(100);
	});

	it('is free in a later turn of the execution that has paid for the search', async () => {
		const filters = { filtros_pessoa: {}, filtros_empresa: { estados: ['SP'] }, limit: 5 };
		const turn = async (options: IDataObject, after?: NodeResult): Promise<NodeResult> =>
			await runNode({
				credential: credentialFor(sandbox),
				resource: 'b2bPerson',
				operation: 'searchB2bPersons',
				parameters: { ...filters, options: { maxCredits: 1, includeSearchDetails: true, ...options } },
				after,
			});
		const one = await turn({});
		const { cacheKey, total } = one.items[0].json.search as IDataObject;
		const next = { values: { chave_cache: cacheKey, total_cacheado: total, offset: 5 } };
		expect(outcomes((await turn({ continueFrom: next }, one)).items)).toEqual(Array(5).fill('found'));
		expect(sandbox.ledger.charged()).toBe(1);
	});
});

describe('a product without credits', () => {
	const mixed = (): IDataObject[] =>
		contacts(...many(2, cnpj), sandbox.companies.id(first + 2), cpf(first), sandbox.persons.email(first + 1));
	const enrich = async (options: IDataObject = {}): Promise<NodeResult> =>
		await run(LIST, { options: { plainNumbersAre: 'company', ...options } }, mixed());

	it.each([{}, { skipEnriched: true }])(
		'does not keep the rows of the other from being sent: %j',
		async (options) => {
			credits(1000, 0);
			const { items } = await enrich(options);
			expect(outcomes(items)).toEqual(['enriched', 'enriched', 'enriched', 'failed', 'enriched']);
			expect(items[3].json.error).toMatch(/^No credits left for the B2C product/);
			expect(sandbox.ledger.charged('b2b')).toBe(6);
		},
	);

	it('is not added to the other where Minimum Balance holds a run back', async () => {
		credits(6, 100);
		const { error } = await run(
			LIST,
			{ options: { minimumBalance: 1, plainNumbersAre: 'company' } },
			mixed(),
		);
		expect(error?.message).toBe(
			"Not sent: this could cost 4 to 6 B2B credits and up to 1 B2C credit, the balance is 6 B2B credits and 100 B2C credits, and 'Minimum Balance' is 1",
		);
	});

	it('is not charged again for what was found: the next run goes on with it', async () => {
		credits(2, 1000);
		const rowsOfTwo = contacts(...many(2, cnpj));
		const one = await run(LIST, {}, rowsOfTwo);
		expect(one.error?.message).toMatch(/^No credits left for the B2B product/);
		expect(sandbox.ledger.charged('b2b')).toBe(2);
		await run(LIST, {}, rowsOfTwo);
		credits(2, 1000);
		expect(outcomes((await run(LIST, {}, rowsOfTwo)).items)).toEqual(['enriched', 'enriched']);
		expect(sandbox.ledger.charged('b2b')).toBe(4);
	});
});

describe('a later turn of an execution', () => {
	/** Calls a node with a list in one field, one call after the other. */
	const turns = (resource: string, operation: string, options: IDataObject) => {
		const { call } = agent(resource, operation, {
			contact: '={{ JSON.parse($fromAI("list", "", "string")) }}',
			waitLimit: 30,
			options,
		});
		return async (...list: unknown[]): Promise<IDataObject[]> => await call({ list: JSON.stringify(list) });
	};
	const told = (answer: readonly IDataObject[]): unknown[] => answer.map(({ outcome }) => outcome);

	it('sends nothing of a list that does not fit, nor pays for finding it', async () => {
		const enrich = turns('list', 'enrichList', { maxCredits: 8 });
		expect(told(await enrich(cnpj(first)))).toEqual(['enriched']);
		const answer = await enrich(...many(5, cnpj, 1));
		expect(told(answer)).toEqual(Array(5).fill('not sent'));
		expect(answer[0]).toMatchObject({
			error: "Not sent: this could cost 5 to 10 B2B credits, and 'Maximum Credits' is 8 (2 used)",
			message: "Raise or remove 'Maximum Credits', or set 'If Above Maximum Credits' to 'Send What Fits'.",
		});
		expect([sandbox.ledger.charged(), sent('b2bCompanyFind')]).toEqual([2, 1]);
		// What it has costs nothing.
		expect(told(await enrich(cnpj(first), ...many(5, cnpj, 1)))).toEqual([
			'enriched',
			...Array<string>(5).fill('not sent'),
		]);
		expect(sandbox.ledger.charged()).toBe(2);
	});

	it('sends what fits, and finds no more than that', async () => {
		const enrich = turns('list', 'enrichList', { maxCredits: 8, ifAboveMaxCredits: 'fitting' });
		await enrich(cnpj(first));
		expect(told(await enrich(...many(5, cnpj, 1)))).toEqual([
			...['enriched', 'enriched', 'enriched', 'not sent', 'not sent'],
		]);
		expect([sandbox.ledger.charged(), sent('b2bCompanyFind')]).toEqual([8, 4]);
	});

	it('keeps to Minimum Balance with the finding', async () => {
		credits(108, 1000);
		const enrich = turns('list', 'enrichList', { minimumBalance: 100 });
		await enrich(cnpj(first));
		expect(told(await enrich(...many(5, cnpj, 1)))).toEqual(Array(5).fill('not sent'));
		expect(sandbox.ledger.balance('b2b')).toBe(106);
	});

	it('sends nothing of single calls that do not fit together', async () => {
		const ask = async (count: number, from: number, after?: NodeResult): Promise<NodeResult> =>
			await runNode({
				credential: credentialFor(sandbox),
				resource: 'company',
				operation: 'getCompany',
				parameters: { options: { maxCredits: 5 } },
				items: many(count, (i) => ({ cnpj: cnpj(i) }), from),
				after,
			});
		const one = await ask(2, 0);
		expect(outcomes(one.items)).toEqual(['found', 'found']);
		const { error } = await ask(10, 2, one);
		expect(error?.message).toContain(
			"this could cost up to 10 B2C credits, and 'Maximum Credits' is 5 (2 used)",
		);
		expect([sandbox.ledger.charged(), sent('companyGet')]).toEqual([2, 2]);
		expect(outcomes((await ask(3, 2, one)).items)).toEqual(Array(3).fill('found'));
	});
});

describe('Skip Records Enriched Before', () => {
	const fitting = { skipEnriched: true, maxCredits: 2, ifAboveMaxCredits: 'fitting' };

	it.each([
		['a list', LIST, {}, (): IDataObject[] => contacts(...many(6, cpf)), 'b2c'],
		[
			'Enrich Now',
			NOW,
			{ identifyBy: 'id_pessoa', id_pessoa: '={{ $json.id }}' },
			(): IDataObject[] => many(6, (i) => ({ id: sandbox.persons.id(i) })),
			'b2b',
		],
	] as const)(
		'makes room for what is not known yet: %s',
		async (_, operation, parameters, itemsOf, wallet) => {
			for (const charged of [2, 4, 6]) {
				await run(operation, { ...parameters, options: fitting }, itemsOf());
				expect(sandbox.ledger.charged(wallet)).toBe(charged);
			}
		},
	);

	it.each([{ maxCredits: 2 }, { minimumBalance: 10 }])('counts only what is not known: %j', async (limit) => {
		const options = { skipEnriched: true };
		await run(LIST, { options }, contacts(...many(3, cpf)));
		credits(12, 12);
		const { items, error } = await run(
			LIST,
			{ options: { ...options, ...limit } },
			contacts(...many(5, cpf)),
		);
		expect(error).toBeUndefined();
		expect(outcomes(items)).toEqual(['skipped', 'skipped', 'skipped', 'enriched', 'enriched']);
	});

	it('says that skipped rows come without data, or are left out, and where the data is', async () => {
		const options = { skipEnriched: true };
		const told = async (
			operation: typeof LIST | typeof NOW,
			parameters: IDataObject,
			rowsOf: IDataObject[],
		) => {
			const given = { ...parameters, options };
			await run(operation, given, rowsOf);
			return (await run(operation, given, rowsOf)).hints.map(({ message }) => message)[1];
		};
		const where = "the data is in that execution's output.";
		expect(await told(LIST, {}, contacts(...many(3, cpf)))).toBe(
			`3 of 3 rows were enriched before and output without data; ${where}`,
		);
		const ids = many(1, (i) => ({ id: sandbox.persons.id(i) }));
		const now = { identifyBy: 'id_pessoa', id_pessoa: '={{ $json.id }}' };
		expect(await told(NOW, now, ids)).toBe(`1 of 1 row was enriched before and left out; ${where}`);
	});

	it('says to a model what was skipped', async () => {
		const now = agent('b2bPerson', 'enrichPersonNow', {
			identifyBy: 'id_pessoa',
			id_pessoa: `={{ $fromAI('id', '', 'number') }}`,
			waitLimit: 30,
			options: { skipEnriched: true },
		});
		const list = agent('list', 'enrichList', {
			contact: fromModel('contact'),
			waitLimit: 30,
			options: { skipEnriched: true },
		});
		const id = { id: sandbox.persons.id(first) };
		expect((await now.call(id))[0].outcome).toBe('enriched');
		const skipped = {
			outcome: 'skipped',
			reason: 'Enriched before, so it comes without data, which is in the output of that run.',
		};
		expect(await now.call(id)).toMatchObject([skipped]);
		for (const contact of [cpf(first), sandbox.persons.email(first + 1)]) {
			expect((await list.call({ contact }))[0].outcome).toBe('enriched');
			expect(await list.call({ contact })).toMatchObject([skipped]);
		}
	});
});

describe('Minimum Balance', () => {
	const options = { minimumBalance: 100 };

	it('is looked at again before a submission that took a while to prepare', async () => {
		credits(1000, 1000);
		let isTaken = false;
		const watch = setInterval(() => {
			if (isTaken || sent('b2bCompanyFind') < 40) return;
			isTaken = true;
			credits(130, 1000);
		}, 1);
		const { items, error } = await run(LIST, { options }, contacts(...many(45, cnpj)));
		clearInterval(watch);
		expect(isTaken).toBe(true);
		expect(sent('b2bCompanyEnrichBatch')).toBe(0);
		expect(sandbox.ledger.balance('b2b')).toBeGreaterThanOrEqual(100);
		const messages = error === undefined ? reasons(items) : [error.message];
		expect(messages[0]).toContain("must not fall below 'Minimum Balance'");
	});

	it('is asked for once a minute, also when it cannot be read', async () => {
		sandbox.faults.add({ kind: 'status', status: 403, endpoint: 'balance', times: 'always' });
		const { call } = agent('company', 'getCompany', { cnpj: fromModel('cnpj'), options });
		for (const each of many(10, cnpj)) expect((await call({ cnpj: each }))[0].outcome).toBe('not sent');
		expect(sent('balance')).toBe(1);
		await sandbox.clock.advance(61_000);
		await call({ cnpj: cnpj(first) });
		expect(sent('balance')).toBe(2);
	});
});

describe('Preview Cost within limits', () => {
	const preview = async (options: IDataObject, more: IDataObject = {}): Promise<NodeResult> =>
		await run(LIST, { previewCost: true, options, ...more }, contacts(...many(10, cnpj)));

	it('says that nothing would be sent, and why', async () => {
		const { items } = await preview({ maxCredits: 6 });
		expect(items[0].json).toMatchObject({
			value: '10 rows',
			outcome: 'not sent',
			creditsLikely: 0,
			reason:
				"Nothing would be sent, balance 1,000,000 B2B credits and 1,000,000 B2C credits. 10 of 10 rows are not sent. Not sent: this could cost 10 to 20 B2B credits, and 'Maximum Credits' is 6. Raise or remove 'Maximum Credits', or set 'If Above Maximum Credits' to 'Send What Fits'.",
			creditsAtMost: 0,
			requests: 0,
		});
		expect(outcomes(items).slice(1)).toEqual(Array(10).fill('not sent'));
	});

	it.each([{ minimumBalance: 1_000_000 }, { minimumBalance: 1, maxCredits: 1 }])(
		'counts the reading of the balance that keeps all rows from being sent: %j',
		async (options) => {
			credits(2000, 2000);
			const [{ json }] = (await preview(options)).items;
			expect(json).toMatchObject({ outcome: 'not sent', requests: 1 });
			const before = sent('balance');
			await run(LIST, { options }, contacts(...many(10, cnpj)));
			expect(sent('balance') - before).toBe(1);
		},
	);

	it('counts the credits of what fits, as it does their requests', async () => {
		const { items } = await preview({ maxCredits: 6, ifAboveMaxCredits: 'fitting' });
		expect(items[0].json).toMatchObject({
			creditsLikely: 3,
			creditsAtMost: 6,
			requests: 5,
		});
		expect(outcomes(items).slice(1)).toEqual([
			...Array<string>(3).fill('planned'),
			...Array<string>(7).fill('not sent'),
		]);
	});

	it('takes off what the execution has used', async () => {
		const parameters = { cnpj: fromModel('cnpj'), options: { maxCredits: 1 } };
		const before = agent('company', 'getCompany', parameters);
		await before.call({ cnpj: cnpj(first) });
		const after = agentWith(
			credentialFor(sandbox),
			{ resource: 'company', operation: 'getCompany', ...parameters, previewCost: true },
			before.kept(),
		);
		expect(await after.call({ cnpj: cnpj(first + 1) })).toMatchObject([
			{ outcome: 'not sent', creditsAtMost: 0 },
			{ row: 1, outcome: 'not sent' },
		]);
	});
});
