import { fold } from '../base/random';
import { areaCodeOf } from '../data/records/registryRecords';
import { neighborhoodOf, prospectingForm } from '../data/reference';
import { matching } from '../data/search/matching';
import { CITIES } from '../data/vocabulary';

type Value = string | number | undefined;

/** What each filter of a call is compared with, in the record of an index. */
type Readers = Readonly<Record<string, (i: number) => Value>>;

/** Whether a value is one of a list, within a range, or the same; an empty list or range asks for nothing. */
function passes(wanted: unknown, value: Value): boolean {
	if (Array.isArray(wanted)) return wanted.length === 0 || wanted.some((each) => passes(each, value));
	if (typeof wanted !== 'object' || wanted === null) return wanted === value;
	const { lower, upper, start_date: from = lower, end_date: to = upper } = wanted as Record<string, Value>;
	const bound = (given: Value): Value =>
		given === '' || given === undefined ? undefined : typeof value === 'number' ? Number(given) : given;
	const [least, most] = [bound(from), bound(to)];
	if (least === undefined && most === undefined) return true;
	if (value === undefined) return false;
	return (least === undefined || value >= least) && (most === undefined || value <= most);
}

/** The filters of a call that are not compared with one value. `geo_points` is taken and never applied. */
interface Filters {
	readonly neighborhoodies?: readonly string[];
	readonly exclude_neighborhoods?: readonly string[];
	readonly contact_channels?: readonly string[];
}

/** Persons or companies, as far as they are found in the same way. */
interface Records {
	readonly count: number;
	readonly city: (i: number) => number;
	readonly hasPhone: (i: number) => boolean;
	readonly hasEmail: (i: number) => boolean;
}

/** The indices of the records that pass every filter. */
export function matches(
	{ count, city, hasPhone, hasEmail }: Records,
	wanted: Filters,
	hasMobile: (i: number) => boolean,
	readers: Readers,
): Uint32Array {
	const given = new Map<string, unknown>(Object.entries(wanted));
	const place = (i: number): string => prospectingForm(CITIES[city(i)]);
	const tests = Object.entries<(i: number) => Value>({
		cities: place,
		states: (i) => CITIES[city(i)].slice(-2),
		ddds: (i) => (hasPhone(i) ? areaCodeOf(i) : undefined),
		...readers,
	}).filter(([name]) => given.has(name));
	const channels: Readonly<Record<string, (i: number) => boolean>> = {
		chatapp: (i) => hasPhone(i) && i % 2 === 0,
		sms: hasMobile,
		phone: hasPhone,
		email: hasEmail,
	};
	// `NEIGHBORHOOD - CITY - UF` in one case, without accents: calls write capitals, the reference data does not.
	const own = (i: number): string => fold(`${neighborhoodOf(i)} - ${place(i)}`);
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
