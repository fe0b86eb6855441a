import { parseArgs } from 'node:util';
import { print, runToEnd, type Running } from './commandLine';
import { type Stack, startStack } from './host/stack';
import { createDemo, publishForm, runDemo, storeAccount } from './start/demo';
import { describeAccess, describeResult } from './start/describe';

const USAGE =
	'Usage: npm start -- [--once] [--port <n8n port>] [--sandbox-port <port>]   (0 for any free port)';

function portOf(text: string): number {
	if (!/^\d{1,5}$/.test(text)) throw new Error(USAGE);
	return Number(text);
}

/** A few records of the demo fail, so that a refund can be seen. */
const FAIL_EVERY = 40;

let stack: Stack | undefined;

async function main(args: readonly string[], running: Running): Promise<number> {
	const { values } = parseArgs({
		args: [...args],
		options: {
			// End after the first run instead of staying up.
			once: { type: 'boolean', default: false },
			port: { type: 'string', default: '5678' },
			'sandbox-port': { type: 'string', default: '5680' },
		},
	});
	stack = await startStack({
		editorPort: portOf(values.port),
		sandbox: {
			port: portOf(values['sandbox-port']),
			failEveryNthRecord: FAIL_EVERY,
			notStatedPrice: 'observed',
		},
		report: print,
	});
	const { n8n, sandbox } = stack;
	const ended = n8n.ended.then(() => {
		if (!running.isEnding)
			print(`n8n ended unexpectedly. Its last words:\n${n8n.log().split('\n').slice(-15).join('\n')}`);
		return 1;
	});
	const account = await storeAccount(n8n.client, { apiKey: sandbox.apiKey, baseUrl: sandbox.baseUrl });
	const workflow = await createDemo(n8n.client, account);
	const form = await publishForm(n8n.client, account);
	const result = await runDemo(n8n.client, workflow);
	print(`\n${describeResult(result, sandbox)}\n`);
	const good = result.execution.status === 'success' && result.leads.length > 0;
	if (values.once) return good ? 0 : 1;
	print(`${describeAccess(stack, result, form)}\n\nCtrl-C stops everything and removes its data.`);
	return await ended;
}

runToEnd(USAGE, main, async () => await stack?.stop());
