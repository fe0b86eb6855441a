import { tmpdir } from 'node:os';

import { runCommand } from '../processes/command';
import { npmEnvironment } from '../processes/environment';

/** The newest of these versions that is no preview; numbers are compared, not texts. */
export function newestIn(versions: readonly string[]): string | undefined {
	const parts = (version: string): number[] => version.split('.').map(Number);
	return versions
		.filter((version) => /^\d+\.\d+\.\d+$/.test(version))
		.sort((one, other) => {
			const [a, b] = [parts(one), parts(other)];
			return a[0] - b[0] || a[1] - b[1] || a[2] - b[2];
		})
		.at(-1);
}

/** The newest n8n 2.x that the registry has. */
export async function newestN8n(): Promise<string> {
	// The folder keeps npm from reading the settings of a checkout.
	const options = { cwd: tmpdir(), env: npmEnvironment() };
	const args = ['view', 'n8n@2', 'version', '--json'];
	const said = JSON.parse(await runCommand('Asking the registry for n8n', 'npm', args, options)) as
		string | readonly string[];
	const newest = newestIn([said].flat());
	if (newest === undefined) throw new Error('The registry has no n8n 2.x.');
	return newest;
}
