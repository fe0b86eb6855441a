import { type N8n, OWNER } from './n8n';
import { N8nClient } from './rest/client';
import type { Login } from './rest/session';

/** Who signs in to a given n8n; by default the owner that every n8n started here has. */
function givenLogin(): Login {
	const { N8N_EMAIL: email, N8N_PASSWORD: password } = process.env;
	return email && password ? { email, password } : OWNER;
}

const refuse = (what: string) => async (): Promise<never> =>
	await Promise.reject(
		new Error(`An n8n that was not started here cannot be ${what}: give N8N_COMMAND instead of N8N_ADDRESS.`),
	);

/** Signs in to an n8n that runs already; it is left as it is when the stack is stopped. */
export async function attachTo(url: string): Promise<N8n> {
	const owner = givenLogin();
	const client = await N8nClient.connect(url, owner).catch((error: Error) => {
		throw new Error(
			`Signing in to n8n at ${url} as ${owner.email} did not work: ${error.message}. Set N8N_EMAIL and N8N_PASSWORD.`,
		);
	});
	const { port, protocol } = new URL(url);
	return {
		url,
		port: Number(port || (protocol === 'https:' ? 443 : 80)),
		pid: 0,
		owner,
		client,
		ended: new Promise(() => {}),
		log: () => '',
		stop: async () => await Promise.resolve(),
		kill: refuse('killed'),
	};
}
