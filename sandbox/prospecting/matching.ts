import { fold } from '../base/random';
import { matching } from '../data/search/matching';
import { prospectingForm } from '../data/reference';
import { CITIES } from '../data/vocabulary';

type Value = string | number | undefined;

/** What each filter of a call is compared with, in the record of an index. */
export type Readers = Readonly<Record<string, (i: number) => Value>>;

interface Range {
	readonly lower?: string | number;
	readonly upper?: string | number;
	readonly start_date?: string;
	readonly end_date?: string;
}

/** Whether a value is one of a list, within a range, or the same; an empty list or range asks for nothing. */
function passes(wanted: unknown, value: Value): boolean {
	if (Array.isArray(wanted)) return wanted.length === 0 || wanted.some((each) => passes(each, value));
	if (typeof wanted !== 'object' || wanted === null) return wanted === value;
	const { lower, upper, start_date: from = lower, end_date: to = upper } = wanted as Range;
	const bound = (given: Value): Value =>
		given === '' || given === undefined ? undefined : typeof value === 'number' ? Number(given) : given;
	const [least, most] = [bound(from), bound(to)];
	if (least === undefined && most === undefined) return true;
	if (value === undefined) return false;
	return (least === undefined || value >= least) && (most === undefined || value <= most);
}

/** A call's filters, as far as persons and companies have the same. `geo_points` is taken and never applied. */
export interface Filters {
	readonly neighborhoodies?: readonly string[];
	readonly exclude_neighborhoods?: readonly string[];
	readonly contact_channels?: readonly string[];
}

/** Where a record is, and how it can be reached. */
export interface Located {
	readonly city: (i: number) => number;
	readonly neighborhood: (i: number) => string;
	readonly channels: Readonly<Record<string, (i: number) => boolean>>;
}

/** The indices of the records that pass every filter. */
export function matches(
	count: number,
	wanted: Filters,
	{ city, neighborhood, channels }: Located,
	readers: Readers,
): Uint32Array {
	const given = new Map<string, unknown>(Object.entries(wanted));
	const place = (i: number): string => prospectingForm(CITIES[city(i)]);
	const tests = Object.entries<(i: number) => Value>({
		cities: place,
		states: (i) => CITIES[city(i)].slice(-2),
		...readers,
	}).filter(([name]) => given.has(name));
	// `NEIGHBORHOOD - CITY - UF` in one case, without accents: calls write capitals, the reference data does not.
	const own = (i: number): string => fold(`${neighborhood(i)} - ${place(i)}`);
	const inside = wanted.neighborhoodies?.map(fold) ?? [];
	const outside = wanted.exclude_neighborhoods?.map(fold) ?? [];
	const all = wanted.contact_channels ?? [];
	return matching(
		count,
		(i) =>
			tests.every(([name, read]) => passes(given.get(name), read(i))) &&
			all.every((channel) => channels[channel]?.(i) ?? true) &&
			(inside.length === 0 || inside.includes(own(i))) &&
			(outside.length === 0 || !outside.includes(own(i))),
	);
}
