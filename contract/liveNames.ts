import type { Schema } from './model/schema';

/**
 * The three words of the live service that this package spells neutrally. The credential holds the live
 * words; until it does, the neutral ones go over the wire (the sandbox takes both).
 */
export interface LiveNames {
	/** The messaging application, in paths and as a contact channel. */
	readonly chatApp: string;
	/** The field that holds the URL of a profile in the professional social network. */
	readonly socialUrl: string;
	/** The spreadsheet file format. */
	readonly spreadsheet: string;
}

export const neutralNames: LiveNames = {
	chatApp: 'chatapp',
	socialUrl: 'url_social',
	spreadsheet: '<spreadsheet>',
};

/** The network's own name, as it stands in further field names, taken from its URL field (assumed: client). */
const networkOf = (words: LiveNames): string => words.socialUrl.replace(/^url_|_url$/g, '');

/** Names with a word that only looks like the network's: the legal name of a company. */
const NOT_THE_NETWORK: readonly string[] = ['razao_social'];

/** A field name of the contract as the live service spells it. */
export function wireName(name: string, words: LiveNames): string {
	if (NOT_THE_NETWORK.includes(name)) return name;
	if (name === neutralNames.socialUrl) return words.socialUrl;
	return name
		.split('_')
		.map((part) => {
			if (part === neutralNames.chatApp) return words.chatApp;
			return part === 'social' ? networkOf(words) : part;
		})
		.join('_');
}

/** A path of the contract as the live service spells it. */
export const wirePath = (path: string, words: LiveNames): string =>
	path
		.split('/')
		.map((segment) => (segment === neutralNames.chatApp ? words.chatApp : segment))
		.join('/');

/** The schema of a property, in whichever form of an object has it. */
function propertyOf(schema: Schema, name: string): Schema | undefined {
	const own = schema.properties?.[name];
	if (own !== undefined) return own;
	for (const form of schema.anyOf ?? []) {
		const property = propertyOf(form, name);
		if (property !== undefined) return property;
	}
	return undefined;
}

/**
 * A request value as the live service spells it: field names that the schema knows, and values of closed
 * lists. Free text of the user is never touched.
 */
export function wireValue(value: unknown, schema: Schema | undefined, words: LiveNames): unknown {
	if (schema === undefined) return value;
	if (Array.isArray(value)) return value.map((entry) => wireValue(entry, schema.items, words));
	if (typeof value === 'object' && value !== null) {
		return Object.fromEntries(
			Object.entries(value).map(([name, inner]) => {
				const property = propertyOf(schema, name);
				return property === undefined
					? [name, inner]
					: [wireName(name, words), wireValue(inner, property, words)];
			}),
		);
	}
	if (typeof value === 'string' && schema.enum?.includes(value)) {
		if (value === neutralNames.chatApp) return words.chatApp;
		if (value === neutralNames.spreadsheet) return words.spreadsheet;
	}
	return value;
}

/** Reads a field of an answer under the neutral name or the live one. */
export const readLiveName = (
	record: Readonly<Record<string, unknown>>,
	name: string,
	words: LiveNames,
): unknown => record[wireName(name, words)] ?? record[name];
