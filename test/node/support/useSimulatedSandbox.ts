import { startSandbox, type Sandbox } from '../../../sandbox';
import { SimulatedTime } from '../../support/simulatedTime';
import { forgetProcessed } from '../../support/processedStore';

/** A sandbox whose time is simulated, for executions of an n8n with several processes. */
export function useSimulatedSandbox(begun: (sandbox: Sandbox, time: SimulatedTime) => void): void {
	let sandbox: Sandbox;
	let time: SimulatedTime;
	beforeAll(async () => {
		sandbox = await startSandbox({ clock: 'manual', persons: 60, companies: 60 });
		time = new SimulatedTime(sandbox.clock);
		begun(sandbox, time);
	});
	beforeEach(() => sandbox.reset());
	afterEach(forgetProcessed);
	afterAll(async () => {
		time.end();
		await sandbox.close();
	});
}
