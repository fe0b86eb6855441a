import axios from 'axios';
import fc from 'fast-check';
import type { IExecuteFunctions, IHttpRequestOptions } from 'n8n-workflow';

import { PersonCompanyDataApi } from '../../credentials/PersonCompanyDataApi.credentials';
import { endpoints } from '../../contract';
import { readBaseUrl } from '../../core/base/baseUrl';
import { connect } from '../../core/client/connection';
import { send } from '../../core/client/request';
import { attempt } from '../../core/base/async';
import { node } from '../support/fieldReading';
import { apiKey } from './arbitraries';
import { address, BASE } from './hostileAddresses';
import { holds } from './holds';

describe('the base address', () => {
	holds('is used without anything that could send the key elsewhere, or refused', address, (text) => {
		const base = readBaseUrl(text);
		if ('problem' in base) return;
		const used = new URL(base.url);
		const given = new URL(
			URL.canParse(text.trim()) && text.includes('//') ? text.trim() : `https://${text.trim()}`,
		);
		expect(used.host).toBe(given.host);
		expect(used.protocol === 'https:' || /^(localhost|127\..*|\[::1\])$/.test(used.hostname)).toBe(true);
		expect([used.username, used.password, used.search, used.hash]).toEqual(['', '', '', '']);
		expect(base.url.endsWith('/')).toBe(false);
		expect(readBaseUrl(base.url)).toEqual(base);
	});

	holds('that is refused is not repeated', fc.webUrl(), apiKey, (url, secret) => {
		const wrong = `${url.replace(/^https?:/, 'http:')}?key=${secret}`;
		expect(JSON.stringify(readBaseUrl(wrong))).not.toContain(secret);
	});
});

/** Where the client that n8n sends with would go; `undefined` when it would send nothing. */
function targetOf(url: string, baseURL: string | undefined): URL | undefined {
	try {
		return new URL(axios.getUri({ url, baseURL }));
	} catch {
		return undefined;
	}
}

describe('the key', () => {
	const credential = new PersonCompanyDataApi();
	const request = fc.record({
		url: fc.option(address, { nil: undefined }),
		uri: fc.option(address, { nil: undefined }),
		baseURL: fc.option(fc.oneof(address, fc.constant(BASE)), { nil: undefined }),
	});

	holds(
		'goes to the host of its base address only, whatever is asked for',
		request,
		apiKey,
		async (asked, key) => {
			const { url, uri, baseURL } = asked;
			const given = await attempt(
				credential.authenticate({ apiKey: key, baseUrl: BASE }, asked as unknown as IHttpRequestOptions),
			);
			if (!given.ok) return expect(`${given.error.message}`).not.toContain(key);
			expect(given.value.headers?.Authorization).toBe(`Token ${key}`);
			const target = targetOf(url ?? uri ?? '', baseURL);
			if (target !== undefined) expect(target.origin).toBe('https://service.example');
		},
	);

	const value = fc.oneof(address, fc.constantFrom('.', '..', '...', '%2e%2e', '/', '\\', '?', '#', 'a/../b'));

	holds('goes with paths below the base address only, whatever stands in them', value, async (id) => {
		const urls: string[] = [];
		const context = {
			getNode: () => node,
			getCredentials: async () => await Promise.resolve({ apiKey: 'key', baseUrl: BASE }),
			getExecutionCancelSignal: () => undefined,
			helpers: {
				httpRequestWithAuthentication: async (_: string, { url }: IHttpRequestOptions) =>
					await Promise.resolve(urls.push(url)).then(() => ({ statusCode: 200, headers: {}, body: '{}' })),
			},
		} as unknown as IExecuteFunctions;
		await send(context, await connect(context), {
			endpoint: endpoints.batchStatus,
			path: { id_processamento: id },
		});
		const { pathname, search, hash, origin } = new URL(urls[0]);
		expect(origin).toBe('https://service.example');
		expect([search, hash]).toEqual(['', '']);
		expect(pathname).toMatch(id === '' ? /^\/v1\/b2b\/status\/$/ : /^\/v1\/b2b\/status\/[^/]+$/);
	});
});
