import type { Host } from './install/install';
import { quietSettings, n8nEnvironment } from './processes/environment';
import { END_WITH_PARENT, type ProcessGroup, startGroup } from './processes/processGroup';

/** More than n8n gives its own executions. */
const GRACE_MS = 10_000;

/** Starts a process of n8n (`start`, `worker` or `webhook`) that keeps its data in a folder. */
export function startProcess(
	host: Host,
	home: string,
	command: readonly string[],
	env: Readonly<Record<string, string>>,
): ProcessGroup {
	// The folder of data is the working directory: n8n would read a .env file of the checkout.
	return startGroup(host.node.binary, [END_WITH_PARENT, host.n8n, ...command], {
		cwd: home,
		env: n8nEnvironment({ ...quietSettings(home), ...host.env, ...env }),
		graceMs: GRACE_MS,
	});
}
