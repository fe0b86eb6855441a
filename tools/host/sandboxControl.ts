/** The account's totals since the sandbox started. */
export interface SandboxTotals {
	charged: number;
	refunded: number;
	requests: number;
}

/** Talks to the sandbox's control door, from any process. */
export class SandboxControl {
	constructor(private readonly controlUrl: string) {}

	/** Reads the totals. */
	async totals(): Promise<SandboxTotals> {
		return await this.get<SandboxTotals>('/state');
	}

	/** Asks the control door; throws when it refuses. */
	async get<T>(path: string): Promise<T> {
		return await this.send<T>('GET', path);
	}

	/** Tells the control door; throws when it refuses. */
	async post<T>(path: string, body: unknown = {}): Promise<T> {
		return await this.send<T>('POST', path, body);
	}

	private async send<T>(method: string, path: string, body?: unknown): Promise<T> {
		const response = await fetch(this.controlUrl + path, {
			method,
			headers: { 'content-type': 'application/json', connection: 'close' },
			body: body === undefined ? undefined : JSON.stringify(body),
		});
		const text = await response.text();
		if (!response.ok)
			throw new Error(`The sandbox answered ${method} ${path} with ${response.status}: ${text}`);
		return (text === '' ? undefined : JSON.parse(text)) as T;
	}
}
