import { endpoints } from '../../../../contract';
import { productsIn } from '../../../../core/purchase/balance';
import { answerItems } from '../../../../core/read/answer';
import { operation } from '../../run/operation';
import { simplify } from '../../shared/fields';

export const getBalance = operation({
	name: 'Get Balance',
	action: 'Get account balance',
	calls: [endpoints.balance],
	fields: { simplify },
	prepare: (input) => input.simplify,
	run: async (isSimple, service) => {
		const { body } = await service.ask({ endpoint: endpoints.balance });
		const products = isSimple ? productsIn(body) : [];
		return products.length > 0
			? products.map((product) => ({ ...product }))
			: answerItems(endpoints.balance, body);
	},
});
