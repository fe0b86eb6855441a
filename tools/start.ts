import { print } from './commandLine';
import { type Running, runStoppable } from './stoppable';
import { type Stack, startStack } from './host/stack';
import { createDemo, publishForm, runDemo, storeAccount } from './start/demo';
import { describeAccess, describeResult } from './start/describe';
import { type Options, readOptions, USAGE } from './start/options';

const SANDBOX_PORT = 5680;
/** A few records of the demo fail, so that a refund can be seen. */
const FAIL_EVERY = 40;

let stack: Stack | undefined;

async function main(options: Options, { end, isEnding }: Running): Promise<void> {
	stack = await startStack({
		editorPort: options.port,
		sandbox: {
			port: options.sandboxPort ?? SANDBOX_PORT,
			failEveryNthRecord: FAIL_EVERY,
			notStatedPrice: 'observed',
		},
		report: print,
	});
	const { n8n, sandbox } = stack;
	void n8n.ended.then(async () => {
		if (isEnding()) return;
		print(`n8n ended unexpectedly. Its last words:\n${n8n.log().split('\n').slice(-15).join('\n')}`);
		await end(1);
	});
	const account = await storeAccount(n8n.client, { apiKey: sandbox.apiKey, baseUrl: sandbox.baseUrl });
	const workflow = await createDemo(n8n.client, account);
	const form = await publishForm(n8n.client, account);
	const result = await runDemo(n8n.client, workflow, sandbox.controlUrl);
	print(`\n${describeResult(result)}\n`);
	const good = result.execution.status === 'success' && result.leads.length > 0;
	if (options.once) await end(good ? 0 : 1);
	print(`${describeAccess(stack, result, form)}\n\nCtrl-C stops everything and removes its data.`);
}

runStoppable({
	read: readOptions,
	help: USAGE,
	run: main,
	stop: async () => await stack?.stop(),
	tell: print,
});
