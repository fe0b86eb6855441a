import { known } from '../../../../core/read/answer';
import { askOnce, endpoints, operation } from '../../shared/prelude';
import { isActive, numberPurchaseKey, phoneField } from './number';

const endpoint = endpoints.chatAppCheck;

export const checkNumber = operation({
	name: 'Check Number',
	action: 'Check whether number is active in chat app',
	description: 'Check whether a phone number is active in the chat app',
	calls: [endpoint],
	fields: { phone: phoneField },
	includesInput: true,
	prepare: ({ phone }) => phone,
	purchaseKey: numberPurchaseKey,
	run: async (number, service) => {
		const { brandTerms } = service.session.connection;
		const { body } = await askOnce(service, { endpoint, query: { ...number } });
		const answer = known(endpoint, body, brandTerms);
		return [{ ...answer?.raw, ...number, active: isActive(answer?.fields) }];
	},
});
