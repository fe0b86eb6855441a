import type { IDataObject } from 'n8n-workflow';

import type { Sandbox } from '../../sandbox';
import { agentWith, type Agent } from '../support/agent';
import { credentialFor } from '../support/harness';
import { outcomesOf, useNode } from './support/useNode';

/** Limits on credits and requests: in a run, in later turns of its execution, and in calls of an agent at once. */

const { sandbox, run } = useNode({ persons: 3000, companies: 3000 });

/** Each test asks for records of its own: a process remembers for a day what an execution was answered. */
let first = 1;
beforeEach(() => void (first += 60));

const many = <T>(count: number, one: (i: number) => T, from = 0): T[] =>
	Array.from({ length: count }, (_, i) => one(first + from + i));
const cnpj = (i: number): string => sandbox.companies.cnpj(i);
const cpf = (i: number): string => sandbox.persons.cpf(i);
const contacts = (...all: unknown[]): IDataObject[] => all.map((contact) => ({ contact }) as IDataObject);
const told = (answers: readonly IDataObject[][]): unknown[] => answers.flat().map(({ outcome }) => outcome);
const credits = (b2b: number, b2c: number): void => {
	sandbox.ledger.set('b2b', b2b);
	sandbox.ledger.set('b2c', b2c);
};
const sent = (name: Parameters<Sandbox['requests']['of']>[0]): number => sandbox.requests.of(name).length;
const BELOW_MINIMUM = "Not sent: could fall below 'Minimum Balance'";
/** As a run that stops the workflow when nothing comes out. */
const stopping = { settings: {} };

const fromModel = (name: string): string => `={{ $fromAI('${name}', '', 'string') }}`;
const agent = (name: string, { options = {}, ...parameters }: IDataObject): Agent => {
	const [resource, operation] = name.split('.');
	return agentWith(credentialFor(sandbox), { resource, operation, waitLimit: 30, ...parameters, options });
};
const lookup = (options: IDataObject = {}): Agent =>
	agent('company.getCompany', { cnpj: fromModel('cnpj'), output: 'simplified', options });
const enriching = (operation: string, options: IDataObject = {}): Agent =>
	agent(`b2bCompany.${operation}`, {
		identifyBy: 'id_empresa',
		id_empresa: "={{ $fromAI('id', '', 'number') }}",
		...(operation === 'enrichCompanyBatch' && { afterSubmission: 'wait' }),
		options,
	});
const idOf = (i: number): IDataObject => ({ id: sandbox.companies.id(first + i) });
const checking = (options: IDataObject = {}): Agent =>
	agent('chatApp.checkNumber', { phone: fromModel('phone'), options });
/** An agent that gives List > Enrich a whole list in each call. */
const listing = (options: IDataObject) => {
	const contact = '={{ JSON.parse($fromAI("list", "", "string")) }}';
	const { call } = agent('list.enrichList', { contact, options });
	return async (...list: unknown[]): Promise<IDataObject[]> => await call({ list: JSON.stringify(list) });
};

