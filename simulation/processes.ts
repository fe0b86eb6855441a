import { fork, type ChildProcess } from 'node:child_process';
import { availableParallelism } from 'node:os';
import { join } from 'node:path';

import type { Size } from './plan/plan';
import { lookAt, type Simulated } from './run';

/** Each process holds a batch of 10,000 records several times over. */
const MOST_PROCESSES = 4;

/** Simulates in as many processes as the machine bears; each takes the next scenario that nobody has. */
export async function simulateInProcesses(
	size: Size['name'],
	/** Which scenarios, in the order in which they are begun. */
	order: readonly number[],
	done: (simulated: Simulated) => void,
): Promise<void> {
	const left = [...order];
	const count = Math.min(MOST_PROCESSES, availableParallelism(), order.length);
	await Promise.all(Array.from({ length: count }, async () => await work(size, left, done)));
}

async function work(size: Size['name'], left: number[], done: (simulated: Simulated) => void): Promise<void> {
	const child = fork(join(__dirname, 'processes.ts'), [size], {
		execArgv: ['--import=tsx', '--max-old-space-size=4096'],
		// n8n's engine logs each error of a node; the scenarios look at what comes out.
		env: { ...process.env, N8N_LOG_LEVEL: 'silent' },
	});
	try {
		for (let next = left.shift(); next !== undefined; next = left.shift()) done(await ask(child, next));
	} finally {
		child.disconnect();
	}
}

async function ask(child: ChildProcess, scenario: number): Promise<Simulated> {
	return await new Promise((resolve, reject) => {
		const ended = (code: number | null): void => reject(new Error(`A simulation ended with ${code}`));
		child.once('exit', ended);
		child.once('message', (simulated: Simulated) => {
			child.off('exit', ended);
			resolve(simulated);
		});
		child.send(scenario);
	});
}

/** In the process that was started: does what it is asked to until nobody asks any more. */
function serve(): void {
	const size = process.argv[2] as Size['name'];
	process.on('message', (scenario: number) => {
		lookAt(size, scenario).then(
			(simulated) => process.send?.(simulated),
			(error: Error) => {
				process.stderr.write(`${error.stack}\n`);
				process.exit(1);
			},
		);
	});
	process.on('disconnect', () => process.exit());
}

if (require.main === module) serve();
