import { posix, win32 } from 'node:path';
import { Readable } from 'node:stream';

import fc from 'fast-check';
import type { IExecuteFunctions, IHttpRequestOptions } from 'n8n-workflow';

import { clock } from '../../core/base/clock';
import type { Connection } from '../../core/client/connection';
import { attempt } from '../../core/base/async';
import { AdvisedError } from '../../core/base/errors';
import { download } from '../../core/files/download';
import type { FileContent } from '../../core/files/unzip';
import { anyText } from './arbitraries';
import { holds } from './holds';

const connection = { baseUrl: 'https://service.example/v1' } as Connection;
const LINK = 'https://files.example/results/7.zip?signature=sssssssssssss';

interface Answer {
	readonly statusCode?: number;
	readonly headers?: Readonly<Record<string, unknown>>;
	readonly body?: unknown;
}

/** Fetches a file that is answered with what a file server is said to have answered. */
async function fetched(
	answer: Answer,
	link = LINK,
): Promise<{ file?: FileContent; error?: Error; sent: IHttpRequestOptions[] }> {
	const sent: IHttpRequestOptions[] = [];
	const context = {
		getExecutionCancelSignal: () => undefined,
		helpers: {
			httpRequest: async (options: IHttpRequestOptions) => {
				sent.push(options);
				const whole = { statusCode: 200, headers: {}, body: Buffer.from('x'), ...answer };
				const { body } = whole;
				return await Promise.resolve({
					...whole,
					body: Buffer.isBuffer(body) ? Readable.from(body.length > 0 ? [body] : []) : body,
				});
			},
		},
	} as unknown as IExecuteFunctions;
	const got = await attempt(download(context, connection, link));
	return got.ok ? { file: got.value, sent } : { error: got.error, sent };
}

beforeAll(() => jest.spyOn(clock, 'sleep').mockImplementation(async () => await Promise.resolve()));
afterAll(() => jest.restoreAllMocks());

const name = fc.stringMatching(/^[A-Za-z0-9ção_()-]{1,9}( [a-z]{1,5})?\.(zip|csv)$/);
describe('the name of a file that is fetched', () => {
	holds('is that of the link', name, async (text) => {
		const { file } = await fetched({}, `https://files.example/a/${encodeURIComponent(text)}?signature=1`);
		expect(file?.name).toBe(text);
	});

	holds(
		'leads out of no folder, on any system, whatever the link says',
		fc.oneof(fc.webPath(), fc.constantFrom('/..%2F..', '/%2e%2e', '/a%5C..%5Cb', '/C:x', '/%00', '/%')),
		async (path) => {
			const { file } = await fetched({}, `https://files.example${path}`);
			const given = file?.name ?? '';
			expect(given).not.toBe('');
			expect(given).not.toMatch(/[\p{Cc}/\\:]/u);
			expect(posix.dirname(posix.resolve('/out', given))).toBe('/out');
			expect(win32.dirname(win32.resolve('D:\\out', given))).toBe('D:\\out');
		},
	);
});

describe('a file that is fetched', () => {
	const answer = fc.record({
		statusCode: fc.integer({ min: 100, max: 599 }),
		headers: fc.record(
			{ 'content-length': fc.oneof(fc.nat({ max: 50 }).map(String), anyText), 'content-type': anyText },
			{ requiredKeys: [] },
		),
		body: fc.oneof(
			fc.uint8Array({ maxLength: 40 }).map((bytes) => Buffer.from(bytes)),
			anyText,
			fc.constant(undefined),
		),
	});

	holds('is whole, or there is a documented error without the rest of the link', answer, async (given) => {
		const { file, error, sent } = await fetched(given);
		if (file === undefined) {
			expect(error).toBeInstanceOf(AdvisedError);
			expect(error?.message).not.toContain('sssss');
			expect(sent.length).toBeGreaterThanOrEqual(1);
			return expect(sent.length).toBeLessThanOrEqual(3);
		}
		expect(Math.floor(given.statusCode / 100)).toBe(2);
		expect(file.data.equals(given.body as Buffer)).toBe(true);
		expect(file.data.length).toBeGreaterThan(0);
	});
});
