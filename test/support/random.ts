/** What a test draws from: the same seed draws the same. */
export interface Random {
	/** From 0 up to 1. */
	number(): number;
	/** A whole number from `from` to `to`, both included. */
	between(from: number, to: number): number;
	pick<T>(values: readonly T[]): T;
	chance(share: number): boolean;
}

/** A stream of draws. */
export function randomOf(seed: number): Random {
	let state = seed >>> 0;
	const number = (): number => {
		state = (state + 0x6d2b79f5) >>> 0;
		let mixed = Math.imul(state ^ (state >>> 15), state | 1);
		mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
		return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
	};
	return {
		number,
		between: (from, to) => from + Math.floor(number() * (to - from + 1)),
		pick: (values) => values[Math.floor(number() * values.length)],
		chance: (share) => number() < share,
	};
}
