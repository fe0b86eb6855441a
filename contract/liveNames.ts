import type { Schema } from './model/schema';

/**
 * Terms of the live service that this package replaces with neutral ones. The credential holds the live terms;
 * without them the neutral ones are sent (the sandbox accepts both).
 */
export interface LiveNames {
	/** The messaging app, in paths and as a contact channel. */
	readonly chatApp: string;
	/** The field with the profile URL on the professional social network. */
	readonly socialUrl: string;
	readonly spreadsheet: string;
}

export const neutralNames: LiveNames = {
	chatApp: 'chatapp',
	socialUrl: 'url_social',
	spreadsheet: '<spreadsheet>',
};

/** The network's name in other field names, derived from its URL field (assumed: client). */
const networkOf = (words: LiveNames): string => words.socialUrl.replace(/^url_|_url$/g, '');

/** Here `social` does not mean the network. */
const NOT_THE_NETWORK: readonly string[] = ['razao_social'];

/** Contract field name to live name. */
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

/** Live field name to contract name. */
export function neutralName(name: string, words: LiveNames): string {
	if (name === words.socialUrl) return neutralNames.socialUrl;
	const network = networkOf(words);
	if (!name.includes(network) && !name.includes(words.chatApp)) return name;
	const neutral = (part: string): string =>
		part === words.chatApp ? neutralNames.chatApp : part === network ? 'social' : part;
	return name.split('_').map(neutral).join('_');
}

export const wirePath = (path: string, words: LiveNames): string =>
	path
		.split('/')
		.map((segment) => (segment === neutralNames.chatApp ? words.chatApp : segment))
		.join('/');

/** Also searches the alternative shapes. */
function propertyOf(schema: Schema, name: string): Schema | undefined {
	const own = schema.properties?.[name];
	if (own !== undefined) return own;
	for (const form of schema.anyOf ?? []) {
		const property = propertyOf(form, name);
		if (property !== undefined) return property;
	}
	return undefined;
}

/** Translates field names in the schema and values of closed lists, never the user's free text. */
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
