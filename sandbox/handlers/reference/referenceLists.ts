import { fold } from '../../base/random';
import { Refusal } from '../../base/refusal';
import type { Settings } from '../../base/settings';
import { ACTIVITIES, OCCUPATIONS, PROFILES, SECTOR_CODES, type Code } from '../../data/codes';
import { ALL_CITIES, NEIGHBORHOODS, prospectingForm } from '../../data/places';
import type { Call, Handlers, Reply } from '../../world/call';
import { wrappedList } from '../../world/replies';
import type { World } from '../../world/world';

interface CodesQuery {
	readonly code?: string;
	readonly description?: string;
	readonly page?: number;
	readonly page_size?: number;
}

/** Page size when none is asked for (the default of the vendor's client). */
const PAGE_SIZE = 50;

const part = (text: string | undefined, of: string): boolean => fold(of).includes(fold(text ?? ''));

const largestPage = ({ largestPage: size }: Settings): number => (size === 0 ? Infinity : size);

/** Entries, and how many there are where the service tells. */
const listed = ({ listTotals }: Settings, results: readonly unknown[], count: number): Reply => ({
	status: 200,
	body: { ...(listTotals === 'present' && { count }), results },
});

/** A page of the entries that have the code and the part of the description. */
function codes({ settings }: World, entries: readonly Code[], query: CodesQuery): Reply {
	const { code, description, page = 1, page_size: wanted = PAGE_SIZE } = query;
	const largest = largestPage(settings);
	if (wanted > largest && settings.oversizedPage === 'refused') {
		throw new Refusal(400, 'invalid_page_size', `At most ${largest} entries.`);
	}
	const size = Math.min(wanted, largest);
	const found = entries.filter(
		(entry) => (code === undefined || entry.code === code) && part(description, entry.description),
	);
	const from = (page - 1) * size;
	if (settings.pageBeyondLast === 'notFound' && from > 0 && from >= found.length) {
		throw new Refusal(404, 'not_found', 'Invalid page.');
	}
	return listed(settings, found.slice(from, from + size), found.length);
}

/** Places under the name that is sent back to prospecting. */
function places(call: Call, names: readonly string[]): Reply {
	const { settings } = call.world;
	const shown = names.slice(0, largestPage(settings)).map((name) => ({ [settings.placeField]: name }));
	return wrappedList(call, shown, settings.listTotals === 'present' ? { count: names.length } : {});
}

/** The cities of a state, or of all, in the form of the B2B endpoints. */
const citiesOf = (state: string | undefined): readonly string[] =>
	state === undefined ? ALL_CITIES : ALL_CITIES.filter((city) => city.endsWith(`, ${state}`));

const nameOf = (city: string): string => city.slice(0, -', UF'.length);

/** The reference data that prospecting takes its values from. */
export const referenceListHandlers: Handlers = {
	profiles: (call) => wrappedList(call, PROFILES),
	cities: (call) => {
		const { name, state } = call.query;
		const found = citiesOf(state).filter((city) => part(name, nameOf(city)));
		return places(call, found.map(prospectingForm));
	},
	neighborhoods: (call) => {
		const { name, city, state } = call.query;
		const found = citiesOf(state).filter((own) => city === undefined || fold(nameOf(own)) === fold(city));
		const named = NEIGHBORHOODS.filter((own) => part(name, own));
		return places(
			call,
			found.flatMap((own) => named.map((neighborhood) => `${neighborhood} - ${prospectingForm(own)}`)),
		);
	},
	occupations: ({ world, query }) => codes(world, OCCUPATIONS, query),
	economicActivities: ({ world, query }) => codes(world, ACTIVITIES, query),
	sectors: ({ world, query }) => codes(world, SECTOR_CODES, query),
};
