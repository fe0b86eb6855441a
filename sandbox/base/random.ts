/** A number from 0 to 2^32 - 1 that depends on nothing but its arguments, and looks random. */
export function hash(seed: number, index: number, salt: number): number {
	let h = Math.imul(seed ^ 0x9e3779b9, 0x85ebca6b) ^ Math.imul(index + 1, 0xc2b2ae35);
	h ^= Math.imul(salt + 1, 0x27d4eb2f);
	h = Math.imul(h ^ (h >>> 15), 0x2c1b3c6d);
	h = Math.imul(h ^ (h >>> 12), 0x297a2d39);
	return (h ^ (h >>> 15)) >>> 0;
}

/** Lower case without accents, hyphens as they are: how the service compares free text. */
export const fold = (text: string): string =>
	text
		.normalize('NFD')
		.replace(/[\u0300-\u036f]/g, '')
		.toLowerCase();

/** The same entries in another order, always the same one. */
export function shuffled<T>(seed: number, entries: readonly T[]): T[] {
	const result = [...entries];
	for (let last = result.length - 1; last > 0; last--) {
		const other = hash(seed, last, 99) % (last + 1);
		[result[last], result[other]] = [result[other], result[last]];
	}
	// Even a short list must not keep its order by chance.
	if (result.length > 1 && result.every((entry, i) => entry === entries[i])) result.reverse();
	return result;
}
