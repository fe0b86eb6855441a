const LOOPBACK = /^(localhost|127(\.\d{1,3}){3}|\[::1\])$/i;

/** Either the base address as it is used, or what is wrong with the one given. */
export type BaseUrl = { readonly url: string } | { readonly problem: string };

/**
 * Checks the credential's base address. A trailing slash is taken off; https is required except on
 * loopback, since the API key travels with every request.
 */
export function readBaseUrl(value: unknown): BaseUrl {
	const text = typeof value === 'string' ? value.trim() : '';
	if (text === '') return { problem: 'The base address is missing. Enter it in the credential.' };
	let url: URL;
	try {
		url = new URL(text);
	} catch {
		return { problem: 'The base address in the credential is not a URL. It looks like https://host/v1.' };
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

/** The API key alone: the panel copies it together with the word `Token`, which is added when sending. */
export const bareApiKey = (value: unknown): string =>
	typeof value === 'string' ? value.trim().replace(/^(Token(\s+|$))+/i, '') : '';
