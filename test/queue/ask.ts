import { sleep } from 'n8n-workflow';

import type { N8nClient } from '../../tools/host/rest/client';
import { N8nRefused } from '../../tools/host/rest/session';

/** Whom to ask: the main as it runs now. */
export interface Asked {
	readonly client: () => N8nClient;
}

const TRIES = 5;
const PAUSE_MS = 2000;

/** Reads from n8n, again if it is too busy to answer. */
export async function ask<T>({ client }: Asked, path: string): Promise<T> {
	for (let tries = 1; ; tries++) {
		try {
			return await client().request<T>('GET', path);
		} catch (error) {
			const isBusy = !(error instanceof N8nRefused) || error.status >= 500;
			if (!isBusy || tries === TRIES) throw error;
			await sleep(PAUSE_MS);
		}
	}
}
