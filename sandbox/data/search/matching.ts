/** Does the record of this index match? Absent when there is nothing to test. */
export type Test = ((index: number) => boolean) | undefined;

/** The record passes all tests that there are. */
export const allOf = (tests: readonly Test[]): ((index: number) => boolean) => {
	const given = tests.filter((test) => test !== undefined);
	return (i) => given.every((test) => test(i));
};

/** The record has what is wanted, if it is. */
export const when = (wanted: boolean | undefined, has: (i: number) => boolean): Test =>
	wanted ? has : undefined;

/** The value lies within the bounds; an unknown one drops out as soon as there is a bound. */
export function within(
	from: number | undefined,
	to: number | undefined,
	value: (i: number) => number | undefined,
): Test {
	if (from === undefined && to === undefined) return undefined;
	return (i) => {
		const own = value(i);
		return own !== undefined && own >= (from ?? -Infinity) && own <= (to ?? Infinity);
	};
}

/** The indices of the records that match. */
export const matching = (count: number, test: (i: number) => boolean): Uint32Array => {
	const found = new Uint32Array(count);
	let length = 0;
	for (let i = 0; i < count; i++) if (test(i)) found[length++] = i;
	return found.slice(0, length);
};
