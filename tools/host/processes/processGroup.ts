import { spawn } from 'node:child_process';
import { createInterface } from 'node:readline';
import { setTimeout as sleep } from 'node:timers/promises';

/** How a process ended: a code, or the signal that ended it. */
export interface Exit {
	code: number | null;
	signal: NodeJS.Signals | null;
}

/** A program started with all of its descendants in a process group of their own. */
export interface ProcessGroup {
	readonly pid: number;
	/** Undefined while the program runs. */
	readonly exit: Exit | undefined;
	readonly ended: Promise<Exit>;
	/** The last lines written to stdout and stderr, in order of arrival. */
	lines(): string[];
	/** Ends the whole group, by force after the grace period, and waits until nothing of it is left. */
	stop(): Promise<void>;
	/** Ends it by force at once. */
	kill(): Promise<void>;
}

export interface GroupOptions {
	cwd: string;
	env: NodeJS.ProcessEnv;
	/** Another user to run as; needs the rights to. */
	uid?: number;
	gid?: number;
	/** How long it may take to end by itself when it is stopped; default 0. */
	graceMs?: number;
	onLine?: (line: string, stream: 'stdout' | 'stderr') => void;
}

const KEPT_LINES = 5000;
const MOST_KILLS = 100;
const KILL_PAUSE_MS = 50;
const running = new Set<ProcessGroup>();

/**
 * Node option that ends a program soon after the process that started it is gone. A group does not
 * hear the Ctrl-C of the terminal, and a killed parent cannot end it.
 */
export const END_WITH_PARENT = `--import=data:text/javascript,${encodeURIComponent(
	`const parent = process.ppid;
	setInterval(() => {
		if (process.ppid === parent) return;
		try { process.kill(-process.pid, 'SIGKILL'); } finally { process.exit(1); }
	}, 500).unref();`,
)}`;

function signalGroup(pid: number, signal: NodeJS.Signals | 0): boolean {
	try {
		if (pid === 0) return false; // it never started
		process.kill(-pid, signal);
		return true;
	} catch {
		return false; // nobody left in the group
	}
}

/** Starts a program in a process group of its own. */
export function startGroup(command: string, args: string[], options: GroupOptions): ProcessGroup {
	const child = spawn(command, args, {
		cwd: options.cwd,
		env: options.env,
		uid: options.uid,
		gid: options.gid,
		stdio: ['ignore', 'pipe', 'pipe'],
		detached: true,
	});
	const kept: string[] = [];
	let exit: Exit | undefined;
	for (const name of ['stdout', 'stderr'] as const) {
		createInterface({ input: child[name], crlfDelay: Infinity }).on('line', (line) => {
			kept.push(line);
			if (kept.length > KEPT_LINES) kept.shift();
			options.onLine?.(line, name);
		});
	}
	const ended = new Promise<Exit>((resolve) => {
		const end = (result: Exit) => {
			exit = result;
			resolve(result);
		};
		child.once('close', (code, signal) => end({ code, signal }));
		child.once('error', (error) => {
			kept.push(error.message);
			end({ code: null, signal: null });
		});
	});
	const pid = child.pid ?? 0;

	const group: ProcessGroup = {
		pid,
		get exit() {
			return exit;
		},
		ended,
		lines: () => [...kept],
		async stop() {
			const { graceMs = 0 } = options;
			if (graceMs > 0 && signalGroup(pid, 'SIGTERM')) {
				await Promise.race([ended, sleep(graceMs, undefined, { ref: false })]);
			}
			await group.kill();
		},
		async kill() {
			if (pid === 0) return;
			// Also when the leader has gone in time: what it started may have stayed.
			for (let tries = 0; tries < MOST_KILLS && signalGroup(pid, 'SIGKILL'); tries++)
				await sleep(KILL_PAUSE_MS);
			await ended;
			running.delete(group);
		},
	};
	if (pid !== 0) running.add(group);
	void ended.then(() => {
		if (!signalGroup(pid, 0)) running.delete(group);
	});
	return group;
}

/** What starts a program given as JSON, and ends when it does. */
const GUARD = `const { command, args, ids } = JSON.parse(process.argv[1]);
	const child = require('node:child_process').spawn(command, args, { ...ids, stdio: 'inherit' });
	child.on('error', (error) => { throw error; }).on('exit', (code) => process.exit(code ?? 1));`;

/** Starts a program that takes no option of Node in a group with a process of Node, which ends it with the parent. */
export function startGuarded(command: string, args: string[], options: GroupOptions): ProcessGroup {
	const { uid, gid, ...others } = options;
	const program = JSON.stringify({ command, args, ids: { uid, gid } });
	return startGroup(process.execPath, [END_WITH_PARENT, '-e', GUARD, program], others);
}

/** Ends every group that this process started and that still runs. */
export async function stopAllGroups(): Promise<void> {
	await Promise.all([...running].map(async (group) => await group.stop()));
}

// The last resort, when the process ends without having cleaned up.
process.on('exit', () => {
	for (const group of running) signalGroup(group.pid, 'SIGKILL');
});
