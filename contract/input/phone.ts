import { plainNumber } from './number';
import { DASHES, visible } from './text';

export interface PhoneNumber {
	readonly ddd: string;
	readonly phone: string;
}

const WRITTEN_PHONE = new RegExp(`^\\+?[\\d\\s()./${DASHES}]+$`);

/**
 * Splits a Brazilian phone number into area code and number, from text or number, formatted or not, with or without the
 * country code 55 or a trunk zero. `undefined` when it is none.
 */
export function splitPhone(value: string | number): PhoneNumber | undefined {
	// In a JavaScript number, a sign or point is not formatting.
	if (typeof value === 'number' && !/^\d+$/.test(String(value))) return undefined;
	const written = plainNumber(visible(String(value)));
	if (!WRITTEN_PHONE.test(written)) return undefined;
	const digits = written.replace(/\D/g, '');
	const hasCode = written.startsWith('+');
	// Behind the code of another country, the digits may be those of somebody else in Brazil.
	if (hasCode && !digits.startsWith('55')) return undefined;
	// In ten or eleven digits, a leading 55 is the area code, not the country code.
	const national = hasCode || /^55\d{10}/.test(digits) ? digits.slice(2) : digits.replace(/^0/, '');
	const parts = /^([1-9][1-9])(\d{8,9})$/.exec(national);
	return parts === null ? undefined : { ddd: parts[1], phone: parts[2] };
}

/** A phone number as a lead carries it. */
export interface KnownPhone {
	/** E.164, such as `+5551999990000`. */
	readonly number: string;
	readonly type: 'mobile' | 'landline';
	/** Of a mobile number: as it was before all of them got a ninth digit, and as many address books still have it. */
	readonly withoutNinthDigit?: string;
}

/**
 * Reads a Brazilian phone number by its digits. A mobile number without its ninth digit gains it; a landline never
 * does. `undefined` when it is no Brazilian number.
 * @param isLandline whether it is known to be one, whatever its first digit
 */
export function readPhone(value: string | number, isLandline = false): KnownPhone | undefined {
	const parts = splitPhone(value);
	if (parts === undefined) return undefined;
	const { ddd, phone } = parts;
	if (isLandline ? /^\d{8}$/.test(phone) : /^[2-5]\d{7}$/.test(phone))
		return { number: `+55${ddd}${phone}`, type: 'landline' };
	if (!/^(9\d{8}|[6-9]\d{7})$/.test(phone)) return undefined;
	const old = phone.slice(-8);
	return { number: `+55${ddd}9${old}`, type: 'mobile', withoutNinthDigit: `+55${ddd}${old}` };
}
