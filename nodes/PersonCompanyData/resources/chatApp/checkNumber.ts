import { askOnce, asObject, endpoints, operation } from '../../families/kit';
import { isActive, numberUnit, phoneField } from './number';

const endpoint = endpoints.chatAppCheck;

export const checkNumber = operation({
	name: 'Check Number',
	action: 'Check whether number is active in chat app',
	description: 'Check whether a phone number is active in the chat app',
	calls: [endpoint],
	fields: { phone: phoneField },
	includesInput: true,
	prepare: ({ phone }) => phone,
	unit: numberUnit,
	run: async (number, service) => {
		const answer = asObject((await askOnce(service, { endpoint, query: { ...number } })).body);
		return [{ ...answer, ...number, active: isActive(answer, service.session.connection.words) }];
	},
});
