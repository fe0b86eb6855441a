import { readFileSync } from 'node:fs';

/** 4 KiB wherever this is run. */
const PAGE_BYTES = 4096;
const LOOK_MS = 20;

/** Memory of a process; `undefined` outside Linux. */
function residentBytes(pid: number): number | undefined {
	try {
		return Number(readFileSync(`/proc/${pid}/statm`, 'utf8').split(' ')[1]) * PAGE_BYTES;
	} catch {
		return undefined;
	}
}

/** Does some work and tells by how much the memory of a process grew at most; looked at from outside, at no cost. */
export async function whileWatched<T>(
	pid: number,
	work: () => Promise<T>,
): Promise<[T, { readonly grownBytes?: number }]> {
	const before = residentBytes(pid);
	let most = before ?? 0;
	const look = (): void => {
		most = Math.max(most, residentBytes(pid) ?? 0);
	};
	const timer = setInterval(look, LOOK_MS);
	try {
		const result = await work();
		look();
		return [result, before === undefined ? {} : { grownBytes: most - before }];
	} finally {
		clearInterval(timer);
	}
}
