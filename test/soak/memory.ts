import { readFileSync } from 'node:fs';

import type { QueueStack } from '../../tools/host/queueStack';

/** Resident memory of the processes in MB, by name; without those that are down. */
export type Memory = Readonly<Record<string, number>>;

/** Resident memory of a process in MB; `undefined` where it cannot be told. */
export function residentMb(pid: number): number | undefined {
	try {
		const found = /VmRSS:\s+(\d+) kB/.exec(readFileSync(`/proc/${pid}/status`, 'utf8'));
		return found === null ? undefined : Math.round(Number(found[1]) / 1024);
	} catch {
		return undefined; // it is being started again, or this system tells otherwise
	}
}

/** Looks at the memory of all processes. */
export function memoryOf({ mainMember, workers, webhook }: QueueStack): Memory {
	const pids = {
		main: mainMember.pid(),
		'worker that is killed': workers[0].pid(),
		'worker that lives': workers[1].pid(),
		webhook: webhook.pid(),
		'sandbox and load': process.pid,
	};
	return Object.fromEntries(
		Object.entries(pids).flatMap(([name, pid]) => {
			const mb = residentMb(pid);
			return mb === undefined ? [] : [[name, mb]];
		}),
	);
}
