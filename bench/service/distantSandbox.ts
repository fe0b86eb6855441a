import { fork } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';

import { npmEnvironment } from '../../tools/host/processes/environment';
import { END_WITH_PARENT } from '../../tools/host/processes/processGroup';
import { makeTemporaryFolder } from '../../tools/host/processes/temporary';
import type { ReachedSandbox } from './sandboxProcess';
import { HOST, makeCertificate } from './certificate';

/** A sandbox that is reached over TLS and some distance. */
export interface DistantSandbox extends ReachedSandbox {
	/** Environment of a client that trusts it. */
	readonly trust: Readonly<Record<string, string>>;
	/** Takes down the way, not the sandbox. */
	stop(): Promise<void>;
}

/** Opens a way to the sandbox on the port. */
export async function startDistantSandbox(
	{ baseUrl, apiKey, control }: ReachedSandbox,
	port: number,
): Promise<DistantSandbox> {
	const near = new URL(baseUrl);
	const { cert, key } = await makeCertificate(makeTemporaryFolder('certificate'));
	const child = fork(join(__dirname, 'distance.ts'), [cert, key, near.port, String(port)], {
		execArgv: [END_WITH_PARENT, '--import=tsx'],
		env: npmEnvironment(),
	});
	const opened = await Promise.race([
		once(child, 'message').then(() => true),
		once(child, 'exit').then(() => false),
	]);
	if (!opened) throw new Error('The way to the distant sandbox could not be opened.');
	return {
		baseUrl: `https://${HOST}:${port}${near.pathname}`,
		apiKey,
		control,
		trust: { NODE_EXTRA_CA_CERTS: cert },
		stop: async () => {
			child.disconnect();
			await once(child, 'exit');
		},
	};
}