describe('Maximum Credits', () => {
	it('holds for many calls, one after another', async () => {
		const { call } = lookup({ maxCredits: 3 });
		const answers: IDataObject[][] = [];
		for (const one of many(8, cnpj)) answers.push(await call({ cnpj: one }));
		expect(told(answers)).toEqual([...Array<string>(3).fill('found'), ...Array<string>(5).fill('not sent')]);
		expect(answers[3][0]).toMatchObject({
			error: "Not sent: above 'Maximum Credits'",
			message: "This could cost up to 1 B2C credit, and 'Maximum Credits' is 3 (3 used). Raise or remove it.",
		});
		expect([sandbox.ledger.charged(), sandbox.requests.all.length]).toEqual([3, 3]);
	});

	it.each(['enrichCompanies', 'enrichCompanyNow', 'enrichCompanyBatch'])(
		'holds for records of %s at once',
		async (operation) => {
			const { call } = enriching(operation, { maxCredits: 3 });
			const answers = await Promise.all(Array.from({ length: 10 }, (_, i) => call(idOf(i))));
			expect(told(answers).filter((outcome) => outcome === 'enriched')).toHaveLength(3);
			expect(sandbox.ledger.charged()).toBe(3);
		},
	);

	it('gives back what was not charged', async () => {
		const { call } = lookup({ maxCredits: 2 });
		const nobody = ['11222333000181', '00000000000191'];
		const ask = async (all: readonly string[]) =>
			told(await Promise.all(all.map((one) => call({ cnpj: one }))));
		expect(await ask(nobody)).toEqual(['not found', 'not found']);
		expect(await ask(many(3, cnpj))).toEqual(['found', 'found', 'not sent']);
		expect(sandbox.ledger.charged()).toBe(2);
	});

	it.each<[string, (options: IDataObject) => Agent, (i: number) => IDataObject]>([
		['call', checking, (i) => ({ phone: `5199999000${i}` })],
		['call, also where its repeat is rejected', (options) => enriching('enrichCompanyNow', options), idOf],
	])('counts a lost %s', async (_, agentOf, question) => {
		sandbox.faults.add({ kind: 'reset', when: 'after' }, { kind: 'status', status: 400 });
		const { call } = agentOf({ maxCredits: 1 });
		expect(told([await call(question(1)), await call(question(2))])).toEqual(['uncertain', 'not sent']);
		expect(sandbox.ledger.charged()).toBe(1);
	});

	it('does not give back a refund, so that failing records cannot be bought for ever', async () => {
		sandbox.set({ failEveryNthRecord: 1 });
		const { call } = enriching('enrichCompanyBatch', { maxCredits: 2 });
		const answers: IDataObject[][] = [];
		for (const i of [0, 1, 2]) answers.push(await call(idOf(i)));
		expect(told(answers)).toEqual(['failed', 'failed', 'not sent']);
		expect(sandbox.ledger.charged()).toBe(2);
	});

	it('lets through what fits, and finds no more than that', async () => {
		const enrich = listing({ maxCredits: 8 });
		await enrich(cnpj(first));
		expect(told([await enrich(...many(5, cnpj, 1))])).toEqual([
			...['enriched', 'enriched', 'enriched', 'not sent', 'not sent'],
		]);
		expect([sandbox.ledger.charged(), sent('b2bCompanyFind')]).toEqual([8, 4]);
	});
});

describe('the same question again in an execution', () => {
	const search = { filtros_pessoa: {}, filtros_empresa: { estados: [fromModel('state')] }, limit: 5 };
	const options = { maxCredits: 1 };

	it.each<[string, () => Agent, () => IDataObject]>([
		['a lookup', () => lookup(options), () => ({ cnpj: cnpj(first) })],
		[
			'a search by name',
			() => agent('person.searchPersons', { searchBy: { name: fromModel('name') }, options }),
			() => ({ name: sandbox.persons.name(first) }),
		],
		['a search', () => agent('b2bPerson.searchB2bPersons', { ...search, options }), () => ({ state: 'SP' })],
		['a number', () => checking(options), () => ({ phone: '51999990001' })],
		['a record enriched now', () => enriching('enrichCompanyNow', options), () => idOf(0)],
	])('%s costs nothing and sends nothing', async (_, agentOf, question) => {
		const { call } = agentOf();
		const one = await call(question());
		const requests = sandbox.requests.all.length;
		const again = await Promise.all([call(question()), call(question())]);
		expect(one[0].error).toBeUndefined();
		expect(again).toEqual([one, one]);
		expect(sandbox.requests.all).toHaveLength(requests);
		expect(sandbox.ledger.charged()).toBe(1);
	});

	it('is asked anew when what came was refunded', async () => {
		sandbox.set({ failEveryNthRecord: 1 });
		const { call } = enriching('enrichCompanyNow');
		expect(told([await call(idOf(0))])).toEqual(['failed']);
		sandbox.set({ failEveryNthRecord: 0 });
		expect(told([await call(idOf(0))])).toEqual(['enriched']);
		expect([sandbox.ledger.charged(), sandbox.ledger.refunded()]).toEqual([2, 1]);
	});
});

describe('a product without credits', () => {
	const mixed = (): IDataObject[] => contacts(...many(2, cnpj), cpf(first), sandbox.persons.email(first + 1));

	it('does not keep the rows of the other from being sent', async () => {
		credits(1000, 0);
		const { items } = await run('list.enrichList', {}, mixed());
		expect(outcomesOf({ items })).toEqual(['enriched', 'enriched', 'failed', 'enriched']);
		expect(items[2].json.error).toMatch(/^No credits left for the B2C product/);
	});

	it('is not added to the other where Minimum Balance holds a run back', async () => {
		credits(5, 100);
		const { error } = await run('list.enrichList', { options: { minimumBalance: 1 } }, mixed(), stopping);
		expect(error).toMatchObject({
			message: BELOW_MINIMUM,
			description:
				"This could cost 3 to 5 B2B credits and up to 1 B2C credit, the balance is 5 B2B credits and 100 B2C credits, and 'Minimum Balance' is 1. Lower or remove it, or buy credits.",
		});
	});

	it('is not charged again for what was found: the next run goes on with it', async () => {
		credits(2, 1000);
		const rows = contacts(...many(2, cnpj));
		const { error } = await run('list.enrichList', {}, rows, stopping);
		expect(error?.message).toMatch(/^No credits left for the B2B product/);
		credits(2, 1000);
		expect(outcomesOf(await run('list.enrichList', {}, rows))).toEqual(['enriched', 'enriched']);
		expect(sandbox.ledger.charged('b2b')).toBe(4);
	});
});

