import { splitPhone, type PhoneNumber } from '../../../../contract/brazil';
import { inputError, type Field } from '../../../../core/form/field';
import { isBlank } from '../../../../core/base/json';

/** A whole phone number in one field; the service takes area code and number apart, digits only. */
export const phoneField: Field<PhoneNumber> = {
	property: {
		displayName: 'Phone Number',
		description: 'Area code and number, with or without formatting and country code',
		type: 'string',
		required: true,
		default: '={{ $json.phone }}',
		placeholder: 'e.g. (51) 99999-0000',
	},
	read: (value, where) => {
		const advice = 'Enter the area code and the number, for example 51999990000 or (51) 99999-0000.';
		if (isBlank(value)) throw inputError(where, 'is empty.', advice);
		const number = typeof value === 'string' || typeof value === 'number' ? splitPhone(value) : undefined;
		if (number === undefined) throw inputError(where, 'is not a phone number.', advice);
		return number;
	},
};
