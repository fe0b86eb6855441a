import isEqual from 'lodash/isEqual';
import sortBy from 'lodash/sortBy';

import { DASHES, isMissing, plainText, splitPhone } from '../../../../contract/input';
import { isBlank, isObject } from '../../../../core/base/json';
import { withoutAccents } from '../../../../core/base/text';
import { recognizeContact, type Recognized } from './recognize';

/** What a column holds, by its name without accents, capitals, punctuation and plural. */
interface Kind {
	/** Absent if the column may hold several. */
	readonly name?: string;
	readonly usual?: readonly string[];
	/** A name matches if these are its only identifiers. */
	readonly words?: readonly string[];
	/** Whether a value surely is one: `Situação CNPJ` may hold `ativa`. */
	readonly isSure?: (value: unknown) => boolean;
}

const hasDigit = (value: unknown): boolean => isObject(value) || /\d/.test(String(value));
const hasAt = (value: unknown): boolean => isObject(value) || String(value).includes('@');
/** It often holds a name or phone number. */
const isContact = (value: unknown): boolean =>
	typeof value === 'object' || (!mayBePhone(value) && 'contact' in recognizeContact(value));

/** In order of precedence. The first is that in which this package's results name the contact. */
const KINDS: readonly Kind[] = [
	{ usual: ['contact'], isSure: isContact },
	{ name: 'id_pessoa', usual: ['idpessoa', 'personid', 'b2bpersonid'] },
	{ name: 'id_empresa', usual: ['idempresa', 'companyid', 'b2bcompanyid'] },
	{ name: 'cnpj', words: ['cnpj'], isSure: hasDigit },
	{ usual: ['cpfcnpj', 'cnpjcpf', 'documento', 'document'], words: ['cnpj', 'cpf'], isSure: hasDigit },
	{ name: 'email', words: ['email'], isSure: hasAt },
	{ name: 'url_social', usual: ['urlsocial', 'profileurl', 'urldoperfil', 'urlperfil', 'perfil', 'profile'] },
	{ name: 'cpf', words: ['cpf'], isSure: hasDigit },
	{ usual: ['contato', 'identifier', 'identificador'], isSure: isContact },
];
const IDENTIFIERS = ['cnpj', 'cpf', 'email'];
/** With one of these words, a column holds part of a document, a count or a time. */
const OTHERWISE = new Set(
	'at data date dt hora time timestamp raiz basico base root ordem dv count total quantidade qtd'.split(' '),
);
/** The parts of a CNPJ in the registry's open data, and their lengths. */
const PARTS = { cnpjbasico: 8, cnpjordem: 4, cnpjdv: 2 } as const;
/** Added by n8n's form. */
const OF_FORM = ['submittedAt', 'formMode', 'formQueryParameters'];
/** Beside its account, n8n's HubSpot node outputs HubSpot's own `companyId` (its companies API, v2). */
const HUBSPOT = 'portalId';
const LONGEST_NAME = 100;

/** Without accents, capitals, punctuation, plural and number, in camelCase or with separators. */
function wordsOf(name: string): readonly string[] {
	if (name.length > LONGEST_NAME) return [];
	const words = withoutAccents(name)
		.replace(/([a-z])([A-Z])/g, '$1 $2')
		.replace(/([A-Z])([A-Z][a-z]{2})/g, '$1 $2')
		.toLowerCase()
		.replace(/\be[^a-z\d]?mail/g, 'email')
		.split(/[^a-z\d]+/);
	return words.map((word) => word.replace(/\d+$/, '').replace(/s$/, ''));
}

function kindOf(column: string): Kind | undefined {
	const words = wordsOf(column);
	const identifiers = words.some((word) => OTHERWISE.has(word))
		? []
		: IDENTIFIERS.filter((identifier) => words.includes(identifier));
	return KINDS.find(
		(kind) => kind.usual?.includes(words.join('')) === true || isEqual(kind.words, identifiers),
	);
}

type Column = readonly [column: string, value: unknown];

/** A value, with its identifier if the column names one; or why the row has none. */
type Found =
	| {
			readonly value: unknown;
			readonly name?: string;
			/** Only if the row has several columns. */
			readonly column?: string;
	  }
	| { readonly problem: string };

const NO_COLUMN =
	"has no filled column with a usual name, such as cnpj, cpf, email, profileUrl, personId or companyId. Drag the column that holds the identifier into 'Contact'.";
const MAY_BE_PHONE =
	"may be a document or a phone number. Name its column cpf or cnpj, or drag it into 'Contact'.";
const isEmptyIn = (column: string): string => `is missing: ${quoted(column)} is empty.`;
const hasOneColumn = (heading: string): string =>
	`is not found: this row has one column, '${heading.slice(0, LONGEST_NAME)}'. Read the file again with the delimiter ;.`;

const quoted = (column: string): string => `the column '${column.slice(0, LONGEST_NAME)}'`;

