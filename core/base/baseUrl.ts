import { withoutEnd } from '../../contract/input';

const LOOPBACK = /^(localhost|127(\.\d{1,3}){3}|\[::1\])$/i;

interface CredentialProblem {
	readonly problem: string;
	readonly advice: string;
}

const textOf = (value: unknown): string => (typeof value === 'string' ? value.trim() : '');

const badUrl = (why: string, advice: string): CredentialProblem => ({
	problem: `'Base Address' in the credential ${why}`,
	advice,
});

/** Completes a missing `https://` or `/v1`; requires https except on loopback, since the key is sent to it. */
export function readBaseUrl(value: unknown): { readonly url: string } | CredentialProblem {
	const text = textOf(value);
	if (text === '') return badUrl('is empty', "Enter the API's URL from the service's documentation.");
	// Starts with a host name, recognized by its dot or port.
	const address = /^[\w-]+(?:\.|:\d)/.test(text) ? `https://${text}` : text;
	if (!URL.canParse(address)) return badUrl('is not a valid URL', 'Enter a URL such as https://host/v1.');
	const { protocol, hostname, username, password, search, hash, origin, pathname } = new URL(address);
	if (protocol !== 'https:' && !(protocol === 'http:' && LOOPBACK.test(hostname))) {
		return badUrl(
			'does not begin with https://',
			'Begin it with https://. The API key is sent to it, so only an address on this machine may use http.',
		);
	}
	if (username + password + search + hash !== '')
		return badUrl('has a user name, a query or a fragment', 'Enter only the host and the path.');
	const path = withoutEnd(pathname, '/');
	return { url: `${origin}${/\/v\d+$/i.test(path) ? path : `${path}/v1`}` };
}

/** Strips the `Token` that the service's web app copies with the key; rejects characters that a header would silently drop. */
export function readApiKey(value: unknown): { readonly key: string } | CredentialProblem {
	const key = textOf(value).replace(/^(?:Token(?:\s+|$))+/i, '');
	if (/^[\x21-\x7e]+$/.test(key)) return { key };
	return {
		problem: `'API Key' in the credential ${key === '' ? 'is empty' : 'has a character that no key has'}`,
		advice:
			"Copy it from your user profile in the service's web app, without a line break or quotation marks.",
	};
}
