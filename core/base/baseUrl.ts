const LOOPBACK = /^(localhost|127(\.\d{1,3}){3}|\[::1\])$/i;

/** The usable base URL, or what is wrong with the given one. */
export type BaseUrl = { readonly url: string } | { readonly problem: string };

/**
 * Checks the credential's base URL and removes trailing slashes. Requires https except on loopback, because the
 * API key is sent with every request.
 */
export function readBaseUrl(value: unknown): BaseUrl {
	const text = typeof value === 'string' ? value.trim() : '';
	if (text === '') return { problem: 'The base address is missing. Enter it in the credential.' };
	let url: URL;
	try {
		url = new URL(text);
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
	return { url: `${url.origin}${url.pathname.replace(/\/+$/, '')}` };
}

/** The API key without the leading `Token` that the panel copies with it; the request adds it again. */
export const bareApiKey = (value: unknown): string =>
	typeof value === 'string' ? value.trim().replace(/^(Token(\s+|$))+/i, '') : '';
