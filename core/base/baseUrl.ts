import { withoutEnd } from '../../contract/input';

const LOOPBACK = /^(localhost|127(\.\d{1,3}){3}|\[::1\])$/i;

interface Problem {
	readonly problem: string;
}

const textOf = (value: unknown): string => (typeof value === 'string' ? value.trim() : '');

/** Completes a missing `https://` or `/v1`; requires https except on loopback, since the key is sent to it. */
export function readBaseUrl(value: unknown): { readonly url: string } | Problem {
	const text = textOf(value);
	if (text === '') return { problem: 'The base address is missing. Enter it in the credential.' };
	// Starts with a host name, recognised by its dot or port.
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

/** Strips the `Token` that the panel copies with the key; rejects characters that a header would silently drop. */
export function readApiKey(value: unknown): { readonly key: string } | Problem {
	const key = textOf(value).replace(/^(?:Token(?:\s+|$))+/i, '');
	const copy = "from your user profile in the service's panel into the credential.";
	if (key === '') return { problem: `The API key is missing. Copy it ${copy}` };
	if (!/^[\x21-\x7e]+$/.test(key)) {
		return {
			problem: `The API key has a character that no key has, such as a space, a line break or a quotation mark of a text editor. Copy it again ${copy}`,
		};
	}
	return { key };
}
