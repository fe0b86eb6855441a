import { writeFileSync } from 'node:fs';
import { join } from 'node:path';

import { SETTINGS_FILE } from './install/given';
import type { Host } from './install/install';
import { quietSettings, n8nEnvironment } from './processes/environment';
import { type ProcessGroup, startGroup } from './processes/processGroup';

/** More than n8n gives its own executions. */
const GRACE_MS = 10_000;

/** Starts a process of n8n (`start`, `worker` or `webhook`) that keeps its data in a folder. */
export function startProcess(
	host: Host,
	home: string,
	command: readonly string[],
	env: Readonly<Record<string, string>>,
): ProcessGroup {
	const settings = { ...quietSettings(home), ...host.env, ...env };
	const file = join(home, 'n8n.env');
	const lines = Object.entries(settings).map(([name, value]) => `${name}=${value}\n`);
	writeFileSync(file, lines.join(''));
	const [program, ...args] = host.start;
	// The folder of data is the working directory: n8n would read a .env file of the checkout.
	return startGroup(program, [...args, ...command], {
		cwd: home,
		env: n8nEnvironment({ ...settings, [SETTINGS_FILE]: file }),
		graceMs: GRACE_MS,
	});
}
