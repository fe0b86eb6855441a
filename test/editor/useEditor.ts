import type { Browser } from 'playwright-core';

import { browserPath, launchBrowser } from '../../tools/host/browser';
import { stopAllGroups } from '../../tools/host/processes/processGroup';
import { startStack, type Stack } from '../../tools/host/stack';
import { Workbench } from './workbench';

/** Tests that need a browser; where there is none, they are skipped under a title that says so. */
export const inBrowser = (title: string, tests: () => void): void =>
	browserPath === undefined
		? describe.skip(`${title}, not tested: install chromium`, tests)
		: describe(title, tests);

/**
 * Starts an n8n, a sandbox and a browser for the tests of a spec, with the editor signed in.
 * @param prepare makes what the editor shall find, such as credentials
 */
export function useEditor(prepare: (stack: Stack) => Promise<unknown> = async () => {}): Workbench {
	// An editor on a busy machine may draw a form anew under a click; what fails twice is a fault.
	jest.retryTimes(1, { logErrorsBeforeRetry: true });
	const bench = new Workbench();
	let browser: Browser;
	beforeAll(async () => {
		bench.stack = await startStack({ editorPort: 0 });
		await prepare(bench.stack);
		browser = await launchBrowser();
		await bench.signIn(browser);
	});
	afterAll(async () => {
		await browser?.close();
		await bench.stack?.stop();
		await stopAllGroups();
	});
	return bench;
}
