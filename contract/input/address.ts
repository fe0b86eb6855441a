import { plainText } from './document';
import { visible, withoutEnd } from './text';

/** Each value is normalized to one form: another form of the same value would be charged again. */

const BEFORE_EMAIL = /^(?:mailto:|[\s"'<(;,])+/i;
const BEHIND_EMAIL = /[\s"'>);,.]+$/;
const LONGEST_EMAIL = 320;

/** Lower case, without surrounding characters; `undefined` for anything else. */
export function emailIn(given: string): string | undefined {
	if (given.length > LONGEST_EMAIL) return undefined;
	const address = visible(given)
		.replace(BEFORE_EMAIL, '')
		.replace(/(@[^?]*)\?.*/s, '$1');
	const email = address.replace(BEHIND_EMAIL, '').toLowerCase().normalize('NFC');
	// A field with several addresses would be charged, and fail.
	if (/[\s;,<>"]/.test(email)) return undefined;
	const [before, domain, ...more] = email.split('@');
	if (before === '' || domain === undefined || more.length > 0) return undefined;
	return domain.slice(1, -1).includes('.') ? email : undefined;
}

/** All addresses as written; other text with an at sign counts as one. */
export function splitEmails(text: string): string[] {
	const parts = text
		.split(/[\s;,]+/)
		.filter((part) => part.length <= LONGEST_EMAIL)
		.map((part) => part.replace(BEFORE_EMAIL, '').replace(BEHIND_EMAIL, ''))
		.filter((part) => /.@./.test(part));
	if (parts.length > 0) return parts;
	return text.includes('@') ? [text.trim()] : [];
}

const LONGEST_DOMAIN = 253;

/** Lower case, without scheme, `www.`, port and path; `undefined` for anything else. */
export function domainIn(given: string): string | undefined {
	const address = visible(given).trim().toLowerCase().normalize('NFC');
	const [host] = address.replace(/^[a-z]+:\/\//, '').split(/[/?#]/);
	if (host.length > LONGEST_DOMAIN) return undefined;
	const domain = host
		.replace(/:\d+$/, '')
		.replace(/\.$/, '')
		.replace(/^(?:www\.)+(?=[^.]+\.)/, '');
	const labels = domain.split('.');
	return labels.length > 1 && labels.every((label) => /^[\p{L}\p{M}\p{N}_-]+$/u.test(label))
		? domain
		: undefined;
}

/** Eight digits; restores a leading zero dropped by a spreadsheet. */
export function postalCodeIn(given: string): string | undefined {
	const digits = plainText(given);
	return /^\d{7,8}$/.test(digits) ? digits.padStart(8, '0') : undefined;
}

/** Path segments that precede a person's or company's name in a profile URL. */
const PROFILE_FOLDERS = {
	person: ['in', 'pub'],
	company: ['company', 'school', 'showcase'],
} as const;

const withoutQuery = (url: string): string => url.split(/[?#]/)[0];

export function profileKind(url: string): keyof typeof PROFILE_FOLDERS | undefined {
	const path = withoutQuery(url.toLowerCase().replace(/^https?:\/\//, ''));
	const [host, ...folders] = path.split('/').filter(Boolean);
	if (!host?.includes('.')) return undefined;
	// The last segment is the name.
	const within = folders.slice(0, -1);
	return (['person', 'company'] as const).find((about) =>
		PROFILE_FOLDERS[about].some((folder) => within.includes(folder)),
	);
}

/** Drops the query (click tracking), unless the path names nobody: then the query may identify the profile. */
export const plainProfile = (url: string): string =>
	profileKind(url) === undefined ? url : withoutEnd(withoutQuery(url), '/');
