import { isMissing, splitPhone, type PhoneNumber } from '../../../../contract/input';
import type { ValueOf } from '../../../../contract/model/schema';
import { fromItem, inputError, type endpoints, type Field } from '../../families/kit';

const ADVICE = 'Enter the area code and the number, for example 51999990000 or (51) 99999-0000.';

/** A full phone number in one field; the service expects area code and number separately, digits only. */
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
		if (isMissing(value)) throw inputError(where, 'is empty.', ADVICE);
		const number = typeof value === 'string' || typeof value === 'number' ? splitPhone(value) : undefined;
		if (number === undefined) throw inputError(where, 'is not a phone number.', ADVICE);
		return number;
	},
};

/** A number as a unit of work, whether it is checked alone or in a batch. */
export const numberUnit = ({ ddd, phone }: PhoneNumber) => ({ number: `${ddd}${phone}` });

/** Values of `status` (one was seen, the other is a guess); any other value is ignored. */
const STATES: Readonly<Record<string, boolean>> = { ATIVO: true, INATIVO: false };

type NumberStatus = ValueOf<(typeof endpoints.chatAppCheck.responses)[200]>;

/** Whether a number is active in the chat app; `null` when the answer does not say. */
export const isActive = ({ is_active, active, has_chatapp, status }: NumberStatus = {}): boolean | null =>
	is_active ?? active ?? has_chatapp ?? STATES[status?.toUpperCase() ?? ''] ?? null;
