import type { IDataObject } from 'n8n-workflow';

import { wireName, type LiveNames } from '../../contract/liveNames';

/** Where names stand in records of one shape: records of a run have the same names, so this is worked out once for all. */

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
}

/** Where one of a record's objects has what is sought. */
export interface Spot {
	/** Which of the objects. */
	readonly place: number;
	/** Its keys, the best first: the value is that of the first that is filled. */
	readonly keys: readonly string[];
	/** The names within what stands there. */
	readonly rest: readonly string[];
}

/** A field with a number at its end, or none. */
export interface NumberedSpot {
	readonly place: number;
	/** As in `Spot`. */
	readonly keys: readonly string[];
	readonly number: string;
}

/** The names of a record's objects. */
export class Shape {
	/** For each object, its keys by their plain name, which those have in common that differ in capitals or accents. */
	private readonly keys: ReadonlyArray<ReadonlyMap<string, readonly string[]>>;
	private readonly spots = new Map<string, readonly Spot[]>();
	private readonly numberedSpots = new Map<string, readonly NumberedSpot[]>();

	constructor(
		keys: ReadonlyArray<readonly string[]>,
		private readonly seek: (name: string) => Sought,
	) {
		this.keys = keys.map((own) => {
			const byName = new Map<string, readonly string[]>();
			for (const key of own) byName.set(plain(key), [key, ...(byName.get(plain(key)) ?? [])]);
			return byName;
		});
	}

	/** Where a name stands, in the order of the objects. */
	spotsOf(name: string): readonly Spot[] {
		const known = this.spots.get(name);
		if (known !== undefined) return known;
		const { first, live, rest } = this.seek(name);
		const spots = this.keys.flatMap((own, place): Spot[] => {
			const keys = [...new Set([...(own.get(live) ?? []), ...(own.get(first) ?? [])])];
			return keys.length === 0 ? [] : [{ place, keys, rest }];
		});
		this.spots.set(name, spots);
		return spots;
	}

	/** Where a name stands with a number after it, such as `EMAIL`, `EMAIL_1` and `EMAIL_2`. */
	numberedOf(name: string): readonly NumberedSpot[] {
		const known = this.numberedSpots.get(name);
		if (known !== undefined) return known;
		const pattern = new RegExp(`^${this.seek(name).live}_?(\\d*)$`);
		const spots = this.keys.flatMap((own, place) =>
			[...own].flatMap(([found, keys]): NumberedSpot[] => {
				const number = pattern.exec(found)?.[1];
				return number === undefined ? [] : [{ place, keys, number }];
			}),
		);
		this.numberedSpots.set(name, spots);
		return spots;
	}
}

/** So many shapes are kept for an account; records of a run rarely have more than a few. */
const MOST_SHAPES = 200;
const LONGEST_SHAPE = 10_000;

/** Finds the shape of records in the words of an account. */
class Shapes {
	private readonly known = new Map<string, Shape>();
	private readonly seek: (name: string) => Sought;

	constructor(words: LiveNames) {
		this.seek = kept((name: string): Sought => {
			const [first, ...rest] = name.split('.');
			return { first, live: plain(wireName(first, words)), rest };
		});
	}

	of(objects: readonly IDataObject[]): Shape {
		const keys = objects.map((object) => Object.keys(object));
		const signature = JSON.stringify(keys);
		const known = this.known.get(signature);
		if (known !== undefined) return known;
		const shape = new Shape(keys, this.seek);
		if (signature.length > LONGEST_SHAPE) return shape;
		if (this.known.size >= MOST_SHAPES) this.known.clear();
		this.known.set(signature, shape);
		return shape;
	}
}

/** Those of the words that were asked for last. */
let last: { readonly words: LiveNames; readonly shapes: Shapes } | undefined;

/** The shape of a record's objects. */
export function shapeOf(objects: readonly IDataObject[], words: LiveNames): Shape {
	if (last?.words !== words) last = { words, shapes: new Shapes(words) };
	return last.shapes.of(objects);
}
