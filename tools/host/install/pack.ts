import { createHash } from 'node:crypto';
import { existsSync, mkdirSync, readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';

import { runCommand } from '../processes/command';
import { npmEnvironment } from '../processes/environment';
import { withLock } from '../processes/lock';
import { END_WITH_PARENT } from '../processes/processGroup';
import { type Report, seconds } from '../processes/progress';
import { makeTemporaryFolder, removeTemporaryFolder } from '../processes/temporary';
import { cacheFolder } from './install';

const CHECKOUT = resolve(__dirname, '../../..');

/** The name under which n8n knows the package; its node types begin with it. */
export const PACKAGE_NAME = (
	JSON.parse(readFileSync(join(CHECKOUT, 'package.json'), 'utf8')) as { name: string }
).name;

/** Builds the checkout and packs it as it would be published; returns the path of the tarball. */
export async function packPackage(into: string, report: Report = () => {}): Promise<string> {
	const options = { cwd: CHECKOUT, env: npmEnvironment({ NODE_OPTIONS: END_WITH_PARENT }) };
	const checkout = createHash('sha256').update(CHECKOUT).digest('hex').slice(0, 16);
	// Two builds at once would empty each other's dist.
	return await withLock(
		join(cacheFolder(), `build-${checkout}.lock`),
		(pid) => report(`Waiting for process ${pid}, which is building the package …`),
		async () => {
			await runCommand('Building the package', 'npm', ['run', '--silent', 'build'], options);
			const args = ['pack', '--ignore-scripts', '--json', '--pack-destination', into];
			const [packed] = JSON.parse(await runCommand('Packing the package', 'npm', args, options)) as Array<{
				filename: string;
			}>;
			return join(into, packed.filename);
		},
	);
}

/**
 * Builds and packs the package, then unpacks the tarball where n8n looks for community packages:
 * real contents under the real type names, and no way to reach a file that would not be published.
 */
export async function installPackage(home: string, report: Report = () => {}): Promise<string> {
	const started = Date.now();
	const folder = makeTemporaryFolder('pack');
	const target = join(home, '.n8n', 'nodes', 'node_modules', PACKAGE_NAME);
	try {
		const tarball = await packPackage(folder, report);
		mkdirSync(target, { recursive: true });
		const args = ['-xzf', tarball, '-C', target, '--strip-components=1'];
		await runCommand('Unpacking the package', 'tar', args, { cwd: folder, env: npmEnvironment() });
	} finally {
		removeTemporaryFolder(folder);
	}
	if (!existsSync(join(target, 'package.json')))
		throw new Error(`The package was not unpacked into ${target}.`);
	report(`The package is built, packed and unpacked into n8n (${seconds(started)}).`);
	return target;
}
