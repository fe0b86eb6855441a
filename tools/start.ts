import { parseArgs } from 'node:util';
import { print, runToEnd } from './commandLine';
import { startStack } from './host/stack';
import { setUpDemo } from './start/demo';

const USAGE = 'Usage: npm start -- [--port <n8n port>]   (0 for any free port)';

/** A few records of the demo fail, so that a refund can be seen. */
const FAIL_EVERY = 40;
/** Of n8n's log, when it has ended by itself. */
const LAST_LINES = 15;

async function main(args: readonly string[]): Promise<number> {
	const { values } = parseArgs({
		args: [...args],
		options: { port: { type: 'string', default: '5678' } },
	});
	if (!/^\d{1,5}$/.test(values.port)) throw new Error(USAGE);
	const stack = await startStack({
		editorPort: Number(values.port),
		sandbox: { failEveryNthRecord: FAIL_EVERY, notStatedPrice: 'observed' },
	});
	print(`\n${await setUpDemo(stack)}\n\nCtrl-C stops everything and removes its data.`);
	await stack.n8n.ended;
	throw new Error(`n8n ended. Its last words:\n${stack.n8n.log().split('\n').slice(-LAST_LINES).join('\n')}`);
}

runToEnd(USAGE, main);