describe('Skip Records Enriched Before', () => {
	const skipEnriched = true;
	const now = { identifyBy: 'id_pessoa', id_pessoa: '={{ $json.id }}' };
	const ids = (count: number): IDataObject[] => many(count, (i) => ({ id: sandbox.persons.id(i) }));

	it.each<[string, IDataObject, () => IDataObject[]]>([
		['list.enrichList', {}, () => contacts(...many(6, cpf))],
		['b2bPerson.enrichPersonNow', now, () => ids(6)],
	])('makes room for what is not known yet: %s', async (name, parameters, itemsOf) => {
		const options = { skipEnriched, maxCredits: 2 };
		for (const charged of [2, 4, 6]) {
			await run(name, { ...parameters, options }, itemsOf());
			expect(sandbox.ledger.charged()).toBe(charged);
		}
	});

	it.each([{ maxCredits: 2 }, { minimumBalance: 10 }])('counts only what is not known: %j', async (limit) => {
		await run('list.enrichList', { options: { skipEnriched } }, contacts(...many(3, cpf)));
		credits(12, 12);
		const options = { skipEnriched, ...limit };
		const result = await run('list.enrichList', { options }, contacts(...many(5, cpf)), stopping);
		expect(result.error).toBeUndefined();
		expect(outcomesOf(result)).toEqual(['skipped', 'skipped', 'skipped', 'enriched', 'enriched']);
	});

	it('says that skipped rows come without data, or are left out, and where the data is', async () => {
		const hintOf = async (name: string, parameters: IDataObject, rows: IDataObject[]) => {
			const given = { ...parameters, options: { skipEnriched } };
			await run(name, given, rows);
			return (await run(name, given, rows)).hints[1].message;
		};
		const where = 'the data is in that execution: see the Executions tab.';
		expect(await hintOf('list.enrichList', {}, contacts(...many(3, cpf)))).toBe(
			`3 of 3 rows were enriched before and output without data; ${where}`,
		);
		expect(await hintOf('b2bPerson.enrichPersonNow', now, ids(1))).toBe(
			`1 of 1 row was enriched before and left out; ${where}`,
		);
	});
});

