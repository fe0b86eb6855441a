import { cpSync, mkdirSync, symlinkSync } from 'node:fs';
import { dirname, join, resolve } from 'node:path';

import { runCommand } from '../../tools/host/processes/command';
import { npmEnvironment } from '../../tools/host/processes/environment';
import { makeTemporaryFolder } from '../../tools/host/processes/temporary';

/** The checkout. */
export const CHECKOUT = resolve(__dirname, '../..');

const WITH_INSTALLED_PACKAGES = 'node_modules';

/** Copies the checkout as a clone of it would be after `npm ci`, so that commands may write into it. */
export async function copyCheckout(): Promise<string> {
	const folder = makeTemporaryFolder('docs');
	const listed = await runCommand(
		'Listing the files of the checkout',
		'git',
		['ls-files', '--cached', '--others', '--exclude-standard'],
		{ cwd: CHECKOUT, env: npmEnvironment() },
	);
	for (const file of listed.split('\n')) {
		mkdirSync(dirname(join(folder, file)), { recursive: true });
		cpSync(join(CHECKOUT, file), join(folder, file));
	}
	symlinkSync(join(CHECKOUT, WITH_INSTALLED_PACKAGES), join(folder, WITH_INSTALLED_PACKAGES));
	return folder;
}
