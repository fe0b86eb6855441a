import { DASHES, isMissing, normalizeCpf, plainText, splitPhone } from '../../../../contract/input';
import { isBlank, isObject } from '../kit';

/** Finds the identifier of a row by the names of its columns. */

/** What a column may hold, by its name without accents, capitals, marks and plural. */
interface Kind {
	/** The identifier; absent for a document of either kind. */
	readonly name?: string;
	readonly usual: readonly string[];
	/** Other names have all of these words, and no other identifier. */
	readonly words?: readonly string[];
	/** What such a value has at least: `Situação CNPJ` may be `ativa`. */
	readonly has?: RegExp;
}

/** In the order in which a row is known by them. */
const KINDS: readonly Kind[] = [
	{ name: 'id_pessoa', usual: ['idpessoa', 'personid', 'b2bpersonid'] },
	{ name: 'id_empresa', usual: ['idempresa', 'companyid', 'b2bcompanyid'] },
	{ name: 'cnpj', usual: ['cnpj', 'cnpjempresa', 'companycnpj'], words: ['cnpj'], has: /\d/ },
	{ usual: ['cpfcnpj', 'cnpjcpf', 'documento', 'document'], words: ['cnpj', 'cpf'], has: /\d/ },
	{ name: 'email', usual: ['email', 'emailaddress', 'workemail'], words: ['email'], has: /@/ },
	{ name: 'url_social', usual: ['urlsocial', 'profileurl', 'urldoperfil', 'urlperfil', 'perfil', 'profile'] },
	{ name: 'cpf', usual: ['cpf', 'personcpf'], words: ['cpf'], has: /\d/ },
];
const IDENTIFIERS = ['cnpj', 'cpf', 'email'];
/** With one of these words, a column holds a part of a document, a number of them, or a time. */
const OTHERWISE = new Set(
	'at data date dt hora time timestamp raiz basico base root ordem dv count total quantidade qtd'.split(' '),
);
/** The name under which the results of this package say whom they are about. */
const OWN = 'contact';
/** Names that count last: they often hold somebody's name or phone number. */
const LAST = [OWN, 'contato', 'identifier', 'identificador'];
/** The parts of a CNPJ in the registry's open data, and how long they are. */
const PARTS = { cnpjbasico: 8, cnpjordem: 4, cnpjdv: 2 } as const;
/** What n8n's form adds to what was filled in. */
const OF_FORM = ['submittedAt', 'formMode', 'formQueryParameters'];
/** Longer names are no names. */
const LONGEST_NAME = 100;
const LONGEST_HEADING = 40;

const singular = (name: string): string => name.replace(/s$/, '');
const withoutAccents = (name: string): string => name.normalize('NFD').replace(/\p{M}/gu, '');
const folded = (name: string): string => {
	const letters = withoutAccents(name.slice(0, LONGEST_NAME)).toLowerCase();
	return singular(letters.replace(/[^a-z\d]/g, ''));
};

/** The identifiers among the words of a name, told apart by capitals and by what is no letter. */
function identifiersIn(name: string): readonly string[] {
	if (name.length > LONGEST_NAME || !/cnpj|cpf|mail/i.test(name)) return [];
	const apart = withoutAccents(name)
		.replace(/([a-z])([A-Z])/g, '$1 $2')
		.replace(/([A-Z])([A-Z][a-z])/g, '$1 $2');
	const words = apart
		.toLowerCase()
		.split(/[^a-z]+/)
		.map((word, i, all) => (word === 'mail' && all[i - 1] === 'e' ? 'email' : singular(word)));
	return words.some((word) => OTHERWISE.has(word))
		? []
		: IDENTIFIERS.filter((identifier) => words.includes(identifier));
}

/** What a column holds by its name. */
function kindOf(column: string): Kind | undefined {
	const name = folded(column);
	const words = identifiersIn(column).join();
	return KINDS.find((kind) => kind.usual.includes(name) || (words !== '' && kind.words?.join() === words));
}

type Column = readonly [column: string, value: unknown];

