/** A Brazilian phone number as the service takes it: digits only. */
export interface PhoneNumber {
	/** Two digits of the area code. */
	readonly ddd: string;
	/** Eight or nine digits. */
	readonly phone: string;
}

/**
 * Area code and number of a phone number, from text or number, formatted or not, with or without the country
 * code 55 or a trunk zero. `undefined` when it is none.
 */
export function splitPhone(value: string | number): PhoneNumber | undefined {
	// The sign and the point of a number are no formatting.
	if (typeof value === 'number' && !(Number.isSafeInteger(value) && value > 0)) return undefined;
	const written = String(value).trim();
	if (!/^\+?[\d\s().\-/]+$/.test(written)) return undefined;
	const digits = written.replace(/\D/g, '');
	// Ten and eleven digits that begin with 55 are a number of the area code 55, not of the country.
	const national = /^55\d{10,11}$/.test(digits) ? digits.slice(2) : digits.replace(/^0(?=\d{10,11}$)/, '');
	const parts = /^([1-9][1-9])(\d{8,9})$/.exec(national);
	return parts === null ? undefined : { ddd: parts[1], phone: parts[2] };
}
