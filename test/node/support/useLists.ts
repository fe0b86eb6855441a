import { startSandbox, type Sandbox, type SandboxOptions } from '../../../sandbox';
import { credentialFor, useClockOf } from '../../support/harness';
import { Editor } from './editor';

/**
 * For specs of the editor's lists: what was remembered of one sandbox must not answer for another, so that each
 * test opens its own.
 * @param opened is handed the sandbox, and the editor that asks it
 * @returns how a test opens one; it is closed after the test
 */
export function useLists(
	opened: (sandbox: Sandbox, editor: Editor) => void,
): (options?: SandboxOptions) => Promise<void> {
	let sandbox: Sandbox;
	afterEach(async () => {
		jest.restoreAllMocks();
		await sandbox.close();
	});
	return async (options = {}) => {
		sandbox = await startSandbox({ clock: 'manual', persons: 100, companies: 300, ...options });
		useClockOf(sandbox);
		opened(sandbox, new Editor(credentialFor(sandbox)));
	};
}
