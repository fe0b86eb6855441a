import { join } from 'node:path';

import { print, runToEnd } from '../commandLine';
import { makeTemporaryFolder } from '../host/processes/temporary';
import { checks, missingOf } from './checks';
import { makeTarball } from './tarball';

const USAGE = 'Usage: npm run release:check -- [--publish]';

/**
 * Proves that the checkout gives a package that may be released; the exit code says whether it does. What only the
 * owner can set is listed, and refused when it is to be published.
 */
async function main(args: readonly string[]): Promise<number> {
	if (args.some((arg) => arg !== '--publish')) throw new Error(USAGE);
	const folder = makeTemporaryFolder('release');
	const tarball = await makeTarball(join(folder, 'first'));
	print(`${tarball.files.length} files, ${tarball.size} bytes, sha256 ${tarball.sha256}`);
	let failed = 0;
	for (const { name, problems } of checks) {
		const found = await problems(tarball, folder).catch((error: Error) => [error.message]);
		print(`${found.length === 0 ? 'ok    ' : 'failed'} ${name}`);
		for (const problem of found) print(`       ${problem}`);
		if (found.length > 0) failed++;
	}
	const missing = missingOf(tarball);
	for (const setting of missing) print(`to set in package.json: ${setting}`);
	return failed === 0 && (missing.length === 0 || !args.includes('--publish')) ? 0 : 1;
}

runToEnd(USAGE, main);
