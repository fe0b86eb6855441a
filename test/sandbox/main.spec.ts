import axios from 'axios';
import { spawn } from 'node:child_process';
import { join } from 'node:path';

const ROOT = join(__dirname, '../..');

it('the command line prints base address and key, serves, and ends on SIGTERM', async () => {
	const tsx = join(ROOT, 'node_modules/tsx/dist/cli.mjs');
	const child = spawn(process.execPath, [tsx, 'sandbox/main.ts', '--port', '0', '--clock', 'manual'], {
		cwd: ROOT,
	});
	const ended = new Promise((resolve) => {
		child.once('exit', resolve);
	});
	let printed = '';
	try {
		for await (const chunk of child.stdout) {
			printed += String(chunk);
			if (printed.includes('Control door')) break;
		}
		const baseUrl = /Base address: (\S+)/.exec(printed)?.[1];
		const key = /API key: +(\S+)/.exec(printed)?.[1];
		const { status } = await axios.get(`${baseUrl}/balance`, { headers: { Authorization: `Token ${key}` } });
		expect(status).toBe(200);
	} finally {
		child.kill('SIGTERM');
	}
	expect(await ended).toBe(0);
}, 30_000);
