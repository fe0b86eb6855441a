import type { IDataObject } from 'n8n-workflow';

import type { Sandbox } from '../../sandbox';
import { agentWith, type Agent } from '../support/agent';
import { credentialFor, runNode } from '../support/harness';
import { useSandbox } from './support/useSandbox';

/** An agent calls the node many times in one execution, also several times at once: what it may spend, and what it asks again. */

let sandbox: Sandbox;
useSandbox({ persons: 100, companies: 3000 }, (started) => {
	sandbox = started;
});

/** Each test asks for companies of its own: a process remembers for a day what an execution was answered. */
let first = 0;
beforeEach(() => void (first += 60));

const fromModel = (name: string): string => `={{ $fromAI('${name}', '', 'string') }}`;
const agent = (resource: string, operation: string, parameters: IDataObject): Agent =>
	agentWith(credentialFor(sandbox), { resource, operation, ...parameters });
const lookup = (options: IDataObject = {}): Agent =>
	agent('company', 'getCompany', { cnpj: fromModel('cnpj'), output: 'simplified', options });
const cnpj = (i: number): IDataObject => ({ cnpj: sandbox.companies.cnpj(first + i) });
const many = (count: number, from = 0): IDataObject[] =>
	Array.from({ length: count }, (_, i) => cnpj(from + i));
const idOf = (i: number): IDataObject => ({ id: sandbox.companies.id(first + i) });
const enrich = (operation: string, options: IDataObject = {}): Agent =>
	agent('b2bCompany', operation, {
		identifyBy: 'id_empresa',
		id_empresa: "={{ $fromAI('id', '', 'number') }}",
		...(operation === 'enrichCompanyBatch' && { afterSubmission: 'wait' }),
		waitLimit: 30,
		options,
	});

const outcomes = (answers: readonly IDataObject[][]): unknown[] => answers.map(([{ outcome }]) => outcome);
const count = (all: readonly unknown[], one: unknown): number => all.filter((each) => each === one).length;
const balanceRequests = (): number => sandbox.requests.of('balance').length;

describe('Maximum Credits', () => {
	it('holds for fifty companies, one after another', async () => {
		const { call } = lookup({ maxCredits: 5 });
		const answers: IDataObject[][] = [];
		for (const one of many(50)) answers.push(await call(one));
		expect(outcomes(answers)).toEqual([
			...Array<string>(5).fill('found'),
			...Array<string>(45).fill('not sent'),
		]);
		expect(answers[5][0]).toMatchObject({
			error: "Not sent: this could cost up to 1 B2C credit, and 'Maximum Credits' is 5 (5 used)",
			message: "Raise or remove 'Maximum Credits', or set 'If Above Maximum Credits' to 'Send What Fits'.",
		});
		expect(sandbox.ledger.charged()).toBe(5);
		expect(sandbox.requests.all).toHaveLength(5);
	});

	it.each(['enrichCompanies', 'enrichCompanyNow', 'enrichCompanyBatch'])(
		'holds for records of %s at once',
		async (operation) => {
			const { call } = enrich(operation, { maxCredits: 3 });
			const answers = await Promise.all(Array.from({ length: 10 }, (_, i) => call(idOf(i))));
			expect(count(outcomes(answers), 'enriched')).toBe(3);
			expect(sandbox.ledger.charged()).toBe(3);
		},
	);

	it('gives back what was not charged', async () => {
		const { call } = lookup({ maxCredits: 2 });
		expect(
			outcomes(await Promise.all(['11222333000181', '00000000000191'].map((cnpj) => call({ cnpj })))),
		).toEqual(['not found', 'not found']);
		expect(outcomes(await Promise.all(many(3).map(call)))).toEqual(['found', 'found', 'not sent']);
		expect(sandbox.ledger.charged()).toBe(2);
	});

	it('counts a call whose answer was lost', async () => {
		sandbox.faults.add({ kind: 'reset', when: 'after', endpoint: 'chatAppCheck', times: 1 });
		const { call } = agent('chatApp', 'checkNumber', {
			phone: fromModel('phone'),
			options: { maxCredits: 1 },
		});
		expect(outcomes([await call({ phone: '51999990001' }), await call({ phone: '51999990002' })])).toEqual([
			'uncertain',
			'not sent',
		]);
		expect(sandbox.ledger.charged()).toBe(1);
	});

	it('does not give back a refund, so that failing records cannot be bought for ever', async () => {
		sandbox.set({ failEveryNthRecord: 1 });
		const { call } = enrich('enrichCompanyBatch', { maxCredits: 2 });
		const answers: IDataObject[][] = [];
		for (const i of [0, 1, 2]) answers.push(await call(idOf(i)));
		expect(outcomes(answers)).toEqual(['failed', 'failed', 'not sent']);
		expect(sandbox.ledger.charged()).toBe(2);
	});
});

