import type { Schema } from '../../../contract/model/schema';
import { isObject } from '../../../tools/openapi/differences';
import type { ApiDocument } from './document';

/** Something about a value that is not as its schema has it. */
export interface Unlike {
	/** As in `filtros_pessoa.estados[0]`; empty for the value as a whole. */
	readonly at: string;
	readonly what: string;
	readonly isRefused: boolean;
}

const FORMATS: Readonly<Record<string, (text: string) => boolean>> = {
	date: (text) => /^\d{4}-\d\d-\d\d$/.test(text),
	email: (text) => /^[^\s@]+@[^\s@]+$/.test(text),
	uri: (text) => URL.canParse(text),
};

const isFilled = (value: unknown): boolean =>
	value !== undefined && value !== null && value !== '' && (!Array.isArray(value) || value.length > 0);

const below = (at: string, name: string): string => (at === '' ? name : `${at}.${name}`);

const pointed = (pointer: string): string =>
	pointer
		.slice(1)
		.replace(/\/(\d+)/g, '[$1]')
		.replaceAll('/', '.');

/** All that is not as the schema has it: what is refused, and what the service would drop, cut or not understand. */
export function unlike(document: ApiDocument, schema: Schema, value: unknown): readonly Unlike[] {
	const found: Unlike[] = [];
	const known = withoutUnknown(schema, value, '', found);
	for (const { instancePath, message = 'is wrong' } of document.complaints(schema, known)) {
		found.push({ at: pointed(instancePath), what: message, isRefused: true });
	}
	const seen = new Set<string>();
	return found.filter(({ at, what }) => !seen.has(`${at} ${what}`) && seen.add(`${at} ${what}`));
}

/** The properties of an object, in whichever of its forms; `undefined` when any are taken. */
function propertiesOf({ anyOf = [], properties }: Schema): Record<string, Schema> | undefined {
	const given = [...anyOf.map(propertiesOf), properties].filter((form) => form !== undefined);
	return given.length === 0 ? undefined : (Object.assign({}, ...given) as Record<string, Schema>);
}

/** The value as the service reads it; what it drops or does not understand is noted. */
function withoutUnknown(schema: Schema, value: unknown, at: string, found: Unlike[]): unknown {
	if (Array.isArray(value)) {
		const { items } = schema;
		return items === undefined
			? value
			: value.map((entry, i) => withoutUnknown(items, entry, `${at}[${i}]`, found));
	}
	if (typeof value === 'string') return asTaken(schema, value, at, found);
	if (!isObject(value)) return value;
	const either = schema['x-either'] ?? [];
	if (either.filter((name) => isFilled(value[name])).length > 1) {
		found.push({ at, what: `has more than one of ${either.join(', ')}`, isRefused: false });
	}
	const properties = propertiesOf(schema);
	if (properties === undefined) return value;
	return Object.fromEntries(
		Object.entries(value).flatMap(([name, inner]) => {
			const place = below(at, name);
			if (Object.hasOwn(properties, name)) {
				return [[name, withoutUnknown(properties[name], inner, place, found)]];
			}
			found.push({ at: place, what: 'is not in the document', isRefused: false });
			return [];
		}),
	);
}

/** A text as the service takes it; notes what would have no effect. */
function asTaken(schema: Schema, text: string, at: string, found: Unlike[]): string {
	const { format = '', maxLength = 0, 'x-written-as': form, 'x-cut': cut } = schema;
	const note = (what: string): void => void found.push({ at, what, isRefused: false });
	if (form && !new RegExp(form.pattern, 'u').test(text)) note(`must be written otherwise: ${form.hint}`);
	if (FORMATS[format]?.(text) === false) note(`is not in the format ${format}`);
	if (!cut || text.length <= maxLength) return text;
	note(`is longer than ${maxLength}, and is cut`);
	return text.slice(0, maxLength);
}
