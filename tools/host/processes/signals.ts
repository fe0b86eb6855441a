import { constants } from 'node:os';

const ASKED_TO_END = ['SIGINT', 'SIGTERM', 'SIGHUP'] as const;

/** Calls back with the exit code when this process is asked to end; twice when a launcher passes a Ctrl-C on. */
export function onEndRequest(end: (exitCode: number) => void): void {
	for (const signal of ASKED_TO_END) process.on(signal, () => end(128 + constants.signals[signal]));
}
