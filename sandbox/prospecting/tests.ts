import { fold } from '../base/random';
import { prospectingForm } from '../data/places';
import { within, type Test } from '../data/search/matching';
import { CITIES, CITY_STATES } from '../data/vocabulary';

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
