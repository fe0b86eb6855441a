import type { Schema } from './model/schema';

/**
 * Terms of the live service that this package replaces with neutral ones. The credential holds the live terms;
 * without them the neutral ones are sent (the sandbox accepts both).
 */
export interface BrandTerms {
	/** The messaging app, in paths and as a contact channel. */
	readonly chatApp: string;
	/** The field with the profile URL on the professional social network. */
	readonly socialUrl: string;
	readonly spreadsheet: string;
}

export const neutralNames: BrandTerms = {
	chatApp: 'chatapp',
	socialUrl: 'url_social',
	spreadsheet: '<spreadsheet>',
};

/** The network's name in other field names, derived from its URL field (assumed: client). */
const networkOf = (brandTerms: BrandTerms): string => brandTerms.socialUrl.replace(/^url_|_url$/g, '');

function renamed(name: string, from: BrandTerms, to: BrandTerms): string {
	if (name === from.socialUrl) return to.socialUrl;
	const network = networkOf(from);
	if (!name.includes(network) && !name.includes(from.chatApp)) return name;
	const partIn = (part: string): string => {
		if (part === from.chatApp) return to.chatApp;
		return part === network ? networkOf(to) : part;
	};
	return name.split('_').map(partIn).join('_');
}

/** Contract field name to live name; in `razao_social`, the word does not mean the network. */
export const wireName = (name: string, brandTerms: BrandTerms): string =>
	name === 'razao_social' ? name : renamed(name, neutralNames, brandTerms);

export const neutralName = (name: string, brandTerms: BrandTerms): string =>
	renamed(name, brandTerms, neutralNames);

export const wirePath = (path: string, brandTerms: BrandTerms): string =>
	path
		.split('/')
		.map((segment) => (segment === neutralNames.chatApp ? brandTerms.chatApp : segment))
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
export function wireValue(value: unknown, schema: Schema | undefined, brandTerms: BrandTerms): unknown {
	if (schema === undefined) return value;
	if (Array.isArray(value)) return value.map((entry) => wireValue(entry, schema.items, brandTerms));
	if (typeof value === 'object' && value !== null) {
		return Object.fromEntries(
			Object.entries(value).map(([name, inner]) => {
				const property = propertyOf(schema, name);
				return property === undefined
					? [name, inner]
					: [wireName(name, brandTerms), wireValue(inner, property, brandTerms)];
			}),
		);
	}
	if (typeof value === 'string' && schema.enum?.includes(value)) {
		if (value === neutralNames.chatApp) return brandTerms.chatApp;
		if (value === neutralNames.spreadsheet) return brandTerms.spreadsheet;
	}
	return value;
}
