import { resolve } from 'node:path';

import { npmEnvironment } from '../../tools/host/processes/environment';
import { END_WITH_PARENT, startGroup } from '../../tools/host/processes/processGroup';
import { untilReady } from '../../tools/host/processes/ports';
import { SandboxControl } from '../../tools/host/sandboxControl';
import { COMPANIES, LATENCY_MS, PERSONS } from '../setup/plan';

/** A sandbox as the clients reach it. */
export interface ReachedSandbox {
	/** Base address of the service. */
	readonly baseUrl: string;
	readonly apiKey: string;
	readonly control: SandboxControl;
}

const CHECKOUT = resolve(__dirname, '../..');

function find(lines: readonly string[], label: string): string | undefined {
	return lines
		.find((line) => line.startsWith(`${label}:`))
		?.slice(label.length + 1)
		.trim();
}

/** Starts a sandbox in a process of its own, so that its work does not slow the client down that is measured. */
export async function startSandboxProcess(): Promise<ReachedSandbox> {
	const group = startGroup(
		process.execPath,
		[
			END_WITH_PARENT,
			'--import=tsx',
			'sandbox/main.ts',
			'--port=0',
			`--latency=${LATENCY_MS}`,
			`--persons=${PERSONS}`,
			`--companies=${COMPANIES}`,
		],
		{ cwd: CHECKOUT, env: npmEnvironment() },
	);
	return await untilReady(group, 'The sandbox', () => {
		const lines = group.lines();
		const baseUrl = find(lines, 'Base address');
		const apiKey = find(lines, 'API key');
		const state = find(lines, 'Control door');
		if (baseUrl === undefined || apiKey === undefined || state === undefined) return undefined;
		const control = new SandboxControl(state.replace(/\/state$/, ''));
		return { baseUrl, apiKey, control };
	});
}
