import { createServer } from 'node:http';
import { monitorEventLoopDelay } from 'node:perf_hooks';

/*
 * Tells for how long n8n's event loop had no turn: loaded by n8n before anything else, without a build, so it imports
 * nothing but Node's own modules. Each question on the port of its environment is answered with the longest time
 * since the one before, in milliseconds.
 */

const RESOLUTION_MS = 5;

// Not in the processes that n8n starts with the same environment.
if (process.argv.includes('start')) {
	const delay = monitorEventLoopDelay({ resolution: RESOLUTION_MS });
	delay.enable();
	createServer((_, response) => {
		response.end(JSON.stringify(delay.max / 1_000_000));
		delay.reset();
	})
		.listen(Number(process.env.BLOCKS_PORT), '127.0.0.1')
		.unref();
}
