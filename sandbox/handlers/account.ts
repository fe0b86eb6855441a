import type { Handlers } from '../world/call';

/** The account itself. */
export const accountHandlers: Handlers = {
	balance: ({ world: { ledger, settings } }) => {
		const b2b = ledger.balance('b2b');
		const b2c = ledger.balance('b2c');
		if (settings.balanceShape === 'flat') {
			return { status: 200, body: { b2c_credits: b2c, b2b_credits: b2b } };
		}
		const credits = [
			{ product_id: 1, product_code: 'B2C', product_name: 'B2C', value: b2c },
			{ product_id: 2, product_code: 'B2B', product_name: 'B2B', value: b2b },
		];
		return { status: 200, body: { balance: { wallet: { value: 0 }, credits }, is_pos: false } };
	},
};
