import { request } from 'node:http';

import type { Random } from '../support/random';

/** Calls that somebody makes who knows the address of the trigger, or nearly. */

export interface Forged {
	readonly kind: string;
	readonly url: string;
	readonly body: Buffer;
}

const MB = 2 ** 20;
const event = (fields: object): Buffer => Buffer.from(JSON.stringify(fields));
/** Bodies that are made once: there are many of them. */
const padded = (bytes: number): Buffer =>
	event({ job_id: 900_001, job_type: 'prospecting', status: 'done', more: 'x'.repeat(bytes) });
const contacts = (bytes: number): Buffer => {
	const contato = { valor_entrada: '10000001', status: 'completed', detalhes_contato: { nome: 'Forged' } };
	const count = Math.floor(bytes / JSON.stringify(contato).length);
	return event({ id_processamento: 'forged', status: 'completed', contatos: Array(count).fill(contato) });
};
const large = {
	'event of 10 MB': padded(10 * MB - 200),
	'batch of 10 MB': contacts(10 * MB - 200),
	'JSON of 10 MB that ends too early': padded(10 * MB - 200).subarray(0, -5),
	'event of 1 MB': padded(MB),
	'batch of 1 MB': contacts(MB),
};

/** What is known from outside. */
export interface Known {
	readonly url: string;
	/** Jobs of which the service has told, or will. */
	readonly jobs: readonly number[];
}

/** One call in twenty is large. */
const SHARE_LARGE = 0.05;

/** Draws a forged call. */
export function forge({ url, jobs }: Known, random: Random): Forged {
	const id = random.between(500_000, 999_999_999);
	if (random.chance(SHARE_LARGE)) {
		const [kind, body] = random.pick(Object.entries(large));
		return { kind, url, body };
	}
	const small: Readonly<Record<string, () => Buffer>> = {
		'unknown prospecting job, done': () => event({ job_id: id, job_type: 'prospecting', status: 'done' }),
		'unknown prospecting job, failed': () => event({ job_id: id, job_type: 'prospecting', status: 'error' }),
		'unknown enrichment, done': () => event({ job_id: id, job_type: 'enrichment', status: 'done' }),
		'unknown batch': () => event({ id_processamento: `forged-${id}`, status: 'completed' }),
		'job of the account, said to have failed': () =>
			event({ job_id: jobs.length > 0 ? random.pick(jobs) : id, job_type: 'prospecting', status: 'error' }),
		'event of the service, repeated': () =>
			event({ job_id: jobs.length > 0 ? random.pick(jobs) : id, job_type: 'prospecting', status: 'done' }),
		'no event': () => event({ hello: id }),
		'no JSON': () => Buffer.from(`{"job_id": ${id},`),
	};
	const kind = random.pick([...Object.keys(small), 'unknown prospecting job, done', WRONG]);
	if (kind !== WRONG) return { kind, url, body: small[kind]() };
	const wrong = url.slice(0, -1) + (url.endsWith('0') ? '1' : '0');
	return { kind, url: wrong, body: event({ job_id: id, job_type: 'prospecting', status: 'done' }) };
}

const WRONG = 'address with a wrong secret';

const LONGEST_MS = 60_000;

/**
 * Sends a call.
 * @param from the address of the caller, one of this machine's own
 * @returns the status, or what went wrong
 */
export async function sendForged({ url, body }: Forged, from: string): Promise<string> {
	return await new Promise((resolve) => {
		const call = request(
			url,
			{
				method: 'POST',
				agent: false,
				localAddress: from,
				timeout: LONGEST_MS,
				headers: { 'content-type': 'application/json', 'content-length': body.length },
			},
			(response) => {
				response.resume();
				response.on('end', () => resolve(String(response.statusCode)));
			},
		);
		call.on('timeout', () => call.destroy(new Error('no answer')));
		call.on('error', (error: NodeJS.ErrnoException) => resolve(error.code ?? error.message));
		call.end(body);
	});
}
