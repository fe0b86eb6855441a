import { Readable } from 'node:stream';
import type { IExecuteFunctions, IHttpRequestOptions } from 'n8n-workflow';

import { endpoints } from '../../../contract';
import type { Endpoint } from '../../../contract/model/endpoint';
import { attempt, type Attempted } from '../../../core/base/async';
import { connect } from '../../../core/client/connection';
import { isUncharged, ServiceFailure } from '../../../core/client/failure';
import { purchaseCall, send, type Reply } from '../../../core/client/request';
import { node } from '../../support/fieldReading';

const ECHOED = 'key/9f8e=7d6c+5b4a';

/** How long calls were to be waited for, in ms. */
const timeouts: unknown[] = [];

interface Answer {
	readonly status?: number;
	readonly body: string | Readable;
	/** Seconds until a call is given up. */
	readonly seconds?: number;
	readonly headers?: Readonly<Record<string, string | readonly string[]>>;
}

/** Sends a search that is answered with this. */
async function answered(
	{ status = 200, body, headers = {}, seconds }: Answer,
	endpoint: Endpoint = endpoints.personSearch,
): Promise<Attempted<Reply>> {
	const context = {
		getNode: () => node,
		getCredentials: async () =>
			await Promise.resolve({ apiKey: ECHOED, baseUrl: 'https://service.example/v1' }),
		getExecutionCancelSignal: () => undefined,
		helpers: {
			httpRequestWithAuthentication: async (_: string, { timeout }: IHttpRequestOptions) => {
				timeouts.push(timeout);
				return await Promise.resolve({ statusCode: status, headers, body });
			},
		},
	} as unknown as IExecuteFunctions;
	const query = { name: 'João da Silva', razao_social: 'MARIA SOUZA 52998224725' };
	return await attempt(send(context, await connect(context), purchaseCall({ endpoint, query }), seconds));
}

it.each([
	['personSearch', 5_000],
	['b2bPersonEnrichNow', 75_000],
] as const)('%s is waited for as the user sets it, and as long as the service holds it', async (name, ms) => {
	await answered({ body: '{}', seconds: 5 }, endpoints[name]);
	expect(timeouts.at(-1)).toBe(ms);
});

const messageOf = (settled: Attempted<Reply>): string =>
	settled.ok || !(settled.error instanceof ServiceFailure) ? 'no failure' : String(settled.error.serviceText);

describe('the key in an answer', () => {
	it.each([
		['as it is', ECHOED],
		['percent-encoded', encodeURIComponent(ECHOED)],
		['with an escaped slash', ECHOED.replace('/', '\\/')],
		['with a code', ECHOED.replace('k', '\\u006b')],
	])('is not kept, %s', async (_, form) => {
		const reply = await answered({ body: `{"a":[{"key ${form}":"x\\\\${form}"}],"b":"Jo\\u00e3o \\/"}` });
		expect(reply).toMatchObject({
			ok: true,
			value: { body: { a: [{ 'key ***': 'x\\***' }], b: 'João /' } },
		});
	});

	it('is not kept in the address of a result that comes later', async () => {
		const location = `/b2b/status/7?key=${encodeURIComponent(ECHOED)}`;
		const reply = await answered({ status: 202, body: '{}', headers: { location, 'set-cookie': [ECHOED] } });
		expect(reply).toMatchObject({ ok: true, value: { headers: { location: '/b2b/status/7?key=***' } } });
		expect(JSON.stringify(reply)).not.toContain(ECHOED);
	});

	it.each([
		ECHOED,
		encodeURIComponent(ECHOED),
		ECHOED.replaceAll(/./g, (sign) => `\\u00${sign.charCodeAt(0).toString(16)}`),
	])('is not in the message of an error: %s', async (form) => {
		for (const body of [`{"detail":"no such key ${form}."}`, `<h1>no such key ${form}.</h1>`]) {
			expect(messageOf(await answered({ status: 401, body }))).toBe('no such key ***.');
		}
		const unknown = await answered({ status: 400, body: `{"${form}":"${form}"}` });
		expect(messageOf(unknown)).toBe('{"***":"***"}');
	});
});

