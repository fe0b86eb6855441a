import axios, { type AxiosInstance } from 'axios';
import { startSandbox, type Sandbox } from '../../sandbox';

/** A small sandbox whose time stands still, and a client of it. */
export interface Bench {
	readonly sandbox: Sandbox;
	readonly http: AxiosInstance;
}

/** A client that takes every answer as it is: no error on a status, no redirect followed. */
export const clientOf = ({ baseUrl, apiKey }: Sandbox, key = apiKey): AxiosInstance =>
	axios.create({
		baseURL: baseUrl,
		headers: { Authorization: `Token ${key}` },
		validateStatus: () => true,
		maxRedirects: 0,
	});

/** Starts a sandbox for the specs of a file; it is reset before each and closed after the last. */
export function useSandbox(): Bench {
	const bench = {} as { sandbox: Sandbox; http: AxiosInstance };
	beforeAll(async () => {
		bench.sandbox = await startSandbox({ clock: 'manual', persons: 2000, companies: 500 });
		bench.http = clientOf(bench.sandbox);
	});
	beforeEach(() => bench.sandbox.reset());
	afterEach(() => expect(bench.sandbox.requests.mistakes).toEqual([]));
	afterAll(async () => await bench.sandbox.close());
	return bench;
}
