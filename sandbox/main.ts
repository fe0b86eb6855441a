import { parseArgs } from 'node:util';
import { startSandbox } from '.';

const say = (line: string): void => void process.stdout.write(`${line}\n`);

const USAGE = `Usage: npm run sandbox -- [--port <n>] [--key <text>] [--latency <ms>] [--clock real|manual]
         [--speed <n>] [--seed <n>] [--persons <n>] [--companies <n>]`;

const read = () =>
	parseArgs({
		options: {
			port: { type: 'string', default: '8080' },
			key: { type: 'string' },
			latency: { type: 'string', default: '0' },
			clock: { type: 'string', default: 'real' },
			speed: { type: 'string', default: '1' },
			seed: { type: 'string', default: '1' },
			persons: { type: 'string', default: '100000' },
			companies: { type: 'string', default: '20000' },
		},
	}).values;

const number = (text: string): number => {
	if (!/^\d+(\.\d+)?$/.test(text)) throw new Error(`${text} is no number`);
	return Number(text);
};

/** Starts a sandbox and stays until it is interrupted. */
async function main(): Promise<void> {
	const { key, clock, port, latency, speed, seed, persons, companies } = read();
	const sandbox = await startSandbox({
		port: number(port),
		latencyMs: number(latency),
		clock: clock === 'manual' ? 'manual' : 'real',
		speed: number(speed),
		seed: number(seed),
		persons: number(persons),
		companies: number(companies),
		...(key !== undefined && { apiKey: key }),
	});
	say(`Base address: ${sandbox.baseUrl}`);
	say(`API key:      ${sandbox.apiKey}`);
	say(`Files:        ${sandbox.filesUrl}`);
	say(`Control door: ${sandbox.controlUrl}/state`);
	for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => void sandbox.close());
}

main().catch((error: Error) => {
	process.stderr.write(`${error.message}\n${USAGE}\n`);
	process.exitCode = 2;
});
