import { Workflow, type IDataObject, type IHttpRequestOptions, type INodeTypes } from 'n8n-workflow';

import { readBaseUrl } from '../../core/base/baseUrl';
import { PersonCompanyDataApi } from '../../credentials/PersonCompanyDataApi.credentials';
import { PersonCompanyData } from '../../nodes/PersonCompanyData/PersonCompanyData.node';
import { addressesOf } from '../support/elsewhere';
import { useNode } from './support/useNode';

/** The credential, which n8n's own nodes can use as well: its key goes to its base address alone. */

const type = new PersonCompanyDataApi();
const credential = { apiKey: 'key-1', baseUrl: 'https://api.company.com/v1' };
const authenticate = async (request: IHttpRequestOptions, changes: IDataObject = {}) =>
	await type.authenticate({ ...credential, ...changes } as typeof credential, request);
const balance = 'https://api.company.com/v1/balance';

describe('authentication', () => {
	it('keeps all else of the request, and leaves no other Authorization, however it is spelled', async () => {
		const headers = { Accept: 'application/json', authorization: 'Bearer other', AUTHORIZATION: 'other' };
		const request: IHttpRequestOptions = {
			url: balance,
			method: 'POST',
			body: { a: 1 },
			qs: { b: 2 },
			headers,
		};
		const before = structuredClone(request);
		expect(await authenticate(request)).toEqual({
			...before,
			headers: { Accept: 'application/json', Authorization: 'Token key-1' },
			disableFollowRedirect: true,
			followRedirect: false,
			followAllRedirects: false,
			maxRedirects: 0,
			sendCredentialsOnCrossOriginRedirect: false,
		});
		expect(request).toEqual(before);
	});

	it.each([
		[balance, undefined],
		['/balance', 'https://api.company.com/v1'],
		['balance', 'https://api.company.com/v1/'],
		['https://API.company.com:443/v1/balance', undefined],
	])('takes a request to %s below %s', async (url, baseURL) => {
		await expect(authenticate({ url, baseURL })).resolves.toHaveProperty('headers.Authorization');
	});

	it.each<[string, string?]>([
		['https://api.company.com.evil.example/v1'],
		['https://api.company.com@evil.example/v1'],
		['https://api.company.com:8443/v1/balance'],
		['https://other.company.com/v1/balance'],
		// Not in the clear, though it is the same host.
		['http://api.company.com/v1/balance'],
		['/balance', 'https://evil.example/v1'],
		// An absolute URL overrides the base.
		['https://evil.example/', 'https://api.company.com/v1'],
		...addressesOf(1, '2').map((address): [string, string] => [address, 'https://api.company.com/v1']),
	])('refuses to send the key to %s (base %s)', async (...[url, baseURL]) => {
		const both = [
			{ url, baseURL },
			{ uri: url, url: balance, baseURL },
			{ url: balance, uri: url, baseURL },
		];
		for (const request of both as IHttpRequestOptions[]) {
			if (request.url === balance && url.startsWith('/balance')) continue;
			const refused = await authenticate(request).catch((error: Error) => error);
			expect(String(refused)).toContain(
				'The request goes to another address than the credential, so nothing was sent.',
			);
			expect(JSON.stringify(refused)).not.toContain('key-1');
		}
	});

	// The options of n8n's own HTTP Request node, by its names and by those of its newer helper.
	it.each<[string, object]>([
		['a proxy', { proxy: 'http://evil.example:8080' }],
		['a proxy of the newer helper', { proxy: { host: 'evil.example', port: 8080 } }],
		['no look at the certificate', { rejectUnauthorized: false }],
		['no look at the certificate by the newer helper', { skipSslCertificateValidation: true }],
		['no look at the certificate beside an empty proxy', { proxy: '', skipSslCertificateValidation: true }],
		['settings of the connection', { agentOptions: { ca: 'own' } }],
	])('refuses to send the key by %s', async (_, more) => {
		await expect(authenticate({ url: balance, ...more })).rejects.toThrow('nothing was sent');
	});

	it('sends no other Host', async () => {
		const { headers } = await authenticate({ url: balance, headers: { host: 'evil.example' } });
		expect(headers).toEqual({ Authorization: 'Token key-1' });
	});

	it('refuses a base address in the clear, but for this machine', async () => {
		const url = 'http://api.company.com/v1/balance';
		const baseUrl = 'http://api.company.com/v1';
		await expect(authenticate({ url }, { baseUrl })).rejects.toThrow('does not begin with https://');
		for (const own of ['http://127.0.0.1:1/v1', 'http://localhost:1/v1', 'http://[::1]:1/v1']) {
			const { headers } = await authenticate({ url: `${own}/balance` }, { baseUrl: own });
			expect(headers).toHaveProperty('Authorization');
		}
	});
});

describe('the credential as n8n shows it', () => {
	const { sandbox } = useNode({ persons: 1, companies: 1, apiKey: 'key-1' });

	it('requires the key and the base address, and has no default for either', () => {
		const required = type.properties.filter((property) => property.required);
		expect(required.map(({ name, default: initial }) => [name, initial])).toEqual([
			...[['apiKey', ''] as const, ['baseUrl', ''] as const],
		]);
	});

	const { baseURL, url } = type.test.request;
	/** What n8n makes of the expression. */
	const resolved = (baseUrl: string): string => {
		const node = { id: 'n', name: 'N', type: 'n', typeVersion: 1, position: [0, 0], parameters: {} } as never;
		const nodeTypes = { getByNameAndVersion: () => new PersonCompanyData() } as unknown as INodeTypes;
		const { expression } = new Workflow({
			id: 'w',
			nodes: [node],
			connections: {},
			active: false,
			nodeTypes,
		});
		const keys = { $credentials: { baseUrl } };
		return String(expression.getSimpleParameterValue(node, baseURL, 'internal', keys));
	};

	it.each(['https://a.b/v1', ' https://a.b/v1// ', 'a.b', 'https://a.b/'])(
		'is tested by the balance, which is free, below the base address however it is written: %j',
		(given) => expect(`${resolved(given)}${url}`).toBe('https://a.b/v1/balance'),
	);

	it.each(['a.b:8080', 'https://a.b/data/', 'localhost:1', 'http://localhost:1', 'https://a.b/V2'])(
		'has its address completed by the test as the node does it: %s',
		(given) => expect(readBaseUrl(given)).toEqual({ url: resolved(given) }),
	);

	it('has its right key told from a wrong one', async () => {
		const ask = async (apiKey: string): Promise<number> => {
			const { baseUrl } = sandbox;
			const address = `${resolved(`${baseUrl}/`)}${url}`;
			const { headers } = await authenticate({ url: address }, { apiKey, baseUrl });
			return (await fetch(address, { headers: headers as Record<string, string> })).status;
		};
		expect([await ask('Token key-1'), await ask('key-2')]).toEqual([200, 401]);
		expect(sandbox.ledger.charged()).toBe(0);
	});
});
