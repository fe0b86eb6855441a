import {
	copyFileSync,
	existsSync,
	mkdirSync,
	readdirSync,
	readFileSync,
	renameSync,
	statSync,
} from 'node:fs';
import { join, resolve } from 'node:path';

import { runCommand } from '../processes/command';
import { npmEnvironment } from '../processes/environment';
import { withLock } from '../processes/lock';
import { END_WITH_PARENT } from '../processes/processGroup';
import { makeTemporaryFolder, removeTemporaryFolder } from '../processes/temporary';
import { cacheFolder, hashOf } from './install';

const CHECKOUT = resolve(__dirname, '../../..');

/** The name under which n8n knows the package; its node types begin with it. */
export const PACKAGE_NAME = (
	JSON.parse(readFileSync(join(CHECKOUT, 'package.json'), 'utf8')) as { name: string }
).name;

/** What the package is built from and holds. */
const SOURCES = [
	...['contract', 'core', 'credentials', 'icons', 'nodes'],
	...['CHANGELOG.md', 'LICENSE', 'README.md', 'README.pt-BR.md', 'index.js'],
	...['gulpfile.js', 'package.json', 'package-lock.json', 'tsconfig.json', 'tsconfig.build.json'],
];

/** What builds of this checkout are known by. */
const BUILD = join(cacheFolder(), `build-${hashOf(CHECKOUT)}`);

/** The paths of all files in a folder, or of the one file. */
export function filesOf(path: string): string[] {
	if (!statSync(path).isDirectory()) return [path];
	return readdirSync(path)
		.sort()
		.flatMap((name) => filesOf(join(path, name)));
}

/** The same for the same sources. */
function sourcesHash(): string {
	const files = SOURCES.flatMap((name) => filesOf(join(CHECKOUT, name)));
	return hashOf(files.map((file) => `${file} ${hashOf(readFileSync(file, 'latin1'))}`).join('\n'));
}

async function buildAndPack(into: string): Promise<string> {
	const options = { cwd: CHECKOUT, env: npmEnvironment({ NODE_OPTIONS: END_WITH_PARENT }) };
	await runCommand('Building the package', 'npm', ['run', '--silent', 'build'], options);
	mkdirSync(into, { recursive: true });
	const args = ['pack', '--ignore-scripts', '--silent', '--pack-destination', into];
	return join(into, (await runCommand('Packing the package', 'npm', args, options)).trim());
}

/** Two builds at once would empty each other's dist. */
const inTurn = async (work: () => Promise<string>): Promise<string> => await withLock(`${BUILD}.lock`, work);

/** Builds the checkout and packs it as it would be published; returns the path of the tarball. */
export const packPackage = async (into: string): Promise<string> =>
	await inTurn(async () => await buildAndPack(into));

/** The tarball of what the checkout holds now: kept as long as that stays the same, as a build takes half a minute. */
const keptTarball = async (): Promise<string> =>
	await inTurn(async () => {
		const kept = `${BUILD}-${sourcesHash()}.tgz`;
		if (existsSync(kept)) return kept;
		const folder = makeTemporaryFolder('pack');
		copyFileSync(await buildAndPack(folder), `${kept}.part`);
		renameSync(`${kept}.part`, kept);
		removeTemporaryFolder(folder);
		return kept;
	});

/**
 * Builds and packs the package, then unpacks the tarball where n8n looks for community packages:
 * real contents under the real type names, and no way to reach a file that would not be published.
 */
export async function installPackage(home: string): Promise<void> {
	const target = join(home, '.n8n', 'nodes', 'node_modules', PACKAGE_NAME);
	mkdirSync(target, { recursive: true });
	const args = ['-xzf', await keptTarball(), '-C', target, '--strip-components=1'];
	await runCommand('Unpacking the package', 'tar', args, { cwd: home, env: npmEnvironment() });
}