it('the message of a refusal has no documents', async () => {
	const body = JSON.stringify({ detail: 'MARIA SOUZA 52998224725 (CPF 529.982.247-25) is no company' });
	expect(messageOf(await answered({ status: 400, body }))).toBe('MARIA SOUZA *** (CPF ***) is no company');
});

describe('a response that is larger than it should be', () => {
	const MB = Buffer.alloc(1024 * 1024, ' ');
	/** Sends a text, then blanks without an end. */
	const endless = (text: string): { readonly body: Readable; readonly sent: () => number } => {
		let sent = 0;
		function* chunks(): Generator<Buffer> {
			yield Buffer.from(text);
			for (;;) {
				sent++;
				yield MB;
			}
		}
		return { body: Readable.from(chunks()), sent: () => sent };
	};

	it('is not read further, and may have been charged', async () => {
		const { body, sent } = endless('[]');
		const settled = await answered({ body });
		expect(settled).toMatchObject({ error: { kind: 'tooLarge' } });
		expect([body.destroyed, !settled.ok && isUncharged(settled.error)]).toEqual([true, false]);
		expect(sent()).toBeLessThan(100);
	});

	it('is read up to 64 MB', async () => {
		const body = Readable.from([
			Buffer.from('\uFEFF[{"a":1}'),
			...Array.from({ length: 63 }, () => MB),
			Buffer.from(']'),
		]);
		expect(await answered({ body })).toMatchObject({ ok: true, value: { body: [{ a: 1 }] } });
	});

	it('is read up to 2,000,000 values and 500 levels, whatever its texts hold', async () => {
		const record = `{"a":"${',[{'.repeat(9)}\\"","b":[1,2,3]}`;
		const listOf = (length: number, entry: string): string => `[${Array(length).fill(entry).join()}]`;
		const nested = (levels: number): string => `${'['.repeat(levels)}${']'.repeat(levels)}`;
		for (const body of [listOf(330_000, record), nested(500)])
			expect(await answered({ body })).toMatchObject({ ok: true });
		for (const body of [listOf(340_000, record), listOf(1_000_001, '{}'), nested(501)])
			expect(await answered({ body })).toMatchObject({ error: { kind: 'tooLarge' } });
	});

	it('is given up when nothing more of it comes', async () => {
		const body = new Readable({ read: () => undefined });
		body.push('[1');
		const settled = await answered({ body, seconds: 0.05 });
		expect(settled).toMatchObject({ error: { kind: 'timeout' } });
		expect(body.destroyed).toBe(true);
	});

	it('is given up although the stream does not end then, as one that n8n has wrapped', async () => {
		async function* stalled(): AsyncGenerator<Buffer> {
			yield Buffer.from('[');
			await new Promise(() => undefined);
		}
		const settled = await answered({ body: Readable.from(stalled()), seconds: 0.05 });
		expect(settled).toMatchObject({ error: { kind: 'timeout' } });
	});

	it('is given up when it trickles, however long each byte of it is waited for', async () => {
		const body = new Readable({ read: () => undefined });
		const trickle = setInterval(() => body.push(' '), 20);
		const settled = await answered({ body, seconds: 0.1 });
		clearInterval(trickle);
		expect(settled).toMatchObject({ error: { kind: 'timeout' } });
		expect(!settled.ok && isUncharged(settled.error)).toBe(false);
		expect(body.destroyed).toBe(true);
	});

	it('is given up when it stops after a large part', async () => {
		const body = new Readable({ read: () => undefined });
		body.push(MB);
		const settled = await answered({ body, seconds: 0.1 });
		expect(settled).toMatchObject({ error: { kind: 'timeout' } });
	});

	it('is lost when its connection is', async () => {
		const body = new Readable({ read: () => undefined });
		body.push('[1');
		setImmediate(() => body.destroy(Object.assign(new Error('aborted'), { code: 'ECONNRESET' })));
		expect(await answered({ body })).toMatchObject({ error: { kind: 'reset', cause: 'ECONNRESET' } });
	});
});
