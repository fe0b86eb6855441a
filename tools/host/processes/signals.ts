import { execFileSync } from 'node:child_process';
import { constants } from 'node:os';

import { isAlive } from './lock';

const ASKED_TO_END = ['SIGINT', 'SIGTERM', 'SIGHUP'] as const;
const PARENT_CHECK_MS = 1000;
/** Loader, shell and npm: what stands between a person and a script started by npm. */
const MOST_LAUNCHERS = 3;

/** The process that started this one; when npm did through others, those and npm too. */
function findLaunchers(): number[] {
	const launchers = [process.ppid];
	try {
		while (process.env.npm_lifecycle_event && launchers.length < MOST_LAUNCHERS) {
			const pid = launchers[launchers.length - 1];
			const [, parent, command] =
				/^\s*(\d+)\s+(.*)/.exec(
					execFileSync('ps', ['-o', 'ppid=,args=', '-p', String(pid)], { encoding: 'utf8' }),
				) ?? [];
			// Not beyond npm: a shell may well end and leave its background jobs running.
			if (parent === undefined || /\bnpm\b/.test(command)) break;
			launchers.push(Number(parent));
		}
	} catch {
		// no ps on this system; the nearest has to do
	}
	return launchers;
}

/**
 * Calls back once when this process is asked to end, with the exit code that says so. That whatever
 * started this one is gone counts, too: npm that is told to end does not tell the script.
 */
export function onEndRequest(end: (exitCode: number) => void): void {
	let asked = false;
	const once = (exitCode: number) => {
		if (asked) return; // a terminal and a launcher may both pass the same Ctrl-C on
		asked = true;
		end(exitCode);
	};
	for (const signal of ASKED_TO_END) process.on(signal, () => once(128 + constants.signals[signal]));
	const parent = process.ppid;
	const launchers = findLaunchers();
	setInterval(() => {
		if (process.ppid !== parent || !launchers.every(isAlive)) once(128 + constants.signals.SIGHUP);
	}, PARENT_CHECK_MS).unref();
}
