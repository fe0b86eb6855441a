import { isMissing, splitPhone, type PhoneNumber } from '../../../../contract/input';
import type { ValueOf } from '../../../../contract/model/schema';
import { known } from '../../../../core/read/answer';
import { askOnce, endpoints, fromItem, inputError, operation, type Field } from '../../shared/prelude';

const endpoint = endpoints.chatAppCheck;

const ADVICE = 'Enter the area code and the number, for example 51999990000 or (51) 99999-0000.';

/** The service expects area code and number separately, digits only. */
export const phoneField: Field<PhoneNumber> = {
	property: {
		displayName: 'Phone Number',
		description: 'Area code and number, with or without formatting and country code',
		type: 'string',
		required: true,
		default: fromItem('phone'),
		placeholder: 'e.g. (51) 99999-0000',
	},
	read: (value, where) => {
		if (isMissing(value)) throw inputError(where, 'is empty', ADVICE);
		const number = typeof value === 'string' || typeof value === 'number' ? splitPhone(value) : undefined;
		if (number === undefined) throw inputError(where, 'is not a phone number', ADVICE);
		return number;
	},
};

/** The same whether the number is checked alone or in a batch. */
export const numberPurchaseKey = ({ ddd, phone }: PhoneNumber) => ({ number: `${ddd}${phone}` });

/** One value was seen, the other is a guess; others are ignored. */
const STATES: Readonly<Record<string, boolean>> = { ATIVO: true, INATIVO: false };

type NumberStatus = ValueOf<(typeof endpoint.responses)[200]>;

/** `null` when the answer does not say. */
export const isActive = ({ is_active, active, has_chatapp, status }: NumberStatus = {}): boolean | null =>
	is_active ?? active ?? has_chatapp ?? STATES[status?.toUpperCase() ?? ''] ?? null;

export const checkNumber = operation({
	name: 'Check Number',
	action: 'Check number in chat app',
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
