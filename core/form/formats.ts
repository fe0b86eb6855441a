import { DateTime } from 'luxon';

import { DASHES, splitPhone } from '../../contract/brazil';

/** Validates a contract format and converts it to what the service expects. */
interface Format {
	/** Name of the format, used after "is not" in error messages. */
	readonly name: string;
	/** What to enter instead. */
	readonly advice?: string;
	/** The value as sent; `undefined` when it does not have this format. */
	readonly read: (value: string) => string | undefined;
}

/** The day (`YYYY-MM-DD`) of a date, a date with time, or a value from n8n's date field. */
function readDate(value: string): string | undefined {
	const day = /^(\d{4}-\d{2}-\d{2})(?:[T ].*)?$/.exec(value)?.[1];
	return day !== undefined && DateTime.fromISO(day).isValid ? day : undefined;
}

function readPhone(value: string): string | undefined {
	const number = splitPhone(value);
	return number && `${number.ddd}${number.phone}`;
}

const POSTAL_CODE = new RegExp(`^(\\d{2}\\.?\\d{3})([${DASHES}]?)(\\d{3})$`);

/** Eight digits; keeps a hyphen and restores a leading zero dropped by a spreadsheet. */
function readPostalCode(value: string): string | undefined {
	const [, first, hyphen, last] = POSTAL_CODE.exec(value) ?? [];
	if (first !== undefined) return `${first.replace('.', '')}${hyphen && '-'}${last}`;
	return /^\d{7}$/.test(value) ? `0${value}` : undefined;
}

/** One at sign, with something before it, and behind it a domain with a dot inside. */
function isEmail(value: string): boolean {
	const [before, domain, ...more] = value.split('@');
	if (before === '' || domain === undefined || more.length > 0 || /\s/.test(value)) return false;
	return domain.slice(1, -1).includes('.');
}

const when = (holds: boolean, value: string): string | undefined => (holds ? value : undefined);

export const formats: Readonly<Record<string, Format>> = {
	email: {
		name: 'an email address',
		// The same address in other letters would be another question, and be paid for again.
		read: (value) => when(isEmail(value), value.toLowerCase()),
	},
	uri: {
		name: 'a URL',
		read: (value) => when(/^https?:\/\//i.test(value) && URL.canParse(value), value),
	},
	date: {
		name: 'a valid date',
		advice: 'Enter year, month and day, for example 1990-12-31.',
		read: readDate,
	},
	phone: {
		name: 'a phone number',
		advice: 'Enter the area code and the number, for example 51999990000 or (51) 99999-0000.',
		read: readPhone,
	},
	'postal-code': {
		name: 'a postal code (CEP)',
		advice: 'Enter its eight digits, for example 90010-000.',
		read: readPostalCode,
	},
};
