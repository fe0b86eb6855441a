import type { Browser } from 'playwright-core';

import { stopAllGroups } from '../../tools/host/processes/processGroup';
import { startStack, type Stack } from '../../tools/host/stack';
import { findBrowser, launch } from './browser';
import { Workbench } from './workbench';

const executable = findBrowser();

/** Tests that need a browser; where there is none, they are skipped under a title that says so. */
export const inBrowser = (title: string, without: string, tests: () => void): void =>
	executable === undefined ? describe.skip(`${without}: install chromium`, tests) : describe(title, tests);

/**
 * Starts an n8n, a sandbox and a browser for the tests of a spec.
 * @param started is handed the editor, signed in, before the first test
 * @param prepare makes what the editor shall find, such as credentials
 */
export function useEditor(
	started: (stack: Stack, bench: Workbench) => void,
	prepare: (stack: Stack) => Promise<void> = async () => {},
): void {
	// An editor on a busy machine may draw a form anew under a click; what fails twice is a fault.
	jest.retryTimes(1, { logErrorsBeforeRetry: true });
	let stack: Stack;
	let browser: Browser;
	beforeAll(async () => {
		stack = await startStack({ editorPort: 0 });
		await prepare(stack);
		browser = await launch(executable ?? '');
		started(stack, await Workbench.open(browser, stack));
	});
	afterAll(async () => {
		await browser?.close();
		await stack?.stop();
		await stopAllGroups();
	});
}
