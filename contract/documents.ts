import { normalizeCnpj, normalizeCpf, plainNumber } from './input';

/**
 * CPFs, CNPJs and postal codes that the service or a file gives as numbers, or that have lost their leading zeros on
 * the way through a spreadsheet.
 */

const DOCUMENTS = {
	cpf: { digits: 11, normalize: normalizeCpf },
	cnpj: { digits: 14, normalize: normalizeCnpj },
} as const;
type Document = keyof typeof DOCUMENTS;
const DOCUMENT_NAMES = Object.keys(DOCUMENTS) as Document[];

const POSTAL_NAMES = ['cep', 'postal code', 'zip code', 'codigo postal'];
const POSTAL_DIGITS = 8;
/** Words of a name that say that the field holds a part of a document, or a number of them. */
export const NOT_WHOLE = [
	'raiz',
	'basico',
	'base',
	'root',
	'ordem',
	'dv',
	'count',
	'total',
	'quantidade',
	'qtd',
];
/** Levels of a response that are looked into. */
const DEEPEST = 100;

/** The words of a field name, without numbers and plural: `cpfSocio_1` is `cpf socio`. */
const wordsIn = (name: string): string[] =>
	name
		.replace(/([a-z])([A-Z])/g, '$1 $2')
		.toLowerCase()
		.split(/[^a-z]/)
		.map((word) => word.replace(/(cpf|cnpj)s$/, '$1'))
		.filter((word) => word !== '');

/** The document in digits, at its full length if the name of the field says what it is. */
function documentIn(name: string, digits: string): string | undefined {
	const words = wordsIn(name);
	const [only] = words.length === 1 ? DOCUMENT_NAMES.filter((document) => document === words[0]) : [];
	if (only !== undefined) return digits.padStart(DOCUMENTS[only].digits, '0');
	if (POSTAL_NAMES.includes(words.join(' ')))
		return digits.length === POSTAL_DIGITS - 1 ? `0${digits}` : digits;
	if (words.some((word) => NOT_WHOLE.includes(word))) return undefined;
	// The name may say anything of a document, so the check digits decide.
	const found = DOCUMENT_NAMES.filter((document) => words.includes(document)).flatMap(
		(document) => DOCUMENTS[document].normalize(digits) ?? [],
	);
	return found.length === 1 ? found[0] : undefined;
}

/** Names that need no closer look; most fields of most records have such. */
const MAY_BE_DOCUMENT = /cpf|cnpj|cep|postal|zip/i;

function wholeField(name: string, value: unknown, depth: number): unknown {
	if (typeof value === 'object') {
		return Array.isArray(value) ? wholeList(name, value, depth) : wholeValue(value, depth);
	}
	if (!MAY_BE_DOCUMENT.test(name)) return value;
	const digits = plainNumber(String(value));
	return /^\d{1,14}$/.test(digits) ? (documentIn(name, digits) ?? value) : value;
}

function wholeList(name: string, list: readonly unknown[], depth: number): readonly unknown[] {
	if (depth === DEEPEST) return list;
	const whole = list.map((entry) => wholeField(name, entry, depth + 1));
	return whole.some((entry, i) => entry !== list[i]) ? whole : list;
}

function wholeValue(value: object | null, depth: number): unknown {
	if (value === null || depth === DEEPEST) return value;
	const record = value as Readonly<Record<string, unknown>>;
	const changed: Array<[string, unknown]> = [];
	for (const name of Object.keys(record)) {
		// In a result record, another field says what the identifier is.
		const isNamed = name === 'valor_entrada' && typeof record.tipo_entrada === 'string';
		const whole = wholeField(isNamed ? String(record.tipo_entrada) : name, record[name], depth + 1);
		if (whole !== record[name]) changed.push([name, whole]);
	}
	return changed.length === 0 ? value : Object.fromEntries([...Object.entries(record), ...changed]);
}

/** The value with all documents, at any depth, as whole text; nothing else changes, and nothing is copied without need. */
export const wholeDocuments = <T>(value: T): T => wholeField('', value, 0) as T;
