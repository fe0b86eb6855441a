import { endpoints } from '../../../../contract';
import { productsIn } from '../../../../core/once/balance';
import { toggle } from '../../../../core/form/field';
import { operation } from '../../run/operation';
import { asObject } from '../../../../core/base/json';

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
