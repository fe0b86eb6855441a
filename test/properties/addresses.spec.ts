/* eslint-disable @n8n/community-nodes/no-restricted-imports -- addresses are judged by Node's own list, URLs by the client that n8n sends with; never shipped */
import { BlockList } from 'node:net';

import axios from 'axios';
import fc from 'fast-check';
import type { IExecuteFunctions, IHttpRequestOptions } from 'n8n-workflow';

import { PersonCompanyDataApi } from '../../credentials/PersonCompanyDataApi.credentials';
import { endpoints } from '../../nodes/PersonCompanyData/contract';
import { bareApiKey, readBaseUrl } from '../../nodes/PersonCompanyData/core/baseUrl';
import { callbackAddress, resumeAddress } from '../../nodes/PersonCompanyData/core/callbackAddress';
import { connect } from '../../nodes/PersonCompanyData/core/connection';
import { genericOptions } from '../../nodes/PersonCompanyData/core/genericOptions';
import { send } from '../../nodes/PersonCompanyData/core/request';
import { settle } from '../../nodes/PersonCompanyData/core/settle';
import { reasonNotToFollow } from '../../nodes/PersonCompanyData/files/address';
import { node, where } from '../unit/core/support';
import { anyText, apiKey } from './arbitraries';
import { holds } from './holds';
import { readOrRefused } from './refusals';

const BASE = 'https://service.example/v1';

/** Addresses as attackers and accidents write them. */
const piece = fc.constantFrom(
	'https:',
	'http:',
	'//',
	'/',
	'\\',
	'@',
	':',
	'?',
	'#',
	'..',
	'.',
	'%2e',
	'%2F',
	'\t',
	'\n',
	' ',
	'service.example',
	'evil.example',
	'localhost',
	'127.0.0.1',
	'v1',
	'a',
	'javascript:',
	'file:',
	'[::1]',
	'443',
);
const address = fc.oneof(
	fc.array(piece, { maxLength: 8 }).map((pieces) => pieces.join('')),
	fc.webUrl({ withFragments: true, withQueryParameters: true }),
	anyText,
	fc.array(piece, { maxLength: 5 }).map((pieces) => `${BASE}${pieces.join('')}`),
);

