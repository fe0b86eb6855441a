import { withoutEnd } from '../../contract/input';

/** Longer than any key; a whole page was pasted instead. */
const LONGEST_KEY = 250;
const LOOPBACK = /^(localhost|127(\.\d{1,3}){3}|\[::1\])$/i;

/** A usable value of the credential, or what is wrong with the given one. */
export type BaseUrl = { readonly url: string } | { readonly problem: string };
export type ApiKey = { readonly key: string } | { readonly problem: string };

const textOf = (value: unknown): string => (typeof value === 'string' ? value.trim() : '');

/**
 * Checks the credential's base URL, completes a missing `https://` or `/v1`, and removes trailing slashes. Requires
 * https except on loopback, because the API key is sent with every request.
 */
export function readBaseUrl(value: unknown): BaseUrl {
	const text = textOf(value);
	if (text === '') return { problem: 'The base address is missing. Enter it in the credential.' };
	// An address that begins with a host, which has a dot or a port.
	const address = /^[\w-]+(?:\.|:\d)/.test(text) ? `https://${text}` : text;
	if (!URL.canParse(address)) {
		return {
			problem: 'The base address in the credential is not a valid URL. Enter a URL such as https://host/v1.',
		};
	}
	const { protocol, hostname, username, password, search, hash, origin, pathname } = new URL(address);
	if (protocol !== 'https:' && !(protocol === 'http:' && LOOPBACK.test(hostname))) {
		return {
			problem:
				'The base address in the credential must begin with https://, because the API key is sent to it. Only addresses on this machine may use http.',
		};
	}
	if (username + password + search + hash !== '') {
		return {
			problem: 'The base address in the credential must not contain a user name, a query or a fragment.',
		};
	}
	const path = withoutEnd(pathname, '/');
	return { url: `${origin}${/\/v\d+$/i.test(path) ? path : `${path}/v1`}` };
}

/**
 * Checks the credential's API key and removes the leading `Token` that the panel copies with it; the request adds it
 * again. Characters that a header cannot hold would be left out on the way in silence.
 */
export function readApiKey(value: unknown): ApiKey {
	const key = textOf(value).replace(/^(?:Token(?:\s+|$))+/i, '');
	const copy = "from your user profile in the service's panel into the credential.";
	if (key === '') return { problem: `The API key is missing. Copy it ${copy}` };
	if (key.length > LONGEST_KEY || !/^[\x21-\x7e]+$/.test(key)) {
		return {
			problem: `The API key has a character that no key has, such as a space, a line break or a quotation mark of a text editor. Copy it again ${copy}`,
		};
	}
	return { key };
}