describe('the same question again', () => {
	it.each([
		['a lookup', () => lookup({ maxCredits: 1 }), () => cnpj(0), 'found'],
		[
			'a search by name',
			() =>
				agent('person', 'searchPersons', {
					searchBy: { name: fromModel('name') },
					options: { maxCredits: 1 },
				}),
			() => ({ name: sandbox.persons.name(first % 100) }),
			'found',
		],
		[
			'a search',
			() =>
				agent('b2bPerson', 'searchB2bPersons', {
					filtros_pessoa: {},
					filtros_empresa: { estados: [fromModel('state')] },
					limit: 5,
					options: { maxCredits: 1 },
				}),
			() => ({ state: 'SP' }),
			'found',
		],
		[
			'a number',
			() => agent('chatApp', 'checkNumber', { phone: fromModel('phone'), options: { maxCredits: 1 } }),
			() => ({ phone: '51999990001' }),
			undefined,
		],
		['a record enriched now', () => enrich('enrichCompanyNow', { maxCredits: 1 }), () => idOf(0), 'enriched'],
	])('%s costs nothing and sends nothing', async (_, agentOf, question, outcome) => {
		const { call } = agentOf();
		const one = await call(question());
		const requests = sandbox.requests.all.length;
		const again = await Promise.all([call(question()), call(question())]);
		expect(one[0].outcome).toBe(outcome);
		expect(one[0].error).toBeUndefined();
		expect(again).toEqual([one, one]);
		expect(sandbox.requests.all).toHaveLength(requests);
		expect(sandbox.ledger.charged()).toBe(1);
	});

	it('asked at the same time, it is sent once', async () => {
		const { call } = agent('chatApp', 'checkNumber', { phone: fromModel('phone'), options: {} });
		const answers = await Promise.all(Array.from({ length: 5 }, () => call({ phone: '51999990001' })));
		expect(new Set(answers.map((answer) => JSON.stringify(answer))).size).toBe(1);
		expect(sandbox.ledger.charged()).toBe(1);
	});

	it('is asked anew when what came was refunded', async () => {
		sandbox.set({ failEveryNthRecord: 1 });
		const { call } = enrich('enrichCompanyNow');
		expect(outcomes([await call(idOf(0))])).toEqual(['failed']);
		sandbox.set({ failEveryNthRecord: 0 });
		expect(outcomes([await call(idOf(0))])).toEqual(['enriched']);
		expect([sandbox.ledger.charged(), sandbox.ledger.refunded()]).toEqual([2, 1]);
	});

	it('is asked anew by another execution', async () => {
		for (const { call } of [lookup(), lookup()]) await call(cnpj(0));
		expect(sandbox.requests.of('companyGet')).toHaveLength(2);
	});
});