/** A value, and the identifier that it is if its column says so; or why a row names nobody. */
export type Found =
	| {
			readonly value: unknown;
			readonly name?: string;
			/** The column that it is in, where a row has others. */
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

/** A column by its name, in a sentence. */
export const quoted = (column: string): string => `the column '${column.slice(0, LONGEST_NAME)}'`;

const isEmpty = (value: unknown): boolean => isBlank(value) || isMissing(value);

/** Of the entries that a CRM has for a field, the value of the primary one, else of the first that is filled. */
function primaryOf(value: unknown): unknown {
	if (!Array.isArray(value) || value.length === 0) return value;
	const isEntry = (entry: unknown): entry is Record<string, unknown> =>
		isObject(entry) && Object.hasOwn(entry, 'value') && Object.hasOwn(entry, 'primary');
	if (!value.every(isEntry)) return value;
	const filled = value.filter((entry) => !isEmpty(entry.value));
	return (filled.find(({ primary }) => primary === true) ?? filled[0])?.value;
}

/** The CNPJ that the registry's open data has in three columns. */
function joined(columns: readonly Column[]): string | undefined {
	const parts = Object.entries(PARTS).map(([name, length]) => {
		const [, value = ''] = columns.find(([column]) => folded(column) === name) ?? [];
		const part = plainText(String(value));
		return /^[\da-z]+$/i.test(part) && part.length <= length ? part.padStart(length, '0') : undefined;
	});
	return parts.includes(undefined) ? undefined : parts.join('');
}

/** A longer text may be a list. */
const LONGEST_VALUE = 300;
const isValue = (value: unknown): value is string | number =>
	typeof value === 'number' || (typeof value === 'string' && value.length <= LONGEST_VALUE);

/** A phone number may have the check digits of a CPF, which is that of a stranger. */
const mayBePhone = (value: unknown): boolean => isValue(value) && splitPhone(value) !== undefined;

/** An email address, a URL, a CNPJ, or a formatted CPF. */
const TELLS_ITSELF = new RegExp(
	`@|://|\\d{2}\\.?\\d{3}\\.?\\d{3}/?\\d{4}[${DASHES}]?\\d{2}|\\d{3}\\.\\d{3}\\.\\d{3}[${DASHES}]\\d{2}`,
);

/** Whether a value is nothing but an identifier, and no name or phone number of somebody. */
const tellsItself = (value: unknown): boolean =>
	!isValue(value) ||
	TELLS_ITSELF.test(String(value)) ||
	(!mayBePhone(value) && normalizeCpf(value) !== undefined);

/** Whether the only column of a row is a line of a file with another delimiter: its name is a line of headings. */
const isUndivided = ([column, value]: Column): boolean =>
	typeof value === 'string' &&
	value.includes(';') &&
	!/[\n\r]/.test(value) &&
	column.includes(';') &&
	column.split(';').some((heading) => kindOf(heading) !== undefined);

interface Named {
	readonly column: Column;
	readonly kind: Kind;
}
const isKnown = (each: Partial<Named>): each is Named => each.kind !== undefined;
/** Whether a value has a mark of an identifier, or may hold several. */
const isFormed = (value: unknown, has: RegExp): boolean =>
	typeof value === 'object' || has.test(String(value));

/**
 * The identifier of a row: in the column of the package's own results; else in the first kind of column that has a
 * value of its form; else in a column whose name counts last, or in the only filled one, if that is no phone number. It
 * may be a list of them.
 * @param given a row, or a value that stands for itself
 * @param isEntry whether it is the entry of a list of rows
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
	const named = filled
		.map((column) => ({ column, kind: kindOf(column[0]) }))
		.filter(isKnown)
		.sort((a, b) => KINDS.indexOf(a.kind) - KINDS.indexOf(b.kind));
	const last = LAST.flatMap((name) => filled.filter(([column]) => folded(column) === name));
	const found = ([column, value]: Column, name?: string): Found => {
		// A row of a list of rows.
		if (isObject(value) && !isEntry) return identifierIn(value, true);
		return { value, ...(name !== undefined && { name }), ...(columns.length > 1 && { column }) };
	};
	const own = last.find(([column, value]) => folded(column) === OWN && tellsItself(value));
	if (own !== undefined) return found(own);
	const formed = named.find(
		({ kind: { has }, column: [, value] }) => has === undefined || isFormed(value, has),
	);
	if (formed !== undefined) return found(formed.column, formed.kind.name);
	const certain = last.find(([, value]) => tellsItself(value));
	if (certain !== undefined) return found(certain);
	if (named.length > 0) return found(named[0].column, named[0].kind.name);
	const empty = columns.find(
		([column, value]) => isEmpty(value) && (kindOf(column) !== undefined || LAST.includes(folded(column))),
	);
	if (empty !== undefined) return { problem: isEmptyIn(empty[0]) };
	const [other] = last.length > 0 || filled.length !== 1 ? last : filled;
	// A part of a document is not taken for an ID.
	if (other === undefined || /cnpj|cpf/i.test(other[0])) return { problem: NO_COLUMN };
	// A spreadsheet leaves out blank cells, so that a phone number may stand alone.
	const isAlone = columns.length === 1 && !/tel|fone|phone|cel/i.test(other[0]);
	const isCertain = isAlone || !mayBePhone(other[1]) || tellsItself(other[1]);
	return isCertain ? found(other) : { problem: MAY_BE_PHONE };
}
