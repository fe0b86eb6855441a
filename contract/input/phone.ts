import { plainNumber } from './number';
import { DASHES, visible } from './text';

export interface PhoneNumber {
	readonly ddd: string;
	readonly phone: string;
}

const WRITTEN_PHONE = new RegExp(`^\\+?[\\d\\s()./${DASHES}]+$`);

/**
 * Splits a Brazilian phone number, formatted or not, with or without country code 55 or trunk zero; `undefined`
 * for any other value.
 */
export function splitPhone(value: string | number): PhoneNumber | undefined {
	// In a JavaScript number, a sign or point is not formatting.
	if (typeof value === 'number' && !/^\d+$/.test(String(value))) return undefined;
	const written = plainNumber(visible(String(value)));
	if (!WRITTEN_PHONE.test(written)) return undefined;
	const digits = written.replace(/\D/g, '');
	const hasCode = written.startsWith('+');
	// With another country code, the digits may be somebody else's number in Brazil.
	if (hasCode && !digits.startsWith('55')) return undefined;
	// In ten or eleven digits, a leading 55 is the area code, not the country code.
	const national = hasCode || /^55\d{10}/.test(digits) ? digits.slice(2) : digits.replace(/^0/, '');
	const parts = /^([1-9][1-9])(\d{8,9})$/.exec(national);
	return parts === null ? undefined : { ddd: parts[1], phone: parts[2] };
}

export interface KnownPhone {
	/** E.164, such as `+5551999990000`. */
	readonly number: string;
	readonly type: 'mobile' | 'landline';
	/** Mobile numbers only: as before the ninth digit was added, and as many address books still have it. */
	readonly withoutNinthDigit?: string;
}

/**
 * Adds a missing ninth digit to mobile numbers only; `undefined` if not Brazilian.
 * @param isLandline whether it is known to be one, whatever its first digit
 */
export function knownPhone(value: string | number, isLandline = false): KnownPhone | undefined {
	const parts = splitPhone(value);
	if (parts === undefined) return undefined;
	const { ddd, phone } = parts;
	if (isLandline ? /^\d{8}$/.test(phone) : /^[2-5]\d{7}$/.test(phone))
		return { number: `+55${ddd}${phone}`, type: 'landline' };
	if (!/^(9\d{8}|[6-9]\d{7})$/.test(phone)) return undefined;
	const old = phone.slice(-8);
	return { number: `+55${ddd}9${old}`, type: 'mobile', withoutNinthDigit: `+55${ddd}${old}` };
}
