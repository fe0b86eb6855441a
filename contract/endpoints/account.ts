import { freeAssumed } from '../model/billing';
import { endpoint } from '../model/endpoint';
import { anything, assumed, decimal, flag, list, object, text } from '../model/schema';

export const balance = endpoint({
	method: 'GET',
	path: '/balance',
	purpose: 'Get the balance and available credits per product',
	billing: freeAssumed,
	responses: {
		200: assumed(
			['one', 'contradictory'],
			object('Balance', {
				balance: object('Balance', {
					wallet: object('Wallet', { value: decimal('Value') }),
					credits: list(
						'Credits',
						object('Product', {
							product_id: anything('Product ID'),
							product_code: text('Product Code'),
							product_name: text('Product Name'),
							value: decimal('Credits'),
						}),
					),
				}),
				is_pos: flag('Postpaid'),
				b2c_credits: decimal('B2C Credits', { 'x-aliases': ['b2c'] }),
				b2b_credits: decimal('B2B Credits', { 'x-aliases': ['b2b'] }),
			}),
		),
	},
});
