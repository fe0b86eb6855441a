/** Default values that take a field of the input item. */

/** Longer names are words, which nobody writes in capitals only. */
const LONGEST_ABBREVIATION = 4;

const spellings = (name: string): string[] => {
	const isPlain = /^[a-z]+$/.test(name);
	return [
		name,
		...(isPlain && name.length <= LONGEST_ABBREVIATION ? [name.toUpperCase()] : []),
		...(isPlain ? [`${name[0].toUpperCase()}${name.slice(1)}`] : []),
	];
};

/** An expression for the first of these fields that the item has: `cnpj` also finds `CNPJ` and `Cnpj`. */
export const fromItem = (...names: readonly string[]): string =>
	`={{ ${names
		.flatMap(spellings)
		.map((name) => `$json.${name}`)
		.join(' ?? ')} }}`;

const FIELD = /^\$json\.([A-Za-z_]\w*)$/;

/**
 * The fields in an expression of that form, such as one that n8n writes when a field is dragged into a parameter;
 * `undefined` for any other text.
 */
export function fieldsIn(text: string): string[] | undefined {
	if (!text.startsWith('={{') || !text.endsWith('}}')) return undefined;
	const names = text
		.slice(3, -2)
		.split('??')
		.map((part) => FIELD.exec(part.trim())?.[1]);
	return names.every((name) => name !== undefined) ? names : undefined;
}

/** An expression for the item itself. */
export const WHOLE_ITEM = '={{ $json }}';

/** Whether a text is that expression. */
export const isWholeItem = (text: string): boolean => /^=\{\{ *\$json *\}\}$/.test(text);
