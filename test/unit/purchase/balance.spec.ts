import type { IDataObject } from 'n8n-workflow';

import { endpoints } from '../../../contract';
import {
	balanceAfterLoss,
	balanceRead,
	productsIn,
	readFunds,
	takeFunds,
} from '../../../core/purchase/balance';
import { cannedService, type CannedRun } from '../../support/cannedService';
import { EntrySets } from '../../support/entrySets';
import { asBody } from '../../../core/read/answer';

let sets: EntrySets;
beforeEach(() => {
	sets = new EntrySets().start();
});
afterEach(() => jest.restoreAllMocks());

const BALANCE = { b2b_credits: 480, b2c_credits: 400 };
const run = async (more: CannedRun = {}) =>
	await cannedService(sets, { answers: [{ body: BALANCE }], ...more });

const batchOf = (count: number) => ({
	endpoint: endpoints.b2bPersonEnrichBatch,
	body: { contatos: Array.from({ length: count }, () => ({ id_pessoa: 1 })) },
});

describe('the products of a balance', () => {
	it.each<[IDataObject, IDataObject[]]>([
		[
			BALANCE,
			[
				{ product: 'B2C', credits: 400 },
				{ product: 'B2B', credits: 480 },
			],
		],
		[
			{
				balance: {
					credits: [{ product_name: 'B2B data', product_code: 'x', value: 5 }, { product_code: 'b2c' }],
				},
			},
			[
				{ product: 'B2B data', credits: 5 },
				{ product: 'b2c', credits: null },
			],
		],
	])('are those of %j', (answer, products) => expect(productsIn(asBody(answer))).toEqual(products));
});

describe('the balance after a lost answer', () => {
	it('is read now, where something may have been charged', async () => {
		const { service, asked } = await run();
		expect(await balanceAfterLoss(service, { endpoint: endpoints.cities })).toBe('');
		expect(asked).toEqual([]);
		expect(await balanceAfterLoss(service, batchOf(1))).toBe(' Balance now: B2C 400, B2B 480.');
		expect(asked.map(({ url }) => url)).toEqual(['https://service.example/v1/balance']);
	});

	it('is read once, also for submissions that are lost at the same time, and told later', async () => {
		const state = {};
		const { service, asked } = await run({ state });
		expect(balanceRead(service)).toBe('');
		await Promise.all([balanceAfterLoss(service, batchOf(1)), balanceAfterLoss(service, batchOf(2))]);
		expect(await balanceAfterLoss(service, batchOf(3))).toBe(balanceRead(service));
		expect(asked).toHaveLength(1);
		// As n8n has stored it.
		const next = await run({ state: JSON.parse(JSON.stringify(state)) as IDataObject });
		expect(balanceRead(next.service)).toBe(' Balance read in this execution: B2C 400, B2B 480.');
	});
});

describe('the balance for Minimum Balance', () => {
	const limits = { ceilings: { balance: 10 } };

	it('is read where there is one, and again once it is old', async () => {
		const none = await run();
		await readFunds(none.service);
		expect(none.asked).toEqual([]);
		const { service, session, asked } = await run({ limits });
		await readFunds(service);
		expect(session.usage.funds).toMatchObject({ at: sets.now, left: { b2b: 480, b2c: 400 } });
		expect(session.usage.funds?.unreadable).toBeUndefined();
		sets.now += 59_000;
		await readFunds(service);
		expect(asked).toHaveLength(1);
		sets.now += 1000;
		await readFunds(service);
		expect(asked).toHaveLength(2);
	});

	it('is read once for all calls at the same time', async () => {
		const { service, asked } = await run({ limits });
		await Promise.all([readFunds(service), readFunds(service), readFunds(service, true)]);
		expect(asked).toHaveLength(1);
	});

	it('that could not be read says why', async () => {
		const refused = await run({ limits, answers: [{ status: 403 }] });
		await readFunds(refused.service);
		expect(refused.session.usage.funds?.left).toEqual({});
		expect(refused.session.usage.funds?.unreadable).toMatch(
			/^The balance could not be read: This part of the service is not enabled for the account\.$/,
		);
		expect(balanceRead(refused.service)).toBe('');
		const empty = await run({ limits, answers: [{ body: {} }] });
		await readFunds(empty.service);
		expect(empty.session.usage.funds?.unreadable).toBe(
			'The balance could not be read: the service named no credits.',
		);
		takeFunds(empty.service, { ok: false, error: new Error('something else') });
		expect(empty.session.usage.funds?.unreadable).toBe('The balance could not be read: something else.');
	});

	it.each<[IDataObject[], IDataObject]>([
		[
			[
				{ product_name: 'B2B', value: '7' },
				{ product_name: 'the B2B one', value: 5 },
			],
			{ b2b: 5 },
		],
		[[{ product_name: 'B2B', value: 'many' }], {}],
		[[{ product_name: 'Other', value: 5 }, { value: 6 }], {}],
	])('has the credits that are named: %j as %j', async (credits, left) => {
		const { service, session } = await run({ limits, answers: [{ body: { balance: { credits } } }] });
		await readFunds(service);
		expect(session.usage.funds?.left).toEqual(left);
	});
});
