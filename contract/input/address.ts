import { plainText } from './document';
import { visible, withoutEnd } from './text';

/** Emails, domains, profile URLs and postal codes, each in one form: the same in another would be paid for again. */

const BEFORE_EMAIL = /^(?:mailto:|[\s"'<(;,])+/i;
const BEHIND_EMAIL = /[\s"'>);,.]+$/;
const LONGEST_EMAIL = 320;

/** An email address without what stands around it, in small letters; `undefined` for anything else. */
export function emailIn(given: string): string | undefined {
	if (given.length > LONGEST_EMAIL) return undefined;
	const address = visible(given)
		.replace(BEFORE_EMAIL, '')
		.replace(/(@[^?]*)\?.*/s, '$1');
	const email = address.replace(BEHIND_EMAIL, '').toLowerCase().normalize('NFC');
	// One of several would be paid for, and fail.
	if (/[\s;,<>"]/.test(email)) return undefined;
	const [before, domain, ...more] = email.split('@');
	if (before === '' || domain === undefined || more.length > 0) return undefined;
	return domain.slice(1, -1).includes('.') ? email : undefined;
}

/** The email addresses of a text that may hold several, as they are written; another text with an at sign is one. */
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

/** A domain without scheme, `www.`, port and path, in small letters; `undefined` for anything else. */
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

/** The eight digits of a postal code (CEP); restores a leading zero dropped by a spreadsheet. */
export function postalCodeIn(given: string): string | undefined {
	const digits = plainText(given);
	return /^\d{7,8}$/.test(digits) ? digits.padStart(8, '0') : undefined;
}

/** The folders of profile URLs behind which the name of a person or company stands. */
const PROFILE_FOLDERS = {
	person: ['in', 'pub'],
	company: ['company', 'school', 'showcase'],
} as const;

const withoutQuery = (url: string): string => url.split(/[?#]/)[0];

/** Whose profile the path of a URL names, if it names one. */
export function profileKind(url: string): keyof typeof PROFILE_FOLDERS | undefined {
	const path = withoutQuery(url.toLowerCase().replace(/^https?:\/\//, ''));
	const [host, ...folders] = path.split('/').filter(Boolean);
	if (!host?.includes('.')) return undefined;
	// A name stands behind the folder.
	const within = folders.slice(0, -1);
	return (['person', 'company'] as const).find((about) =>
		PROFILE_FOLDERS[about].some((folder) => within.includes(folder)),
	);
}

/**
 * A profile URL without what a link adds to it, such as where it was clicked. Where the path names nobody, what follows
 * it may say whose profile it is.
 */
export const plainProfile = (url: string): string =>
	profileKind(url) === undefined ? url : withoutEnd(withoutQuery(url), '/');