const isEmpty = (value: unknown): boolean => isBlank(value) || isMissing(value);

/** A CRM may give a list of entries: takes the primary one, else the first filled one. */
function primaryOf(value: unknown): unknown {
	if (!Array.isArray(value) || value.length === 0) return value;
	const isEntry = (entry: unknown): entry is Record<string, unknown> =>
		isObject(entry) && Object.hasOwn(entry, 'value') && Object.hasOwn(entry, 'primary');
	if (!value.every(isEntry)) return value;
	const filled = value.filter((entry) => !isEmpty(entry.value));
	return (filled.find(({ primary }) => primary === true) ?? filled[0])?.value;
}

/** The CNPJ from the three columns of the registry's open data. */
function joined(columns: readonly Column[]): string | undefined {
	const parts = Object.entries(PARTS).map(([name, length]) => {
		const [, value = ''] = columns.find(([column]) => wordsOf(column).join('') === name) ?? [];
		const part = plainText(String(value));
		return /^[\da-z]+$/i.test(part) && part.length <= length ? part.padStart(length, '0') : undefined;
	});
	return parts.includes(undefined) ? undefined : parts.join('');
}

/** Whether the only column is a line of a file read with the wrong delimiter, named by the header line. */
const isUndivided = ([column, value]: Column): boolean =>
	typeof value === 'string' &&
	value.includes(';') &&
	!/[\n\r]/.test(value) &&
	column.includes(';') &&
	column.split(';').some((heading) => kindOf(heading) !== undefined);

const FORMATTED_CPF = new RegExp(`\\d{3}\\.\\d{3}\\.\\d{3}[${DASHES}]\\d{2}`);
/** The check digits of a phone number may make it the CPF of a stranger. */
const mayBePhone = (value: unknown): boolean =>
	!FORMATTED_CPF.test(String(value)) && splitPhone(String(value)) !== undefined;

/** Of phone numbers, one in a hundred would be paid for as the CPF of a stranger. */
const OF_PHONES = /tel|fone|phone|cel/i;

/**
 * The identifier of a row, or a list of them: the first kind of column with a well-formed value, else the only
 * filled column.
 * @param given a row, or a value that stands for itself
 * @param isEntry whether it comes from a list of rows
 */
export function identifierIn(given: unknown, isEntry = false): Found {
	if (!isObject(given)) return { value: primaryOf(given) };
	const others = Object.hasOwn(given, HUBSPOT) ? [...OF_FORM, 'companyId'] : OF_FORM;
	const columns = Object.entries(given)
		.filter(([column]) => !others.includes(column))
		.map(([column, value]): Column => [column, primaryOf(value)]);
	if (columns.length === 1 && isUndivided(columns[0])) return { problem: hasOneColumn(columns[0][0]) };
	const whole = joined(columns);
	const all: readonly Column[] = whole === undefined ? columns : [...columns, ['cnpj', whole]];
	const filled = all.filter(([, value]) => !isEmpty(value));
	const candidates = filled.flatMap((column) => {
		const kind = kindOf(column[0]);
		return kind === undefined ? [] : [{ column, kind, isSure: kind.isSure?.(column[1]) !== false }];
	});
	const [best] = sortBy(candidates, [({ isSure }) => !isSure, ({ kind }) => KINDS.indexOf(kind)]);
	const isSure = best?.isSure === true;
	const empty = columns.find(([column, value]) => isEmpty(value) && kindOf(column) !== undefined);
	if (!isSure && empty !== undefined) return { problem: isEmptyIn(empty[0]) };
	const [column, value] = best?.column ?? (filled.length === 1 ? filled[0] : ['cnpj', undefined]);
	// A column named after a document may hold a part of one: never take it for an ID.
	if (best === undefined && /cnpj|cpf/i.test(column)) return { problem: NO_COLUMN };
	const isList = columns.length === 1 && !OF_PHONES.test(column);
	if (!isSure && !isList && mayBePhone(value)) return { problem: MAY_BE_PHONE };
	// The value is itself a row.
	if (isObject(value) && !isEntry) return identifierIn(value, true);
	const name = best?.kind.name;
	return { value, ...(name !== undefined && { name }), ...(columns.length > 1 && { column }) };
}

const NO_VALUE =
	"is empty: 'Contact' has no value for this row. Check the name of the column in its expression.";

/** What may be a list: the value or, of a row, that of the identifier's column. */
export function valueIn(given: unknown): unknown {
	const found = identifierIn(given);
	return 'problem' in found ? undefined : found.value;
}

/** The contact in a value or, of a row, in the identifier's column. */
export function recognizeIn(given: unknown): Recognized {
	if (isMissing(given)) return { problem: NO_VALUE };
	const found = identifierIn(given);
	if ('problem' in found) return found;
	const { value, name, column } = found;
	const recognized = recognizeContact(value, name);
	return 'problem' in recognized && column !== undefined
		? { problem: `in ${quoted(column)} ${recognized.problem}` }
		: recognized;
}
