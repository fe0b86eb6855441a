import { parseArgs } from 'node:util';
import { startSandbox } from '.';

const say = (line: string): void => void process.stdout.write(`${line}\n`);

/** Starts a sandbox from the command line and stays until it is interrupted. */
async function main(): Promise<void> {
	const { values } = parseArgs({
		options: {
			port: { type: 'string', default: '8080' },
			'file-port': { type: 'string', default: '0' },
			key: { type: 'string' },
			latency: { type: 'string', default: '0' },
			clock: { type: 'string', default: 'real' },
			speed: { type: 'string', default: '1' },
			seed: { type: 'string', default: '1' },
			persons: { type: 'string', default: '100000' },
			companies: { type: 'string', default: '20000' },
			limits: { type: 'boolean', default: false },
		},
	});
	const sandbox = await startSandbox({
		port: Number(values.port),
		filePort: Number(values['file-port']),
		latencyMs: Number(values.latency),
		clock: values.clock === 'manual' ? 'manual' : 'real',
		speed: Number(values.speed),
		seed: Number(values.seed),
		persons: Number(values.persons),
		companies: Number(values.companies),
		...(values.key === undefined ? {} : { apiKey: values.key }),
		...(values.limits ? { requestsPerDay: 'specified', requestsPerMonth: 'specified' } : {}),
	});
	say(`Base address: ${sandbox.baseUrl}`);
	say(`API key:      ${sandbox.apiKey}`);
	say(`Files:        ${sandbox.filesUrl}`);
	say(`Control door: ${sandbox.controlUrl}/state`);
	for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => void sandbox.close());
}

void main();
