import type { IDataObject } from 'n8n-workflow';

import type { LiveNames } from '../../contract/liveNames';
import { asText, isBlank, isObject, type Json } from '../base/json';
import { shapeOf, type Shape, type Spot } from './shape';

/** Finds values in a record of any shape: an object of the interface, or a row of a file with its column headings. */

/** A record with the objects in which enrichments keep what they found. */
export class Places {
	private readonly objects: readonly IDataObject[];
	private readonly shape: Shape;

	constructor(
		readonly record: IDataObject,
		readonly words: LiveNames,
	) {
		// The details are optional: a record may hold the data itself.
		const places = [[record.detalhes_contato].flat()[0], record].filter(isObject);
		this.objects = [...places.map((place) => place.informacoes_basicas), ...places].filter(isObject);
		this.shape = shapeOf(this.objects, words);
	}

	/** The same names looked up in another object. */
	within(record: IDataObject): Places {
		return new Places(record, this.words);
	}

	/** The first value that is not blank under one of these names, the best name first. */
	find(...names: readonly string[]): Json {
		for (const name of names) {
			for (const spot of this.shape.spotsOf(name)) {
				const value = this.valueAt(spot);
				if (!isBlank(value)) return value;
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
		return names.flatMap((name) => this.all(name).flat().filter(isObject));
	}

	/** The texts and numbers under a name: one, or those of a list. */
	texts(name: string): string[] {
		return [this.find(name)].flat().flatMap((entry) => asText(entry) ?? []);
	}

	/** What numbered fields hold, such as `EMAIL`, `EMAIL_1` and `EMAIL_2`, in their order, with their number. */
	numbered(...names: readonly string[]): Array<readonly [number: string, value: Json]> {
		const found = names.flatMap((name) =>
			this.shape.numberedOf(name).flatMap(({ place, keys, number }) => {
				const value = this.filled(place, keys);
				return isObject(value) || Array.isArray(value) || isBlank(value) ? [] : [[number, value] as const];
			}),
		);
		return found.sort(([a], [b]) => Number(a) - Number(b));
	}

	private all(name: string): Json[] {
		return this.shape.spotsOf(name).map((spot) => this.valueAt(spot));
	}

	private valueAt({ place, keys, rest }: Spot): Json {
		let value = this.filled(place, keys);
		for (const key of rest) value = isObject(value) ? value[key] : undefined;
		return value;
	}

	/** The first value of an object under these keys that is not blank, or a blank one. */
	private filled(place: number, keys: readonly string[]): Json {
		const values = keys.map((key) => this.objects[place][key]);
		return values.find((value) => !isBlank(value)) ?? values[0];
	}
}
