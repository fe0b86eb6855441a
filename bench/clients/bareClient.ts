import { Agent, request } from 'node:http';
import { Agent as SecureAgent, request as secureRequest } from 'node:https';

/** The least that a program needs to call the service: Node's own HTTP client and nothing around it. */
export class BareClient {
	private readonly agent: Agent;
	private readonly request: typeof request;

	constructor(
		private readonly baseUrl: string,
		private readonly apiKey: string,
	) {
		const isSecure = baseUrl.startsWith('https:');
		this.agent = isSecure ? new SecureAgent({ keepAlive: true }) : new Agent({ keepAlive: true });
		this.request = isSecure ? secureRequest : request;
	}

	/** Sends a JSON body and returns the answer's; anything but a 2xx status is an error. */
	async post<T>(path: string, body: unknown, headers: Readonly<Record<string, string>> = {}): Promise<T> {
		return await this.send('POST', path, headers, JSON.stringify(body));
	}

	/** Asks with a query and returns the JSON of the answer; anything but a 2xx status is an error. */
	async get<T>(path: string, query: Readonly<Record<string, string>>): Promise<T> {
		return await this.send('GET', `${path}?${new URLSearchParams(query).toString()}`, {});
	}

	private async send<T>(
		method: 'GET' | 'POST',
		path: string,
		headers: Readonly<Record<string, string>>,
		text?: string,
	): Promise<T> {
		return await new Promise<T>((resolve, reject) => {
			const call = this.request(
				`${this.baseUrl}${path}`,
				{
					method,
					agent: this.agent,
					headers: {
						Accept: 'application/json',
						Authorization: `Token ${this.apiKey}`,
						...(text !== undefined && {
							'Content-Type': 'application/json',
							'Content-Length': Buffer.byteLength(text),
						}),
						...headers,
					},
				},
				(response) => {
					let answer = '';
					response.setEncoding('utf8');
					response.on('data', (chunk: string) => (answer += chunk));
					response.on('error', reject);
					response.on('end', () => {
						const status = response.statusCode ?? 0;
						if (status >= 200 && status < 300) resolve(JSON.parse(answer) as T);
						else reject(new Error(`${method} ${path} was answered with ${status}: ${answer}`));
					});
				},
			);
			call.on('error', reject);
			call.end(text);
		});
	}

	/** Closes its connections, so that the next client opens its own. */
	close(): void {
		this.agent.destroy();
	}
}
