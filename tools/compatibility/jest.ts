import { existsSync, readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';

import { CHOICE } from '../host/install/releases';
import { npmEnvironment } from '../host/processes/environment';
import { startGroup } from '../host/processes/processGroup';
import type { Report } from '../host/processes/progress';
import { makeTemporaryFolder, removeTemporaryFolder } from '../host/processes/temporary';

const CHECKOUT = resolve(__dirname, '../..');
const JEST = join(CHECKOUT, 'node_modules/jest/bin/jest.js');
/** For the tests to end what they have started. */
const GRACE_MS = 15_000;

/** What a run of jest has brought. */
export interface Results {
	readonly success: boolean;
	readonly numPassedTests: number;
	readonly numFailedTests: number;
	readonly numPendingTests: number;
	readonly testResults: ReadonlyArray<{
		readonly assertionResults: ReadonlyArray<{ readonly fullName: string; readonly status: string }>;
	}>;
}

/** Runs the tests in a real n8n of one release, or in the one that is given; `undefined` when they did not begin. */
export async function runTests(
	release: string | undefined,
	options: readonly string[],
	report: Report,
): Promise<Results | undefined> {
	const folder = makeTemporaryFolder('compatibility');
	const file = join(folder, 'results.json');
	try {
		const output = ['--json', '--outputFile', file];
		const group = startGroup(process.execPath, [JEST, '--selectProjects', 'n8n', ...output, ...options], {
			cwd: CHECKOUT,
			env: npmEnvironment(release === undefined ? {} : { [CHOICE]: release }),
			graceMs: GRACE_MS,
			// On stdout stand the results, which the file holds as well.
			onLine: (text, stream) => stream === 'stderr' && report(text),
		});
		await group.ended;
		return existsSync(file) ? (JSON.parse(readFileSync(file, 'utf8')) as Results) : undefined;
	} finally {
		removeTemporaryFolder(folder);
	}
}
