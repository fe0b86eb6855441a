import type { IDataObject } from 'n8n-workflow';

import { productsIn, readFunds, takeFunds } from '../../../core/purchase/balance';
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
		[{ balance: { credits: [{ product_name: 'B2C', value: '7' }] } }, [{ product: 'B2C', credits: 7 }]],
		[{ b2b: 1 }, [{ product: 'B2B', credits: 1 }]],
	])('are those of %j', (answer, products) => expect(productsIn(asBody(answer))).toEqual(products));
});

describe('the balance for Minimum Balance', () => {
	const limits = { ceilings: { balance: 10 } };

	it('is read where there is one, and again once it is old', async () => {
		const none = await run();
		await readFunds(none.service);
		expect(none.asked).toEqual([]);
		const { service, session, asked } = await run({ limits });
		await readFunds(service);
		expect(session.state.funds).toMatchObject({
			...{ at: sets.now, left: { b2b: 480, b2c: 400 } },
		});
		expect(session.state.funds?.unreadable).toBeUndefined();
		sets.now += 4_000;
		await readFunds(service);
		expect(asked).toHaveLength(1);
		sets.now += 1000;
		await readFunds(service);
		expect(asked).toHaveLength(2);
	});

	it('is read once for all calls at the same time', async () => {
		const { service, asked } = await run({ limits });
		await Promise.all([readFunds(service), readFunds(service)]);
		expect(asked).toHaveLength(1);
	});

	it('that could not be read says why', async () => {
		const refused = await run({ limits, answers: [{ status: 403, body: { detail: 'No balance.' } }] });
		await readFunds(refused.service);
		expect(refused.session.state.funds?.left).toEqual({});
		expect(refused.session.state.funds?.unreadable).toBe(
			'The balance could not be read: This part of the service is not enabled for the account. The service says: "No balance." The API key is valid. The account administrator must have this part enabled.',
		);
		const empty = await run({ limits, answers: [{ body: {} }] });
		await readFunds(empty.service);
		expect(empty.session.state.funds?.unreadable).toBe(
			'The balance could not be read: the service named no credits.',
		);
		takeFunds(empty.service, { ok: false, error: new Error('something else') });
		expect(empty.session.state.funds?.unreadable).toBe('The balance could not be read: something else.');
	});

	it.each<[IDataObject[], IDataObject]>([
		[
			[
				{ product_name: 'the B2B one', value: 5 },
				{ product_name: 'B2B', value: '7' },
			],
			{ b2b: 5 },
		],
		[[{ product_code: 'b2c', value: 0 }], { b2c: 0 }],
		[[{ product_name: 'B2B', value: null }], {}],
		[[{ product_name: 'B2B', value: 'many' }], {}],
		[[{ product_name: 'Other', value: 5 }, { value: 6 }], {}],
		[[{ product_name: 'xb2bx', value: 5 }], {}],
	])('has the credits that are named: %j as %j', async (credits, left) => {
		const { service, session } = await run({ limits, answers: [{ body: { balance: { credits } } }] });
		await readFunds(service);
		expect(session.state.funds?.left).toEqual(left);
	});
});
