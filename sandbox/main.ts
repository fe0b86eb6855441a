import { parseArgs } from 'node:util';
import { startSandbox } from '.';

const say = (line: string): void => void process.stdout.write(`${line}\n`);

const USAGE = `Usage: npm run sandbox -- [--port <n>] [--key <text>] [--latency <ms>] [--clock real|manual]
         [--speed <n>] [--seed <n>] [--persons <n>] [--companies <n>] [--help]`;

const parse = () =>
	parseArgs({
		options: {
			help: { type: 'boolean', default: false },
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

type Values = ReturnType<typeof parse>;

const NUMBERS = ['port', 'latency', 'speed', 'seed', 'persons', 'companies'] as const;

/** The options; `undefined` when they are wrong. */
function read(): Values | undefined {
	try {
		const values = parse();
		const isRight =
			NUMBERS.every((name) => /^\d+(\.\d+)?$/.test(values[name])) && /^(real|manual)$/.test(values.clock);
		return isRight ? values : undefined;
	} catch {
		return undefined;
	}
}

/** Starts a sandbox and stays until it is interrupted. */
async function start(values: Values): Promise<void> {
	const sandbox = await startSandbox({
		port: Number(values.port),
		latencyMs: Number(values.latency),
		clock: values.clock === 'manual' ? 'manual' : 'real',
		speed: Number(values.speed),
		seed: Number(values.seed),
		persons: Number(values.persons),
		companies: Number(values.companies),
		...(values.key === undefined ? {} : { apiKey: values.key }),
	});
	say(`Base address: ${sandbox.baseUrl}`);
	say(`API key:      ${sandbox.apiKey}`);
	say(`Files:        ${sandbox.filesUrl}`);
	say(`Control door: ${sandbox.controlUrl}/state`);
	for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => void sandbox.close());
}

const given = read();
if (given === undefined) {
	process.stderr.write(`${USAGE}\n`);
	process.exitCode = 2;
} else if (given.help) say(USAGE);
else void start(given);
