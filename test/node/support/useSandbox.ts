import { startSandbox, type Sandbox, type SandboxOptions } from '../../../sandbox';
import { useClockOf } from '../../support/harness';

/**
 * Starts a sandbox for the tests of a spec, on a clock that waiting moves on; each test finds it as new.
 * @param started is handed the sandbox before the first test
 */
export function useSandbox(options: SandboxOptions, started: (sandbox: Sandbox) => void): void {
	let sandbox: Sandbox;
	beforeAll(async () => {
		sandbox = await startSandbox({ clock: 'manual', ...options });
		useClockOf(sandbox);
		started(sandbox);
	});
	beforeEach(() => {
		sandbox.reset();
		useClockOf(sandbox);
	});
	afterEach(() => {
		jest.restoreAllMocks();
		expect(sandbox.requests.mistakes).toEqual([]);
	});
	afterAll(async () => await sandbox.close());
}
