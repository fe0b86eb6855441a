import { DateTime } from 'luxon';

import { splitPhone } from '../../contract/brazil';

/** How values of a format of the contract are recognised and written as the service takes them. */
interface Format {
	/** What such a value is called, after "is not". */
	readonly name: string;
	/** What to write instead. */
	readonly advice?: string;
	/** The value as it is sent; `undefined` when it is none of this format. */
	readonly read: (value: string) => string | undefined;
}

/** A day without time, from a date, a date and time, or what n8n's date field gives. */
function readDate(value: string): string | undefined {
	const day = /^(\d{4}-\d{2}-\d{2})(?:[T ].*)?$/.exec(value)?.[1];
	return day !== undefined && DateTime.fromISO(day).isValid ? day : undefined;
}

function readPhone(value: string): string | undefined {
	const number = splitPhone(value);
	return number && `${number.ddd}${number.phone}`;
}

/** Eight digits; a hyphen stays, and leading zeros that a spreadsheet dropped are put back. */
function readPostalCode(value: string): string | undefined {
	if (/^\d{2}\.?\d{3}-?\d{3}$/.test(value)) return value.replace('.', '');
	return /^\d{7}$/.test(value) ? `0${value}` : undefined;
}

const when = (holds: boolean, value: string): string | undefined => (holds ? value : undefined);

export const formats: Readonly<Record<string, Format>> = {
	email: {
		name: 'an email address',
		read: (value) => when(/^[^\s@]+@[^\s@]+\.[^\s@]+$/.test(value), value),
	},
	uri: {
		name: 'a URL',
		read: (value) => when(/^https?:\/\//i.test(value) && URL.canParse(value), value),
	},
	date: {
		name: 'a date of the calendar',
		advice: 'Write year, month and day, for example 1990-12-31.',
		read: readDate,
	},
	phone: {
		name: 'a phone number',
		advice: 'Write the area code and the number, for example 51999990000 or (51) 99999-0000.',
		read: readPhone,
	},
	'postal-code': {
		name: 'a postal code (CEP)',
		advice: 'Write its eight digits, for example 90010-000.',
		read: readPostalCode,
	},
};