describe('Minimum Balance', () => {
	const credits = (b2b: number, b2c: number): void => {
		sandbox.ledger.set('b2b', b2b);
		sandbox.ledger.set('b2c', b2c);
	};

	it('sends nothing that might leave less, and reads the balance once', async () => {
		credits(1000, 12);
		const { call } = lookup({ minimumBalance: 10 });
		const answers = await Promise.all(many(5).map(call));
		expect(outcomes(answers)).toEqual(['found', 'found', 'not sent', 'not sent', 'not sent']);
		expect(answers[2][0].error).toBe(
			"Not sent: this could cost up to 1 B2C credit, the balance is 1,000 B2B credits and 10 B2C credits, and 'Minimum Balance' is 10",
		);
		expect(sandbox.ledger.balance('b2c')).toBe(10);
		expect(balanceRequests()).toBe(1);
	});

	it('is read again after a minute, when others may have spent of it', async () => {
		credits(1000, 100);
		const { call } = lookup({ minimumBalance: 10 });
		expect(outcomes([await call(cnpj(0))])).toEqual(['found']);
		credits(1000, 10);
		await sandbox.clock.advance(61_000);
		expect(outcomes([await call(cnpj(1)), await call(cnpj(0))])).toEqual(['not sent', 'found']);
		expect(balanceRequests()).toBe(2);
	});

	const run = async (operation: readonly [string, string], parameters: IDataObject, items: IDataObject[]) =>
		await runNode({
			credential: credentialFor(sandbox),
			resource: operation[0],
			operation: operation[1],
			parameters,
			items,
		});

	it('stops a whole run, by the estimate, and says how much there is', async () => {
		credits(1000, 12);
		const options = { minimumBalance: 10 };
		const { error } = await run(['company', 'getCompany'], { options }, many(3));
		expect(error?.message).toBe(
			"Not sent: this could cost up to 3 B2C credits, the balance is 1,000 B2B credits and 12 B2C credits, and 'Minimum Balance' is 10",
		);
		expect(sandbox.requests.all.map(({ endpoint }) => endpoint)).toEqual(['balance']);
		const { items } = await run(['company', 'getCompany'], { options }, many(2));
		expect(items.map(({ json }) => json.outcome)).toEqual(['found', 'found']);
	});

	it('looks at the credits that the call is charged to', async () => {
		credits(0, 1000);
		const options = { minimumBalance: 10 };
		expect((await run(['company', 'getCompany'], { options }, many(2))).error).toBeUndefined();
		const batch = await run(
			['b2bCompany', 'enrichCompanyBatch'],
			{ identifyBy: 'id_empresa', id_empresa: '={{ $json.id }}', options },
			[idOf(0)],
		);
		expect(batch.error?.message).toContain(
			"the balance is 0 B2B credits and 998 B2C credits, and 'Minimum Balance' is 10",
		);
		// The service does not say which credits a number costs.
		const check = await run(['chatApp', 'checkNumber'], { phone: '51999990001', options }, [{}]);
		expect(check.error?.message).toContain('the balance is 0 B2B credits and 998 B2C credits');
		expect(sandbox.ledger.charged()).toBe(2);
	});

	it.each([
		[
			'is refused',
			{ kind: 'status', status: 403, body: { detail: 'IP 1.2.3.4' } },
			/The balance could not be read/,
		],
		['names nothing', { kind: 'status', status: 200, body: { wallet: 1 } }, /the service named no credits/],
		[
			'does not come',
			{ kind: 'reset', when: 'before', times: 'always' },
			/The balance could not be read: The connection/,
		],
	])('sends nothing when the balance %s', async (_, fault, message) => {
		sandbox.faults.add({ times: 'always', ...fault, endpoint: 'balance' } as never);
		const { error } = await run(['company', 'getCompany'], { options: { minimumBalance: 1 } }, many(2));
		expect(error?.description).toMatch(message);
		expect(error?.message).toBe(
			"Not sent: this could cost up to 2 B2C credits, the balance is not known, and 'Minimum Balance' is 1",
		);
		expect(sandbox.ledger.charged()).toBe(0);
	});
});
