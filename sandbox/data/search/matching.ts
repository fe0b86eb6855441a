import { fold } from '../../base/random';
import { prospectingForm } from '../reference';
import { CITIES, CITY_STATES } from '../vocabulary';

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

/** Places that a call asks for. `geo_points` is not among them: the service does not apply it. */
export interface Places {
	readonly cities?: readonly string[];
	readonly states?: readonly string[];
	readonly ddds?: readonly string[];
	readonly neighborhoodies?: readonly string[];
}

/** Where a record is. */
export interface Located {
	readonly city: (i: number) => number;
	readonly areaCode: (i: number) => string | undefined;
	readonly neighborhood: (i: number) => string;
}

interface Range {
	readonly lower?: string | number;
	readonly upper?: string | number;
}

/** The value is one of those wanted, if there are any. */
export function oneOf(wanted: readonly string[] | undefined, value: (i: number) => string | undefined): Test {
	if (wanted === undefined || wanted.length === 0) return undefined;
	const accepted = new Set<string | undefined>(wanted);
	return (i) => accepted.has(value(i));
}

/** `NEIGHBORHOOD - CITY - UF` in one case, without accents: calls write capitals, the reference data does not. */
const inNeighborhood = (wanted: readonly string[] | undefined, own: Located): Test =>
	oneOf(wanted?.map(fold), (i) => fold(`${own.neighborhood(i)} - ${prospectingForm(CITIES[own.city(i)])}`));

/** The tests of all places that a call asks for; a record must pass each of them. */
export const inPlaces = (places: Places, own: Located): Test[] => [
	oneOf(places.cities, (i) => prospectingForm(CITIES[own.city(i)])),
	oneOf(places.states, (i) => CITY_STATES[own.city(i)]),
	oneOf(places.ddds, own.areaCode),
	inNeighborhood(places.neighborhoodies, own),
];

/** In none of the neighborhoods. */
export function outside(neighborhoods: readonly string[] | undefined, own: Located): Test {
	const inside = inNeighborhood(neighborhoods, own);
	return inside === undefined ? undefined : (i) => !inside(i);
}

const bound = (value: string | number | undefined): number | undefined =>
	value === undefined || value === '' ? undefined : Number(value);

/** The value lies in one of the ranges; either bound may be absent. */
export function inRanges(
	ranges: readonly Range[] | undefined,
	value: (i: number) => number | undefined,
): Test {
	if (ranges === undefined || ranges.length === 0) return undefined;
	const tests = ranges.map(({ lower, upper }) => within(bound(lower), bound(upper), value));
	return (i) => tests.some((test) => test === undefined || test(i));
}

/** The date, as `YYYY-MM-DD`, lies between two others. */
export const between = (
	from: string | undefined,
	to: string | undefined,
	date: (i: number) => string,
): Test =>
	(from ?? to) === undefined
		? undefined
		: (i) => (from === undefined || date(i) >= from) && (to === undefined || date(i) <= to);