describe('Minimum Balance', () => {
	it('sends nothing that might leave less, and reads the balance once a minute', async () => {
		credits(1000, 12);
		const { call } = lookup({ minimumBalance: 10 });
		const answers = await Promise.all(many(5, cnpj).map((one) => call({ cnpj: one })));
		expect(told(answers)).toEqual(['found', 'found', 'not sent', 'not sent', 'not sent']);
		expect(answers[2][0]).toMatchObject({
			error: BELOW_MINIMUM,
			message:
				"This could cost up to 1 B2C credit, the balance is 1,000 B2B credits and 10 B2C credits, and 'Minimum Balance' is 10. Lower or remove it, or buy credits.",
		});
		expect([sandbox.ledger.balance('b2c'), sent('balance')]).toEqual([10, 1]);
		// Others may have added to it.
		credits(1000, 100);
		await sandbox.clock.advance(61_000);
		expect(told([await call({ cnpj: cnpj(first + 4) })])).toEqual(['found']);
		expect(sent('balance')).toBe(2);
	});

	it('keeps a run from being sent that would go below it, by the credits that its calls are charged to', async () => {
		credits(0, 12);
		const options = { minimumBalance: 10 };
		const rows = many(3, (i) => ({ cnpj: cnpj(i), id: sandbox.companies.id(i) }));
		const { error } = await run('company.getCompany', { options }, rows, stopping);
		expect(error).toMatchObject({
			message: BELOW_MINIMUM,
			description:
				"This could cost up to 3 B2C credits, the balance is 0 B2B credits and 12 B2C credits, and 'Minimum Balance' is 10. Lower or remove it, or buy credits.",
		});
		const found = await run('company.getCompany', { options }, rows.slice(1));
		expect(outcomesOf(found)).toEqual(['found', 'found']);
		const byId = { identifyBy: 'id_empresa', id_empresa: '={{ $json.id }}', options };
		const batch = await run('b2bCompany.enrichCompanyBatch', byId, rows, stopping);
		expect(batch.error?.message).toBe(BELOW_MINIMUM);
		expect(batch.error?.description).toContain(
			'could cost up to 3 B2B credits, the balance is 0 B2B credits and 10 B2C credits, and',
		);
		// The service does not say which credits a number costs.
		const check = await run('chatApp.checkNumber', { phone: '51999990001', options }, [{}], stopping);
		expect(check.error?.message).toBe(BELOW_MINIMUM);
		expect(check.error?.description).toContain('the balance is 0 B2B credits and 10 B2C credits');
	});

	it.each([
		[
			'is refused',
			{ kind: 'status', status: 403, body: { detail: 'x' } },
			'This part of the service is not enabled for the account. The service says: "x". ',
		],
		['names nothing', { kind: 'status', status: 200, body: { a: 1 } }, 'the service named no credits.'],
	] as const)('sends nothing when the balance %s', async (_, fault, reason) => {
		sandbox.faults.add({ times: 'always', ...fault, endpoint: 'balance' });
		const options = { minimumBalance: 1 };
		const { error } = await run('company.getCompany', { options }, [{ cnpj: cnpj(first) }], stopping);
		expect(error?.message).toBe(BELOW_MINIMUM);
		expect(error?.description).toContain(
			`This could cost up to 1 B2C credit, the balance is not known, and 'Minimum Balance' is 1. The balance could not be read: ${reason}`,
		);
		expect(sandbox.ledger.charged()).toBe(0);
	});

	it('is looked at again before a submission that took a while to prepare', async () => {
		credits(1000, 1000);
		// While the companies are being found.
		sandbox.clock.after(60_000, () => credits(130, 1000));
		const options = { minimumBalance: 100 };
		const result = await run('list.enrichList', { options }, contacts(...many(45, cnpj)));
		expect(sent('b2bCompanyFind')).toBeGreaterThan(30);
		expect(sent('b2bCompanyEnrichBatch')).toBe(0);
		expect(sandbox.ledger.balance('b2b')).toBeGreaterThanOrEqual(100);
		expect(result.items[0].json.error).toContain("must not fall below 'Minimum Balance'");
	});
});

describe('Maximum Requests', () => {
	const limited = (maxRequests: number, more: IDataObject = {}): IDataObject => ({
		options: { maxRequests, ...more },
	});

	it('ends the run when they are used up; what was obtained comes out', async () => {
		const items = many(4, (i) => ({ cpf: cpf(i) }));
		const result = await run('person.getPerson', limited(2), items);
		expect(outcomesOf(result).filter((outcome) => outcome === 'found')).toHaveLength(2);
		expect(result.items.flatMap(({ json }) => json.error ?? [])).toEqual(
			Array(2).fill("Not sent: the execution reached 'maxRequests'"),
		);
		expect(sandbox.requests.all).toHaveLength(2);
	});

	it('leaves a paid batch to be taken up later', async () => {
		const items = many(3, (i) => ({ id_pessoa: sandbox.persons.id(i) }));
		const result = await run('b2bPerson.enrichPersonBatch', limited(1), items, stopping);
		expect(outcomesOf(result)).toEqual(Array(3).fill('waiting'));
		const { reason, batchId } = result.items[0].json;
		expect(reason).toMatch(/^Batch \S+ isn't complete\. Not sent: the execution reached 'maxRequests'\. /);
		expect(reason).toMatch(`with the batch ID ${String(batchId)}.`);
		expect(sandbox.ledger.charged()).toBe(3);
	});

	it('lets what is found be submitted and waited for, and rows that are not sent take no time', async () => {
		const before = sandbox.clock.now();
		const rows = contacts(...many(500, cnpj), ...many(10, cpf));
		const result = await run('list.enrichList', limited(20, { minimumBalance: 1 }), rows);
		expect(sent('b2bCompanyFind')).toBeGreaterThan(4);
		expect(sent('b2bCompanyEnrichBatch')).toBe(1);
		const enriched = outcomesOf(result).filter((outcome) => outcome === 'enriched');
		expect(enriched).toHaveLength(sent('b2bCompanyFind') + sent('personGet'));
		// The turns of 500 rows at 30 a minute would take 1000 seconds.
		expect(sandbox.clock.now() - before).toBeLessThan(120_000);
	});
});