describe('the base address', () => {
	holds('is used without anything that could send the key elsewhere, or refused', address, (text) => {
		const base = readBaseUrl(text);
		if ('problem' in base) return;
		const [given, used] = [new URL(text.trim()), new URL(base.url)];
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

	holds(
		'of the service is used as it is, without slashes at its end',
		fc.webUrl({ validSchemes: ['https'] }),
		fc.nat({ max: 4 }),
		(url, slashes) => {
			const plain = new URL(url).href.replace(/\/+$/, '');
			expect(readBaseUrl(` ${plain}${'/'.repeat(slashes)} `)).toEqual({ url: plain });
		},
	);

	holds(
		'the key is the same with and without the word before it',
		apiKey,
		fc.constantFrom('', 'Token ', 'token  ', ' Token Token '),
		(key, word) => {
			fc.pre(!/^token/i.test(key));
			expect(bareApiKey(`${word}${key} `)).toBe(key);
		},
	);
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
			const given = await settle(
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

	const { read } = genericOptions.requestPath;

	holds(
		'goes with a path of the user below the base address only',
		fc.oneof(
			address,
			fc.array(piece).map((pieces) => `/${pieces.join('')}`),
		),
		(path) => {
			const result = readOrRefused(() => read(path, where('Request Path')));
			if ('error' in result) return;
			const { origin, pathname, search, hash } = new URL(`${BASE}${result.value}`);
			expect([origin, search, hash]).toEqual(['https://service.example', '', '']);
			expect(pathname.startsWith('/v1/')).toBe(true);
		},
	);
});

/** Networks that no link may lead into, judged by Node. */
const [closed4, closed6] = [new BlockList(), new BlockList()];
for (const [network, bits] of [
	['0.0.0.0', 8],
	['10.0.0.0', 8],
	['100.64.0.0', 10],
	['127.0.0.0', 8],
	['169.254.0.0', 16],
	['172.16.0.0', 12],
	['192.168.0.0', 16],
	['198.18.0.0', 15],
	['224.0.0.0', 3],
] as const) {
	closed4.addSubnet(network, bits, 'ipv4');
}
for (const [network, bits] of [
	['::', 16],
	['64:ff9b::', 96],
	['2002::', 16],
	['fc00::', 7],
	['fe80::', 10],
	['ff00::', 8],
] as const) {
	closed6.addSubnet(network, bits, 'ipv6');
}

describe('a link to a result file', () => {
	const octet = fc.oneof(
		fc.integer({ min: 0, max: 255 }),
		fc.constantFrom(0, 10, 127, 169, 172, 192, 168, 254, 100, 64, 16),
	);
	const ipv4 = fc.tuple(octet, octet, octet, octet);
	/** One address in the spellings that a URL allows. */
	const spelled = fc
		.tuple(ipv4, fc.constantFrom('plain', 'number', 'hex', 'octal', 'dot'))
		.map(([parts, how]) => {
			const number = parts.reduce((sum, part) => sum * 256 + part, 0);
			const text = parts.join('.');
			return {
				text,
				written: {
					plain: text,
					number: String(number),
					hex: `0x${number.toString(16)}`,
					octal: parts.map((part) => `0${part.toString(8)}`).join('.'),
					dot: `${text}.`,
				}[how],
			};
		});

	holds(
		'is followed to no address of a private network, however it is spelled',
		spelled,
		({ text, written }) => {
			expect(reasonNotToFollow(`https://${written}/file`, BASE) === undefined).toBe(
				!closed4.check(text, 'ipv4'),
			);
		},
	);

	const ipv6 = fc.oneof(
		fc.ipV6(),
		ipv4.map((parts) => `::ffff:${parts.join('.')}`),
		ipv4.map((parts) => `64:ff9b::${parts.join('.')}`),
		ipv4.map((parts) => `::${parts.join('.')}`),
		fc.constantFrom('::', '::1', 'fe80::1', 'fd00::1'),
	);

	holds('is followed to no such address of the newer kind', ipv6, (text) => {
		fc.pre(URL.canParse(`https://[${text}]/`));
		if (closed6.check(text, 'ipv6')) expect(reasonNotToFollow(`https://[${text}]/file`, BASE)).toBeDefined();
	});

	holds(
		'is followed to no name of this machine or its network',
		fc.constantFrom('localhost', 'LOCALHOST', 'a.localhost', 'printer.local', 'db.internal'),
		fc.constantFrom('', '.'),
		(name, dot) => {
			expect(reasonNotToFollow(`https://${name}${dot}/file`, BASE)).toBeDefined();
		},
	);

	holds('is followed over a closed line only, unless it is the service itself', address, (link) => {
		if (reasonNotToFollow(link, BASE) !== undefined) return;
		const { protocol, hostname } = new URL(link);
		expect(protocol === 'https:' || (protocol === 'http:' && hostname === 'service.example')).toBe(true);
	});
});

describe('the address that the service calls back', () => {
	const LIVE = 'https://n8n.example/webhook/abc-1/callback';
	const contextOf = (resumeUrl: string): IExecuteFunctions =>
		({
			getMode: () => 'trigger',
			getNode: () => ({ ...node, id: 'node-1', webhookId: 'abc-1' }),
			evaluateExpression: () => resumeUrl,
		}) as unknown as IExecuteFunctions;

	holds(
		'leads back to the execution that waits',
		fc.stringMatching(/^[1-9]\d{0,8}$/),
		fc.stringMatching(/^[\w.~-]{1,40}$/),
		fc.nat({ max: 99 }),
		fc.constantFrom('', '/sub'),
		(execution, signature, batch, path) => {
			const resumeUrl = `https://n8n.example${path}/webhook-waiting/${execution}?signature=${signature}`;
			const made = callbackAddress(contextOf(resumeUrl));
			if ('problem' in made) throw new Error(made.problem);
			const called = new URL(made.url(batch));
			expect(`${called.origin}${called.pathname}`).toBe(`https://n8n.example${path}/webhook/abc-1/callback`);
			const found = resumeAddress(
				`https://n8n.example${path}/webhook/abc-1/callback`,
				'node-1',
				called.searchParams.get('resume'),
			);
			expect(found).toBe(
				`https://n8n.example${path}/webhook-waiting/${execution}/node-1?signature=${signature}&batch=${batch}`,
			);
		},
	);

	const resume = fc.oneof(
		address,
		fc
			.array(fc.oneof(piece, fc.constantFrom('/12/node-1', '?signature=x', '&batch=1')), { maxLength: 8 })
			.map((pieces) => pieces.join('')),
	);

	holds('is never passed on to another host, nor to another node', resume, (text) => {
		const target = resumeAddress(LIVE, 'node-1', text);
		if (target === undefined) return;
		const { origin, pathname, searchParams } = new URL(target);
		expect(origin).toBe('https://n8n.example');
		expect(pathname).toMatch(/\/\d+\/node-1$/);
		expect(searchParams.has('signature')).toBe(true);
	});

	holds('is made for real addresses of executions only', address, (text) => {
		const made = callbackAddress(contextOf(text));
		if ('url' in made) expect(['http:', 'https:']).toContain(new URL(made.url(0)).protocol);
	});
});
