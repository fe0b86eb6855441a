import isEqual from 'lodash/isEqual';
import sortBy from 'lodash/sortBy';

import { DASHES, isMissing, plainText, splitPhone } from '../../../../contract/input';
import { isBlank, isObject } from '../../../../core/base/json';
import { withoutAccents } from '../../../../core/base/text';
import { recogniseContact, type Known, type Recognised } from './recognise';

/** What a column holds, by its name without accents, capitals, punctuation and plural. */
interface Kind {
	/** Absent if the column may hold either document. */
	readonly name?: string;
	readonly usual?: readonly string[];
	/** A name matches if these are its only identifiers. */
	readonly words?: readonly string[];
	/** What a value must contain: `Situação CNPJ` may hold `ativa`. */
	readonly has?: RegExp;
}

/** In order of precedence. */
const KINDS: readonly Kind[] = [
	{ name: 'id_pessoa', usual: ['idpessoa', 'personid', 'b2bpersonid'] },
	{ name: 'id_empresa', usual: ['idempresa', 'companyid', 'b2bcompanyid'] },
	{ name: 'cnpj', words: ['cnpj'], has: /\d/ },
	{ usual: ['cpfcnpj', 'cnpjcpf', 'documento', 'document'], words: ['cnpj', 'cpf'], has: /\d/ },
	{ name: 'email', words: ['email'], has: /@/ },
	{ name: 'url_social', usual: ['urlsocial', 'profileurl', 'urldoperfil', 'urlperfil', 'perfil', 'profile'] },
	{ name: 'cpf', words: ['cpf'], has: /\d/ },
];
const IDENTIFIERS = ['cnpj', 'cpf', 'email'];
/** With one of these words, a column holds part of a document, a count or a time. */
const OTHERWISE = new Set(
	'at data date dt hora time timestamp raiz basico base root ordem dv count total quantidade qtd'.split(' '),
);
/** The column in which this package's results name the contact. */
const OWN = 'contact';
/** Checked last: they often hold a name or phone number. */
const LAST = [OWN, 'contato', 'identifier', 'identificador'];
/** The parts of a CNPJ in the registry's open data, and their lengths. */
const PARTS = { cnpjbasico: 8, cnpjordem: 4, cnpjdv: 2 } as const;
/** Added by n8n's form. */
const OF_FORM = ['submittedAt', 'formMode', 'formQueryParameters'];
const LONGEST_NAME = 100;
const LONGEST_HEADING = 40;

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

const plainName = (column: string): string => wordsOf(column).join('');

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
	'has no filled column with a usual name, such as cnpj, cpf, email, profileUrl, personId or companyId. Drag the column that holds the identifier into Contact.';
const MAY_BE_PHONE =
	'may be a document or a phone number. Name its column cpf or cnpj, or drag it into Contact.';
const isEmptyIn = (column: string): string => `is missing: ${quoted(column)} is empty.`;
const hasOneColumn = (heading: string): string =>
	`is not found: this row has one column, '${heading.slice(0, LONGEST_HEADING)}${heading.length > LONGEST_HEADING ? '…' : ''}'. Read the file again with the delimiter ;.`;

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
		const [, value = ''] = columns.find(([column]) => plainName(column) === name) ?? [];
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

/** A column, how its name reads, and whether its value surely is an identifier; objects and lists may hold some. */
interface Candidate {
	readonly column: Column;
	readonly kind?: Kind;
	readonly isSure: boolean;
}

const known = (column: Column): Candidate[] => {
	const kind = kindOf(column[0]);
	const has = kind?.has ?? /./s;
	return kind === undefined
		? []
		: [{ column, kind, isSure: isObject(column[1]) || has.test(String(column[1])) }];
};

const FORMATTED_CPF = new RegExp(`\\d{3}\\.\\d{3}\\.\\d{3}[${DASHES}]\\d{2}`);
/** The check digits of a phone number may make it the CPF of a stranger. */
const mayBePhone = (value: unknown): boolean =>
	!FORMATTED_CPF.test(String(value)) && splitPhone(String(value)) !== undefined;

/** Of phone numbers, one in a hundred would be paid for as the CPF of a stranger. */
const OF_PHONES = /tel|fone|phone|cel/i;

const last = (column: Column): Candidate => {
	const [, value] = column;
	const isContact = !mayBePhone(value) && 'contact' in recogniseContact(value);
	return { column, isSure: typeof value === 'object' || isContact };
};

/**
 * The identifier of a row, or a list of them, from the first of: this package's own result column; the first kind
 * of column with a well-formed value; a column checked last; the only filled one.
 * @param given a row, or a value that stands for itself
 * @param isEntry whether it comes from a list of rows
 */
export function identifierIn(given: unknown, isEntry = false): Found {
	if (!isObject(given)) return { value: primaryOf(given) };
	const columns = Object.entries(given)
		.filter(([column]) => !OF_FORM.includes(column))
		.map(([column, value]): Column => [column, primaryOf(value)]);
	if (columns.length === 1 && isUndivided(columns[0])) return { problem: hasOneColumn(columns[0][0]) };
	const whole = joined(columns);
	const all: readonly Column[] = whole === undefined ? columns : [...columns, ['cnpj', whole]];
	const filled = all.filter(([, value]) => !isEmpty(value));
	const named = sortBy(filled.flatMap(known), ({ kind }) => KINDS.indexOf(kind as Kind));
	const others = LAST.flatMap((name) => filled.filter(([column]) => plainName(column) === name)).map(last);
	const own = others.filter(({ column }) => plainName(column[0]) === OWN);
	const sure = [...own, ...named, ...others].find(({ isSure }) => isSure) ?? named[0];
	if (sure === undefined) {
		const isKnown = (name: string): boolean => kindOf(name) !== undefined || LAST.includes(plainName(name));
		const empty = columns.find(([column, value]) => isEmpty(value) && isKnown(column));
		if (empty !== undefined) return { problem: isEmptyIn(empty[0]) };
	}
	const lone = filled.length === 1 ? filled[0] : undefined;
	const [column, value] = sure?.column ?? others[0]?.column ?? lone ?? ['cnpj', undefined];
	const name = sure?.kind?.name;
	// A column named after a document may hold a part of one: never take it for an ID.
	if (sure === undefined && /cnpj|cpf/i.test(column)) return { problem: NO_COLUMN };
	const isList = columns.length === 1 && !OF_PHONES.test(column);
	if (sure === undefined && !isList && mayBePhone(value)) return { problem: MAY_BE_PHONE };
	// The value is itself a row.
	if (isObject(value) && !isEntry) return identifierIn(value, true);
	return { value, ...(name !== undefined && { name }), ...(columns.length > 1 && { column }) };
}

const NO_VALUE =
	'is empty: the field Contact has no value for this row. Check the name of the column in its expression.';

/** What may be a list: the value or, of a row, that of the identifier's column. */
export function valueIn(given: unknown): unknown {
	const found = identifierIn(given);
	return 'problem' in found ? undefined : found.value;
}

/** The contact in a value or, of a row, in the identifier's column. */
export function recogniseIn(given: unknown, known: Known): Recognised {
	if (isMissing(given)) return { problem: NO_VALUE };
	const found = identifierIn(given);
	if ('problem' in found) return found;
	const { value, name, column } = found;
	const recognised = recogniseContact(value, { ...known, ...(name !== undefined && { name }) });
	return 'problem' in recognised && column !== undefined
		? { problem: `in ${quoted(column)} ${recognised.problem}` }
		: recognised;
}
