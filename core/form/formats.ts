import { DateTime } from 'luxon';

import * as input from '../../contract/input';

interface Format {
	/** Follows "is not" in error messages. */
	readonly name: string;
	/** The value as sent; `undefined` when it does not have this format. */
	readonly read: (value: string) => string | undefined;
}

/** The day (`YYYY-MM-DD`), also from a date with time, as n8n's date field gives it. */
function readDate(value: string): string | undefined {
	const day = /^(\d{4}-\d{2}-\d{2})(?:[T ].*)?$/.exec(value)?.[1];
	return day !== undefined && DateTime.fromISO(day).isValid ? day : undefined;
}

function phoneIn(value: string): string | undefined {
	const number = input.splitPhone(value);
	return number && `${number.ddd}${number.phone}`;
}

export const formats: Readonly<Record<string, Format>> = {
	cnpj: { name: 'a CNPJ: its length or check digits are wrong', read: input.normalizeCnpj },
	cpf: { name: 'a CPF: its length or check digits are wrong', read: input.normalizeCpf },
	email: { name: 'an email address', read: input.emailIn },
	domain: { name: 'a domain', read: input.domainIn },
	profile: { name: 'a profile URL', read: input.plainProfile },
	uri: {
		name: 'a URL',
		read: (value) => (/^https?:\/\//i.test(value) && URL.canParse(value) ? value : undefined),
	},
	date: { name: 'a valid date', read: readDate },
	phone: { name: 'a phone number', read: phoneIn },
	'postal-code': { name: 'a postal code (CEP)', read: input.postalCodeIn },
	// Anything else is refused by its written form (`x-written-as`).
	amount: { name: 'an amount', read: (value) => input.amountIn(value) ?? value },
};
