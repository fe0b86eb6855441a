import { neutralNames, wireName, type LiveNames } from '../../contract/liveNames';
import type { Schema } from '../../contract/model/schema';

/** The part of a request that the service knows, in the neutral spelling, and the paths of what it drops. */
export interface Recognised {
	readonly value: unknown;
	readonly unknownFields: readonly string[];
}

/** Drops the fields that the contract does not have, as the service does. */
export function recognise(value: unknown, schema: Schema, words: LiveNames): Recognised {
	const unknownFields: string[] = [];
	return { value: known(value, schema, words, '', unknownFields), unknownFields };
}

type Properties = Readonly<Record<string, Schema>>;

/** The properties of an object, in whichever of its forms they stand; `undefined` when any are taken. */
function propertiesOf({ properties, anyOf = [] }: Schema): Properties | undefined {
	// Forms may only add rules to the object's own properties.
	const forms = [...anyOf.map(propertiesOf), properties].filter((form) => form !== undefined);
	return forms.length === 0 ? undefined : (Object.assign({}, ...forms) as Properties);
}

function known(value: unknown, schema: Schema, words: LiveNames, path: string, dropped: string[]): unknown {
	if (Array.isArray(value)) {
		const { items } = schema;
		if (items === undefined) return value;
		return value.map((entry, i) => known(entry, items, words, `${path}[${i}]`, dropped));
	}
	if (typeof value === 'object' && value !== null) {
		const properties = propertiesOf(schema);
		if (properties === undefined) return value;
		return Object.fromEntries(
			Object.entries(value).flatMap(([sent, inner]) => {
				const place = path === '' ? sent : `${path}.${sent}`;
				const name = neutralName(sent, properties, words);
				if (name === undefined) dropped.push(place);
				return name === undefined ? [] : [[name, known(inner, properties[name], words, place, dropped)]];
			}),
		);
	}
	return typeof value === 'string' ? neutralValue(value, schema, words) : value;
}

function neutralName(
	sent: string,
	properties: Readonly<Record<string, Schema>>,
	words: LiveNames,
): string | undefined {
	if (Object.hasOwn(properties, sent)) return sent;
	if (words === neutralNames) return undefined;
	return Object.keys(properties).find((name) => wireName(name, words) === sent);
}

/** Values of closed lists in the neutral spelling. */
function neutralValue(value: string, schema: Schema, words: LiveNames): string {
	for (const word of ['chatApp', 'spreadsheet'] as const) {
		if (value === words[word] && schema.enum?.includes(neutralNames[word])) return neutralNames[word];
	}
	return value;
}
