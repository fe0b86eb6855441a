import { parseArgs } from 'node:util';
import { print, runToEnd } from './commandLine';
import { type Stack, startStack } from './host/stack';
import { createDemo, publishForm, runDemo, storeAccount } from './start/demo';
import { describeAccess, describeResult } from './start/describe';

const USAGE = 'Usage: npm start -- [--port <n8n port>]   (0 for any free port)';

/** A few records of the demo fail, so that a refund can be seen. */
const FAIL_EVERY = 40;
/** Of n8n's log, when it has ended by itself. */
const LAST_LINES = 15;

let stack: Stack | undefined;

async function main(args: readonly string[]): Promise<number> {
	const { values } = parseArgs({
		args: [...args],
		options: { port: { type: 'string', default: '5678' } },
	});
	if (!/^\d{1,5}$/.test(values.port)) throw new Error(USAGE);
	stack = await startStack({
		editorPort: Number(values.port),
		sandbox: { failEveryNthRecord: FAIL_EVERY, notStatedPrice: 'observed' },
	});
	const { n8n, sandbox } = stack;
	const account = await storeAccount(n8n.client, { apiKey: sandbox.apiKey, baseUrl: sandbox.baseUrl });
	const workflow = await createDemo(n8n.client, account);
	const form = await publishForm(n8n.client, account);
	const result = await runDemo(n8n.client, workflow);
	print(`\n${describeResult(result, sandbox)}\n`);
	print(`${describeAccess(stack, result, form)}\n\nCtrl-C stops everything and removes its data.`);
	await n8n.ended;
	throw new Error(`n8n ended. Its last words:\n${n8n.log().split('\n').slice(-LAST_LINES).join('\n')}`);
}

runToEnd(USAGE, main, async () => await stack?.stop());
