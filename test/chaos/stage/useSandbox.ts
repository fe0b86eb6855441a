import { startSandbox, type Sandbox } from '../../../sandbox';
import { SimulatedTime } from '../../support/simulatedTime';
import { Player } from './play';

/**
 * A sandbox for the sequences of a spec, on a clock of its own.
 * @returns makes a player on it
 */
export function useSandbox(): (rule?: string) => Player {
	let sandbox: Sandbox;
	let time: SimulatedTime;
	beforeAll(async () => {
		sandbox = await startSandbox({ clock: 'manual', persons: 600, companies: 60 });
		time = new SimulatedTime(sandbox.clock);
	});
	afterAll(async () => {
		time.end();
		await sandbox.close();
	});
	return (rule) => new Player(sandbox, time, rule);
}
