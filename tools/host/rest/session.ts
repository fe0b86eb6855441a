/** Somebody who may sign in. */
export interface Login {
	email: string;
	password: string;
}

/** A signed-in conversation with the REST interface that n8n's editor uses. */
export class Session {
	/** The cookie of a login. */
	key = '';

	constructor(readonly url: string) {}

	/** Sends a request and returns what n8n wraps in `data`. */
	async request<T>(method: string, path: string, body?: unknown): Promise<T> {
		const response = await this.send(method, `/rest${path}`, body);
		const answer = (await response.json()) as { data: T };
		return answer.data;
	}

	/** Sends a request to any path of n8n and returns the raw response if it is a good one. */
	async send(method: string, path: string, body?: unknown): Promise<Response> {
		// A connection kept open may be closed by a busy n8n just when the next request leaves.
		const headers: Record<string, string> = { connection: 'close' };
		// By hand: nothing here keeps cookies, and n8n marks its own as Secure.
		if (this.key) headers.cookie = this.key;
		if (body !== undefined) headers['content-type'] = 'application/json';
		const response = await fetch(this.url + path, {
			method,
			headers,
			body: body === undefined ? undefined : JSON.stringify(body),
		});
		for (const cookie of response.headers.getSetCookie()) {
			if (cookie.startsWith('n8n-auth=')) this.key = cookie.split(';')[0];
		}
		if (!response.ok) {
			const answer = await response.text();
			throw new Error(`${method} ${path} answered ${response.status}: ${answer.slice(0, 500)}`);
		}
		return response;
	}

	/** Signs in; the first one to come becomes the owner. */
	async signIn(login: Login): Promise<void> {
		const { userManagement } = await this.request<{ userManagement: { showSetupOnFirstLoad: boolean } }>(
			'GET',
			'/settings',
		);
		if (userManagement.showSetupOnFirstLoad) {
			await this.request('POST', '/owner/setup', { ...login, firstName: 'Demo', lastName: 'Owner' });
		} else {
			await this.request('POST', '/login', {
				emailOrLdapLoginId: login.email,
				password: login.password,
			});
		}
	}
}
