/*
 * Asks an address again and again, and writes a line for each answer: when it was asked, how long the answer took, and
 * its status. A process of its own, run by n8n's Node without a build, so that the work of who measures lengthens nothing.
 * Arguments: the address, and the milliseconds between two questions, which wait for no answer.
 */

import { get } from 'node:http';
import { performance } from 'node:perf_hooks';

const [address, everyMs] = process.argv.slice(2);
const LONGEST_MS = 60_000;

function ask(): void {
	const askedAt = performance.now();
	const tell = (status: number): void =>
		void process.stdout.write(`${askedAt} ${performance.now() - askedAt} ${status}\n`);
	const call = get(address, { agent: false, timeout: LONGEST_MS }, (response) => {
		response.resume();
		response.on('end', () => tell(response.statusCode ?? 0));
	});
	call.on('timeout', () => call.destroy());
	call.on('error', () => tell(0));
}

setInterval(ask, Number(everyMs));
