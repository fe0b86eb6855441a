import { runCommand } from './commandLine';
import { stopAllGroups } from './host/processGroup';
import { onEndRequest } from './host/signals';
import { type Stack, startStack } from './host/stack';
import { createDemo, runDemo } from './start/demo';
import { describeAccess, describeResult } from './start/describe';
import { type Options, readOptions } from './start/options';

const SANDBOX_PORT = 5680;
/** A few records of the demo fail, so that a refund can be seen. */
const FAIL_EVERY = 40;

let stack: Stack | undefined;
let ending = false;

function say(text: string): void {
	process.stdout.write(`${text}\n`);
}

/** Takes everything down and ends; whatever is still under way fails and is not worth a word. */
async function end(exitCode: number): Promise<never> {
	ending = true;
	await stopAllGroups();
	await stack?.stop();
	process.exit(exitCode);
}

async function main(options: Options): Promise<void> {
	stack = await startStack({
		editorPort: options.port,
		sandbox: { port: options.sandboxPort ?? SANDBOX_PORT, failEveryNthRecord: FAIL_EVERY },
		report: say,
	});
	const { n8n, sandbox } = stack;
	void n8n.ended.then(async () => {
		if (ending) return;
		say(`n8n ended unexpectedly. Its last words:\n${n8n.log().split('\n').slice(-15).join('\n')}`);
		await end(1);
	});
	const workflow = await createDemo(n8n.client, { apiKey: sandbox.apiKey, baseUrl: sandbox.baseUrl });
	const result = await runDemo(n8n.client, workflow, sandbox.controlUrl);
	say(`\n${describeResult(result)}\n`);
	const good = result.execution.status === 'success' && result.leads.length > 0;
	if (options.once) await end(good ? 0 : 1);
	say(`${describeAccess(stack, workflow)}\n\nCtrl-C stops everything and removes its data.`);
}

runCommand({
	read: readOptions,
	run: async (options) => {
		onEndRequest((exitCode) => {
			say('\nStopping …');
			void end(exitCode);
		});
		await main(options);
	},
	failed: async ({ message }) => {
		if (ending) return;
		process.stderr.write(`\n${message}\n`);
		await end(1);
	},
});
