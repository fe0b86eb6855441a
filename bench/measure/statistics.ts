/** The middle and the ends of some figures. */
export interface Spread {
	readonly median: number;
	readonly min: number;
	readonly max: number;
}

/** The spread of at least one figure; with an even number of them the median lies between the middle two. */
export function spreadOf(figures: readonly number[]): Spread {
	const sorted = [...figures].sort((a, b) => a - b);
	const middle = Math.floor(sorted.length / 2);
	const median = sorted.length % 2 === 1 ? sorted[middle] : (sorted[middle - 1] + sorted[middle]) / 2;
	return { median, min: sorted[0], max: sorted[sorted.length - 1] };
}

export const medianOf = (figures: readonly number[]): number => spreadOf(figures).median;

/** The median of figures that are not known on every system. */
export function knownMedianOf(figures: ReadonlyArray<number | undefined>): number | undefined {
	const known = figures.filter((figure) => figure !== undefined);
	return known.length === 0 ? undefined : medianOf(known);
}

/** The run of middle length, the shorter one of two: its phases add up, which medians of phases do not. */
export function typicalRun<R extends { readonly wallMs: number }>(runs: readonly R[]): R {
	const sorted = [...runs].sort((a, b) => a.wallMs - b.wallMs);
	return sorted[Math.floor((sorted.length - 1) / 2)];
}

/** Less noise than this is never claimed: other runs of the benchmark may differ more than those of one. */
const LEAST_NOISE = 0.05;

/**
 * By what share a figure may differ in another run of the benchmark: twice the largest distance of one of its
 * measurements from their middle.
 */
export function noiseOf(figures: readonly number[]): number {
	const { median, min, max } = spreadOf(figures);
	return Math.max(LEAST_NOISE, (2 * Math.max(max - median, median - min)) / median);
}
