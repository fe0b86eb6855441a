import type { IDataObject } from 'n8n-workflow';

import { wireName, type LiveNames } from '../../contract/liveNames';
import { asObject, asRows, asText, isBlank, isObject } from '../base/json';

/** Finds values in a record of any shape: an object of the interface, or a row of a file with its column headings. */

/** Records of a run have the same names; of others, so many are kept. */
const MOST_NAMES = 5000;
const LONGEST_NAME = 100;

/** A name or heading as it is compared: in lower case, without accents, words joined by underscores. */
const plain = kept((name: string): string =>
	name
		.normalize('NFD')
		.replace(/\p{M}/gu, '')
		.toLowerCase()
		.replace(/[^a-z0-9]+/g, '_'),
);

/** A function of a name that keeps its results. */
function kept<T>(of: (name: string) => T): (name: string) => T {
	const known = new Map<string, T>();
	return (name) => {
		const found = known.get(name);
		if (found !== undefined) return found;
		const result = of(name);
		if (known.size < MOST_NAMES && name.length <= LONGEST_NAME) known.set(name, result);
		return result;
	};
}

/** How a name is looked up. */
interface Sought {
	/** The name itself, and the name in the words of the service: of the field, or the object it is in. */
	readonly first: string;
	readonly live: string;
	/** The names within that object. */
	readonly rest: readonly string[];
	/** The field with a number at its end, or none. */
	readonly numbered: RegExp;
}

const soughtBy = new WeakMap<LiveNames, (name: string) => Sought>();

/** How names are looked up in the words of an account. */
function seekerFor(words: LiveNames): (name: string) => Sought {
	const known = soughtBy.get(words);
	if (known !== undefined) return known;
	const seeker = kept((name: string): Sought => {
		const [first, ...rest] = name.split('.');
		const live = plain(wireName(first, words));
		return { first, live, rest, numbered: new RegExp(`^${live}_?(\\d*)$`) };
	});
	soughtBy.set(words, seeker);
	return seeker;
}

/** Fields by their plain name. */
type Place = ReadonlyMap<string, unknown>;

const placeOf = (record: IDataObject): Place =>
	new Map(Object.entries(record).map(([name, value]) => [plain(name), value]));

/** A record with the objects in which enrichments keep what they found. */
export class Places {
	private readonly places: readonly Place[];
	private readonly sought: (name: string) => Sought;

	constructor(
		readonly record: IDataObject,
		readonly words: LiveNames,
	) {
		this.sought = seekerFor(words);
		const details = asObject(record.detalhes_contato);
		this.places = [details.informacoes_basicas, details, record.informacoes_basicas, record]
			.map(asObject)
			.filter((place) => Object.keys(place).length > 0)
			.map(placeOf);
	}

	/** The same names looked up in another object first. */
	within(record: IDataObject): Places {
		return new Places({ ...record, detalhes_contato: undefined, informacoes_basicas: undefined }, this.words);
	}

	/** The first value that is not blank under one of these names, the best name first. */
	find(...names: readonly string[]): unknown {
		for (const name of names) {
			const sought = this.sought(name);
			for (const place of this.places) {
				const value = valueIn(place, sought);
				if (value !== undefined && !isBlank(value)) return value;
			}
		}
		return undefined;
	}

	/** Whether the record has one of these names at all. */
	has(...names: readonly string[]): boolean {
		return names.some((name) => this.all(name).some((value) => value !== undefined));
	}

	/** The objects of the lists under these names. */
	rows(...names: readonly string[]): IDataObject[] {
		return names.flatMap((name) => this.all(name).flatMap(asRows));
	}

	/** The texts and numbers under a name: one, or those of a list. */
	texts(name: string): string[] {
		return [this.find(name)].flat().flatMap((entry) => asText(entry) ?? []);
	}

	/** What numbered fields hold, such as `EMAIL`, `EMAIL_1` and `EMAIL_2`, in their order, with their number. */
	numbered(...names: readonly string[]): Array<readonly [number: string, value: unknown]> {
		const found = names.flatMap((name) => {
			const { numbered: pattern } = this.sought(name);
			return this.places.flatMap((place) =>
				[...place].flatMap(([key, value]) => {
					const number = pattern.exec(key)?.[1];
					return number === undefined || isObject(value) || Array.isArray(value) || isBlank(value)
						? []
						: [[number, value] as const];
				}),
			);
		});
		return found.sort(([a], [b]) => Number(a) - Number(b));
	}

	private all(name: string): unknown[] {
		const sought = this.sought(name);
		return this.places.map((place) => valueIn(place, sought));
	}
}

function valueIn(place: Place, { first, live, rest }: Sought): unknown {
	let value = place.get(live) ?? place.get(first);
	for (const key of rest) value = asObject(value)[key];
	return value;
}
