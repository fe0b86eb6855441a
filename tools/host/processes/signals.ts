import { constants } from 'node:os';

const ASKED_TO_END = ['SIGINT', 'SIGTERM', 'SIGHUP'] as const;
const PARENT_CHECK_MS = 1000;

/** Calls back once when this process is asked to end, or has lost its parent, with the exit code that says so. */
export function onEndRequest(end: (exitCode: number) => void): void {
	let asked = false;
	const once = (exitCode: number) => {
		if (asked) return; // a terminal and a launcher may both pass the same Ctrl-C on
		asked = true;
		end(exitCode);
	};
	for (const signal of ASKED_TO_END) process.on(signal, () => once(128 + constants.signals[signal]));
	const parent = process.ppid;
	setInterval(() => {
		if (process.ppid !== parent) once(128 + constants.signals.SIGHUP);
	}, PARENT_CHECK_MS).unref();
}
