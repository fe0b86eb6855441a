import { readFileSync } from 'node:fs';

/** Unit of the times in /proc, the same on every Linux that Node runs on. */
const TICK_MS = 10;
/** Unit of the sizes in /proc; 4 KiB wherever this is run. */
const PAGE_BYTES = 4096;
const LOOK_MS = 20;

/** What a process held in memory at some time. */
export interface Resident {
	readonly time: number;
	readonly bytes: number;
}

/** Memory of a process while it worked. */
export interface Memory {
	/** When the work began. */
	readonly beforeBytes: number;
	readonly peakBytes: number;
}

/** What a process used while something was done; empty where the system does not tell. */
export interface Usage {
	readonly cpuMs?: number;
	readonly resident: readonly Resident[];
}

/** A file of the system about a process; `undefined` outside Linux. */
function read(pid: number, name: string): string | undefined {
	try {
		return readFileSync(`/proc/${pid}/${name}`, 'utf8');
	} catch {
		return undefined;
	}
}

/** Processor time that a process has used so far. */
function cpuMs(pid: number): number | undefined {
	const stat = read(pid, 'stat');
	// The name of the program, in brackets, may hold anything.
	const fields = stat?.slice(stat.lastIndexOf(')') + 2).split(' ');
	return fields && (Number(fields[11]) + Number(fields[12])) * TICK_MS;
}

function residentBytes(pid: number): number | undefined {
	const pages = read(pid, 'statm')?.split(' ')[1];
	return pages === undefined ? undefined : Number(pages) * PAGE_BYTES;
}

/** Does some work and tells what a process used meanwhile. It is looked at from outside, which costs it nothing. */
export async function withUsage<T>(pid: number, work: () => Promise<T>): Promise<[T, Usage]> {
	const resident: Resident[] = [];
	const look = (): void => {
		const bytes = residentBytes(pid);
		if (bytes !== undefined) resident.push({ time: Date.now(), bytes });
	};
	look();
	const timer = setInterval(look, LOOK_MS);
	const before = cpuMs(pid);
	try {
		const result = await work();
		const after = cpuMs(pid);
		look();
		const used = before === undefined || after === undefined ? {} : { cpuMs: after - before };
		return [result, { ...used, resident }];
	} finally {
		clearInterval(timer);
	}
}

/** The memory at the beginning, and the most up to some time. */
export function memoryUntil(resident: readonly Resident[], end: number): Memory | undefined {
	if (resident.length === 0) return undefined;
	const during = resident.filter(({ time }) => time <= end + LOOK_MS).map(({ bytes }) => bytes);
	return { beforeBytes: resident[0].bytes, peakBytes: Math.max(resident[0].bytes, ...during) };
}
