import { endpoints } from '../../contract';
import { operation } from '../../core/operation';
import { asObject } from '../../core/read';

export const getBalance = operation({
	name: 'Get Balance',
	action: 'Get the balance of the account',
	description: 'Get the balance and the available credits of each product',
	calls: [endpoints.balance],
	fields: {},
	prepare: () => undefined,
	run: async (_, service) => [asObject((await service.call({ endpoint: endpoints.balance })).body)],
});
