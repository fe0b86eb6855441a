import { endpoints } from '../../../../contract';
import { splitPhone, type PhoneNumber } from '../../../../contract/input';
import { phoneNumber } from '../../../../contract/model/fields';
import type { ValueOf } from '../../../../contract/model/schema';
import { fromItem } from '../../../../core/form/field';
import { valueField } from '../../../../core/form/schemaField';
import { askOnce } from '../../../../core/purchase/askOnce';
import { known } from '../../../../core/read/answer';
import { operation } from '../../run/operation';

const endpoint = endpoints.chatAppCheck;

export const phoneField = valueField(phoneNumber, {
	displayName: 'Phone Number',
	description: 'Area code and number, with or without formatting and country code',
	default: fromItem('phone'),
});

/** The service expects area code and number separately. */
export const dividedNumber = (phone: string): PhoneNumber => splitPhone(phone) as PhoneNumber;

/** The same whether the number is checked alone or in a batch. */
export const numberPurchaseKey = ({ ddd, phone }: PhoneNumber) => ({ number: `${ddd}${phone}` });

/** One value was seen, the other is a guess; others are ignored. */
const STATES: Readonly<Record<string, boolean>> = { ATIVO: true, INATIVO: false };

type NumberStatus = ValueOf<(typeof endpoint.responses)[200]>;

/** `null` when the answer does not say. */
const isActive = ({ is_active, active, has_chatapp, status }: NumberStatus = {}): boolean | null =>
	is_active ?? active ?? has_chatapp ?? STATES[status?.toUpperCase() ?? ''] ?? null;

export const checkNumber = operation({
	name: 'Check Number',
	action: 'Check number in chat app',
	calls: [endpoint],
	fields: { phone: phoneField },
	includesInput: true,
	prepare: ({ phone }) => dividedNumber(phone),
	purchaseKey: numberPurchaseKey,
	run: async (number, service) => {
		const { brandTerms } = service.session.connection;
		const { body } = await askOnce(service, { endpoint, query: { ...number } });
		const answer = known(endpoint, body, brandTerms);
		return [{ ...answer?.raw, ...number, active: isActive(answer?.fields) }];
	},
});
