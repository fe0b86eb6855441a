import { withoutEnd } from '../../contract/input';

/** Longer than any key; a whole page was pasted instead. */
const LONGEST_KEY = 250;
const LOOPBACK = /^(localhost|127(\.\d{1,3}){3}|\[::1\])$/i;

/** The usable base URL, or what is wrong with the given one. */
export type BaseUrl = { readonly url: string } | { readonly problem: string };

/** Adds the scheme that an address lacks, if it begins with a host: one with a dot, or with a port. */
const withScheme = (address: string): string =>
	/^[\w-]+(?:\.|:\d)/.test(address) ? `https://${address}` : address;

/** The path without trailing slashes, with the version that it lacks. */
function withVersion(pathname: string): string {
	const path = withoutEnd(pathname, '/');
	return /\/v\d+$/i.test(path) ? path : `${path}/v1`;
}

/**
 * Checks the credential's base URL, completes a missing `https://` or `/v1`, and removes trailing slashes. Requires
 * https except on loopback, because the API key is sent with every request.
 */
export function readBaseUrl(value: unknown): BaseUrl {
	const text = typeof value === 'string' ? value.trim() : '';
	if (text === '') return { problem: 'The base address is missing. Enter it in the credential.' };
	let url: URL;
	try {
		url = new URL(withScheme(text));
	} catch {
		return {
			problem: 'The base address in the credential is not a valid URL. Enter a URL such as https://host/v1.',
		};
	}
	if (url.protocol !== 'https:' && !(url.protocol === 'http:' && LOOPBACK.test(url.hostname))) {
		return {
			problem:
				'The base address in the credential must begin with https://, because the API key is sent to it. Only addresses on this machine may use http.',
		};
	}
	if (url.username !== '' || url.password !== '' || url.search !== '' || url.hash !== '') {
		return {
			problem: 'The base address in the credential must not contain a user name, a query or a fragment.',
		};
	}
	return { url: `${url.origin}${withVersion(url.pathname)}` };
}

/** The usable API key, or what is wrong with the given one. */
export type ApiKey = { readonly key: string } | { readonly problem: string };

/**
 * Checks the credential's API key and removes the leading `Token` that the panel copies with it; the request adds it
 * again. Characters that a header cannot hold would be left out on the way in silence.
 */
export function readApiKey(value: unknown): ApiKey {
	const text = typeof value === 'string' ? value.trim() : '';
	const key = text.replace(/^(?:Token(?:\s+|$))+/i, '');
	if (key === '') {
		return {
			problem:
				"The API key is missing. Copy it from your user profile in the service's panel into the credential.",
		};
	}
	if (key.length > LONGEST_KEY || !/^[\x21-\x7e]+$/.test(key)) {
		return {
			problem:
				"The API key has a character that no key has, such as a space, a line break or a quotation mark of a text editor. Copy it again from your user profile in the service's panel into the credential.",
		};
	}
	return { key };
}
