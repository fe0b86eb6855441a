import { endpoints } from '../../contract';
import { productsIn } from '../../core/balance';
import { toggle } from '../../core/field';
import { operation } from '../../core/operation';
import { asObject } from '../../core/read';

export const getBalance = operation({
	name: 'Get Balance',
	action: 'Get account balance',
	description: 'Get the balance and the available credits of each product',
	calls: [endpoints.balance],
	fields: {
		simplify: toggle(
			'Simplify',
			'Whether to return a simplified version of the response instead of the raw data',
		),
	},
	prepare: ({ simplify }) => simplify,
	run: async (simplify, service) => {
		const answer = asObject((await service.ask({ endpoint: endpoints.balance })).body);
		const products = simplify ? productsIn(answer) : [];
		return products.length > 0 ? products : [answer];
	},
});
