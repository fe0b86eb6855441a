import type { Config } from 'jest';
import TestRunner from 'jest-runner';

/** An n8n waits most of the time, but each takes about a gigabyte. */
const MOST_AT_ONCE = 3;

/**
 * How many specs run side by side, each with an n8n of its own.
 * @param maxWorkers what jest was told, or found for this machine
 */
export const stacksOf = ({ maxWorkers }: Pick<Config, 'maxWorkers'>): number =>
	Math.min(Number(maxWorkers), MOST_AT_ONCE);

type Arguments = ConstructorParameters<typeof TestRunner>;

/** Runs specs that use a real n8n, no more at once than there are n8ns for them. */
export default class StackRunner extends TestRunner {
	override readonly isSerial: boolean;

	constructor(config: Arguments[0], context: Arguments[1]) {
		const maxWorkers = stacksOf(config);
		// A worker keeps its n8n as long as it lives.
		super({ ...config, maxWorkers, workerIdleMemoryLimit: undefined }, context);
		this.isSerial = maxWorkers === 1;
	}
}
