/* eslint-disable @n8n/community-nodes/no-restricted-imports -- a command-line tool, never shipped */
import { readFileSync } from 'node:fs';

/** Unit of the times in /proc, the same on every Linux that Node runs on. */
const TICK_MS = 10;

/** Processor time that a process has used so far. */
function cpuMs(pid: number): number | undefined {
	try {
		const stat = readFileSync(`/proc/${pid}/stat`, 'utf8');
		// The name of the program, in brackets, may hold anything.
		const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
		return (Number(fields[11]) + Number(fields[12])) * TICK_MS;
	} catch {
		return undefined; // no such file outside Linux
	}
}

/** Does some work and tells how much processor time a process used meanwhile, where the system tells. */
export async function withCpuTime<T>(pid: number, work: () => Promise<T>): Promise<[T, number | undefined]> {
	const before = cpuMs(pid);
	const result = await work();
	const after = cpuMs(pid);
	return [result, before === undefined || after === undefined ? undefined : after - before];
}
