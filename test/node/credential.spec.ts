import {
	Workflow,
	type IDataObject,
	type IHttpRequestOptions,
	type INode,
	type INodeTypes,
} from 'n8n-workflow';

import { readBaseUrl } from '../../core/base/baseUrl';
import { PersonCompanyDataApi } from '../../credentials/PersonCompanyDataApi.credentials';
import { PersonCompanyData } from '../../nodes/PersonCompanyData/PersonCompanyData.node';
import { startSandbox } from '../../sandbox';

const type = new PersonCompanyDataApi();
const credential = { apiKey: 'key-1', baseUrl: 'https://api.company.com/v1' };

const authenticate = async (request: IHttpRequestOptions, changes: IDataObject = {}) =>
	await type.authenticate({ ...credential, ...changes } as typeof credential, request);

const balance: IHttpRequestOptions = { url: 'https://api.company.com/v1/balance' };
const ELSEWHERE =
	'The API key is only sent to the base address of its credential, and this request goes to another address. Nothing was sent.';

describe('authentication', () => {
	it('keeps everything else of the request, and changes nothing of what it was given', async () => {
		const request: IHttpRequestOptions = {
			...balance,
			method: 'POST',
			body: { a: 1 },
			qs: { b: 2 },
			headers: { Accept: 'application/json', 'Idempotency-Key': 'k' },
		};
		const before = structuredClone(request);
		expect(await authenticate(request)).toEqual({
			...before,
			headers: { ...before.headers, Authorization: 'Token key-1' },
			disableFollowRedirect: true,
			followRedirect: false,
			followAllRedirects: false,
			maxRedirects: 0,
			sendCredentialsOnCrossOriginRedirect: false,
		});
		expect(request).toEqual(before);
	});

	it('leaves no other Authorization beside its own, however it is spelled', async () => {
		const { headers } = await authenticate({
			...balance,
			headers: { authorization: 'Bearer other', AUTHORIZATION: 'Basic other' },
		});
		expect(JSON.stringify(headers)).not.toContain('other');
		expect(headers?.Authorization).toBe('Token key-1');
	});

	it.each([
		['https://api.company.com/v1/balance', undefined],
		['/balance', 'https://api.company.com/v1'],
		['balance', 'https://api.company.com/v1/'],
		['https://API.company.com:443/v1/balance', undefined],
	])('takes a request to %s below %s', async (url, baseURL) => {
		await expect(authenticate({ url, baseURL })).resolves.toHaveProperty('headers.Authorization');
	});

	it.each([
		['https://evil.example/v1/balance', undefined],
		['https://api.company.com.evil.example/v1', undefined],
		['https://api.company.com@evil.example/v1', undefined],
		['https://api.company.com:8443/v1/balance', undefined],
		['https://other.company.com/v1/balance', undefined],
		// Not in the clear, though it is the same host.
		['http://api.company.com/v1/balance', undefined],
		['/balance', 'https://evil.example/v1'],
		// An absolute URL overrides the base.
		['https://evil.example/', 'https://api.company.com/v1'],
		['//evil.example/balance', 'https://api.company.com/v1'],
		['\\\\evil.example/balance', 'https://api.company.com/v1'],
	])('refuses to send the key to %s (base %s)', async (url, baseURL) => {
		await expect(authenticate({ url, baseURL })).rejects.toThrow(ELSEWHERE);
	});

	it('refuses a base address in the clear, but for this machine', async () => {
		const url = 'http://api.company.com/v1/balance';
		await expect(authenticate({ url }, { baseUrl: 'http://api.company.com/v1' })).rejects.toThrow(
			'must begin with https://',
		);
		for (const baseUrl of ['http://127.0.0.1:1/v1', 'http://localhost:1/v1', 'http://[::1]:1/v1']) {
			const { headers } = await authenticate({ url: `${baseUrl}/balance` }, { baseUrl });
			expect(headers).toHaveProperty('Authorization');
		}
	});

	it('never tells the key in a refusal', async () => {
		const refused = await authenticate({ url: 'https://evil.example/' }).catch((error: Error) => error);
		expect(`${String(refused)} ${JSON.stringify(refused)}`).not.toContain('key-1');
	});
});

describe('the credential as n8n shows it', () => {
	it('requires the key and the base address, and has no default for either', () => {
		const required = type.properties.filter((property) => property.required);
		expect(required.map(({ name, default: initial }) => [name, initial])).toEqual([
			['apiKey', ''],
			['baseUrl', ''],
		]);
	});

	describe('its test', () => {
		const { baseURL, url } = type.test.request;
		/** What n8n makes of the expression. */
		const resolved = (baseUrl: string): string => {
			const nodes: INode[] = [
				{ id: 'n', name: 'N', type: 'n', typeVersion: 1, position: [0, 0], parameters: {} },
			];
			const nodeTypes = { getByNameAndVersion: () => new PersonCompanyData() } as unknown as INodeTypes;
			const { expression } = new Workflow({ id: 'w', nodes, connections: {}, active: false, nodeTypes });
			const keys = { $credentials: { baseUrl } };
			return String(expression.getSimpleParameterValue(nodes[0], baseURL, 'internal', keys));
		};

		it('asks for the balance, which is free, below the base address however it is written', () => {
			for (const given of [
				'https://a.b/v1',
				'https://a.b/v1/',
				' https://a.b/v1// ',
				'a.b',
				'https://a.b/',
				'a.b/v1',
			]) {
				expect(`${resolved(given)}${url}`).toBe('https://a.b/v1/balance');
			}
		});

		it('completes the address as the node does', () => {
			for (const given of [
				'a.b:8080',
				'https://a.b/data/',
				'localhost:1',
				'http://localhost:1',
				'https://a.b/V2',
			]) {
				expect(readBaseUrl(given)).toEqual({ url: resolved(given) });
			}
		});

		it('tells a right key from a wrong one', async () => {
			const sandbox = await startSandbox({ persons: 1, companies: 1, apiKey: 'key-1' });
			try {
				const ask = async (apiKey: string): Promise<number> => {
					const address = `${resolved(`${sandbox.baseUrl}/`)}${url}`;
					const { headers } = await authenticate({ url: address }, { apiKey, baseUrl: sandbox.baseUrl });
					return (await fetch(address, { headers: headers as Record<string, string> })).status;
				};
				expect([await ask('Token key-1'), await ask('key-2')]).toEqual([200, 401]);
				expect(sandbox.ledger.charged()).toBe(0);
			} finally {
				await sandbox.close();
			}
		});
	});
});
