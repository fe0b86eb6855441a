import { DASHES, isMissing, normalizeCpf, plainText, splitPhone } from '../../../../contract/input';
import { isBlank, isObject } from '../kit';

/** Finds the identifier of a row by the names that its columns usually have. */

/** Usual names without accents, spaces and marks; the first that a row has filled counts. */
const COLUMNS: ReadonlyArray<readonly [name: string | undefined, usual: readonly string[]]> = [
	['id_pessoa', ['idpessoa', 'personid', 'b2bpersonid']],
	['id_empresa', ['idempresa', 'companyid', 'b2bcompanyid']],
	['cnpj', ['cnpj', 'cnpjempresa', 'cnpjdaempresa', 'companycnpj']],
	[undefined, ['cpfcnpj', 'cnpjcpf', 'cpfoucnpj', 'cnpjoucpf', 'documento', 'document']],
	['email', ['email', 'emailaddress', 'enderecodeemail', 'workemail', 'emailprofissional']],
	['url_social', ['urlsocial', 'profileurl', 'urldoperfil', 'urlperfil', 'perfil', 'profile']],
	['cpf', ['cpf', 'cpfpessoa', 'cpfdapessoa', 'personcpf']],
];
/** The name under which the results of this package say whom they are about: it counts first if its value tells itself. */
const OWN = 'contact';
/** Names that count last: beside a column of an identifier, they often hold somebody's name or phone number. */
const LAST = [OWN, 'contato', 'identifier', 'identificador'];
/** The parts of a CNPJ in the registry's open data, and how long they are. */
const PARTS = { cnpjbasico: 8, cnpjordem: 4, cnpjdv: 2 } as const;

/**
 * What other columns hold whose names have all of these words and no other of them, if their value has its form; a
 * document of digits may have lost zeros. In the order of the usual names.
 */
const TELLING: ReadonlyArray<readonly [name: string | undefined, words: readonly string[], form: RegExp]> = [
	['cnpj', ['cnpj'], /^(\d{11,15}|[\da-z]{12}\d{2})$/i],
	[undefined, ['cpf', 'cnpj'], /^(\d{9,15}|[\da-z]{12}\d{2})$/i],
	['email', ['email'], /^[^@]+@[^@]+$/],
	['cpf', ['cpf'], /^\d{9,12}$/],
];
/** Longer names are no names. */
const LONGEST_NAME = 100;
const LONGEST_VALUE = 300;
/** A time in milliseconds has the length of a CNPJ, and may have right check digits. */
const OF_TIMES = ['at', 'data', 'date', 'dt', 'hora', 'time', 'timestamp'];

const withoutAccents = (name: string): string => name.normalize('NFD').replace(/\p{M}/gu, '');

const folded = (name: string): string =>
	withoutAccents(name)
		.toLowerCase()
		.replace(/[^a-z\d]/g, '');

const singular = (name: string): string => name.replace(/s$/, '');

const USUAL = new Set(COLUMNS.flatMap(([, usual]) => usual.map(singular)));

/** The words of a name that may tell what it holds, told apart by capitals and by what is no letter. */
function wordsOf(name: string): readonly string[] {
	if (name.length > LONGEST_NAME || !/cnpj|cpf|mail/i.test(name)) return [];
	const apart = withoutAccents(name)
		.replace(/([a-z])([A-Z])/g, '$1 $2')
		.replace(/([A-Z])([A-Z][a-z])/g, '$1 $2');
	const words = apart.toLowerCase().split(/[^a-z]+/);
	return words.map((word, i) => (word === 'mail' && words[i - 1] === 'e' ? 'email' : singular(word)));
}

/** Words of a column that holds a part of a document, or a number of them. */
const NOT_WHOLE = ['raiz', 'basico', 'base', 'root', 'ordem', 'dv', 'count', 'total', 'quantidade', 'qtd'];

/** Whether a column holds a part of a document, or a number of them. */
const isPart = (name: string): boolean => wordsOf(name).some((word) => NOT_WHOLE.includes(word));

/** The telling words of a name. */
function tellingWords(name: string): ReadonlySet<string> {
	const words = wordsOf(name);
	if (words.some((word) => OF_TIMES.includes(word) || NOT_WHOLE.includes(word))) return new Set();
	return new Set(words.filter((word) => ['cnpj', 'cpf', 'email'].includes(word)));
}

/** A value, and the identifier that it is if its column says so; as it is given unless it is a whole row. */
export interface Found {
	readonly value: unknown;
	readonly name?: string;
	/** The column that it is in, where others of the row may be meant. */
	readonly column?: string;
	/** Whether the name of its column says what it is, but it has another form: it may be a list, or tell what is wrong. */
	readonly isOdd?: boolean;
	/** Why the row names nobody if the value does not, as the end of a sentence about the contact. */
	readonly reason?: string;
}

/** A column by its name, in a sentence. */
export const quoted = (column: string): string => `the column '${column.slice(0, LONGEST_NAME)}'`;
const isEmptyIn = (column: string): string => `is missing: ${quoted(column)} is empty.`;
const isPartIn = (column: string): string =>
	`is missing: ${quoted(column)} holds no whole document. cnpj_basico, cnpj_ordem and cnpj_dv are joined where all three are filled.`;
const LONGEST_HEADING = 40;
const hasOneColumn = (heading: string): string =>
	`is not found: this row has one column, '${heading.slice(0, LONGEST_HEADING)}${heading.length > LONGEST_HEADING ? '…' : ''}'. Read the file again with the delimiter ;.`;

const isEmpty = (value: unknown): boolean => isBlank(value) || isMissing(value);

/** Of the entries that a CRM has for a field, the value of the primary one, else of the first that is filled. */
function primaryOf(value: unknown): unknown {
	if (!Array.isArray(value) || value.length === 0) return value;
	const entries = value as readonly unknown[];
	const isEntry = (entry: unknown): boolean =>
		isObject(entry) && Object.hasOwn(entry, 'value') && Object.hasOwn(entry, 'primary');
	if (!entries.every(isEntry)) return value;
	const filled = (entries as ReadonlyArray<Record<string, unknown>>).filter((entry) => !isEmpty(entry.value));
	return (filled.find(({ primary }) => primary === true) ?? filled[0])?.value;
}

type Column = readonly [column: string, value: unknown];

/** The column with a telling word in its name: the first one whose value looks like it, or may say what is wrong. */
function tellingIn(columns: readonly Column[]): Found | undefined {
	const telling = columns.flatMap(([column, value]) => {
		const words = tellingWords(column);
		return words.size === 0 ? [] : [{ column, value, words }];
	});
	const candidates = TELLING.flatMap(([name, wanted, form]) =>
		telling
			.filter(({ words }) => words.size === wanted.length && wanted.every((word) => words.has(word)))
			.map(({ column, value }) => ({ column, value, form, ...(name !== undefined && { name }) })),
	);
	const text = ({ value }: { readonly value: unknown }): string | undefined =>
		typeof value === 'string' || typeof value === 'number' ? String(value) : undefined;
	const isFormed = (each: (typeof candidates)[number]): boolean => {
		const written = text(each);
		return written !== undefined && written.length <= LONGEST_VALUE && each.form.test(plainText(written));
	};
	const formed = candidates.find(isFormed);
	if (formed !== undefined)
		return { value: formed.value, ...(formed.name !== undefined && { name: formed.name }) };
	// Words alone say something about an identifier.
	const odd = candidates.find((each) => Array.isArray(each.value) || /[\d@]/.test(text(each) ?? ''));
	if (odd !== undefined)
		return {
			value: odd.value,
			column: odd.column,
			isOdd: true,
			...(odd.name !== undefined && { name: odd.name }),
		};
	const empty = candidates.find(({ value }) => isEmpty(value));
	return empty && { value: undefined, reason: isEmptyIn(empty.column) };
}

/** The CNPJ that the registry's open data has in three columns. */
function joined(filled: ReadonlyMap<string, Column>): string | undefined {
	const parts = Object.entries(PARTS).map(([name, length]) => {
		const part = plainText(String(filled.get(name)?.[1] ?? ''));
		return /^[\da-z]+$/i.test(part) && part.length <= length ? part.padStart(length, '0') : undefined;
	});
	return parts.includes(undefined) ? undefined : parts.join('');
}

/** A phone number may have the check digits of a CPF, which is that of a stranger. */
const mayBePhone = (value: unknown): boolean =>
	(typeof value === 'string' || typeof value === 'number') && splitPhone(value) !== undefined;

/** An email address, a URL, a CNPJ, or a formatted CPF. */
const TELLS_ITSELF = new RegExp(
	`@|://|\\d{2}\\.?\\d{3}\\.?\\d{3}/?\\d{4}[${DASHES}]?\\d{2}|\\d{3}\\.\\d{3}\\.\\d{3}[${DASHES}]\\d{2}`,
);

/** Whether a value is nothing but an identifier, and no name or phone number of somebody. */
const tellsItself = (value: unknown): boolean =>
	(typeof value !== 'string' && typeof value !== 'number') ||
	TELLS_ITSELF.test(String(value)) ||
	(!mayBePhone(value) && normalizeCpf(value) !== undefined);

/** What n8n's form adds to what was filled in. */
const OF_FORM = ['submittedAt', 'formMode', 'formQueryParameters'];

/** Whether the only column of a row is a line of a file with another delimiter: its name is a line of headings. */
const isUndivided = ([column, value]: Column): boolean =>
	typeof value === 'string' &&
	value.includes(';') &&
	!/[\n\r]/.test(value) &&
	column.includes(';') &&
	column.split(';').some((heading) => USUAL.has(singular(folded(heading))) || tellingWords(heading).size > 0);

/**
 * The identifier of a row: in the column of the package's own results; in the first filled column with a usual name,
 * also in the plural; in a row without such columns, in one with a telling word in its name; in one whose name counts
 * last; or in the only column. It may be a list of them.
 * @param given columns of it that are `undefined` are those that only other rows of the run have
 * @param isEntry whether it is an entry of such a list
 */
export function identifierIn(given: unknown, isEntry = false): Found {
	if (!isObject(given)) return { value: primaryOf(given) };
	const all = Object.entries(given)
		.filter(([column]) => !OF_FORM.includes(column))
		.map(([column, value]): Column => [column, primaryOf(value)]);
	const columns = all.filter(([column]) => given[column] !== undefined);
	if (columns.length === 1 && isUndivided(columns[0]))
		return { value: undefined, reason: hasOneColumn(columns[0][0]) };
	const filled = new Map<string, Column>();
	for (const each of columns) {
		const name = singular(folded(each[0]));
		if (!isEmpty(each[1]) && !filled.has(name)) filled.set(name, each);
	}
	const usualIn = (row: readonly Column[]): string | undefined =>
		row.find(([column]) => USUAL.has(singular(folded(column))))?.[0];
	const firstOf = (names: readonly string[]) => names.map((name) => filled.get(singular(name))).find(Boolean);
	// A row of a list of rows.
	const foundIn = (value: unknown, about: Omit<Found, 'value'>): Found =>
		isObject(value) && !isEntry ? identifierIn(value, true) : { value, ...about };
	const own = firstOf([OWN]);
	if (own !== undefined && tellsItself(own[1])) return foundIn(own[1], {});
	for (const [name, usual] of COLUMNS) {
		const found = firstOf(usual);
		if (found !== undefined) return foundIn(found[1], name === undefined ? {} : { name });
		const whole = name === 'cnpj' ? joined(filled) : undefined;
		if (whole !== undefined) return { value: whole, name };
	}
	const empty = usualIn(columns);
	const telling = empty === undefined ? tellingIn(columns) : undefined;
	if (telling?.value !== undefined && telling.isOdd !== true) return telling;
	const [part] = columns.find(([column]) => isPart(column)) ?? [];
	const reason =
		empty === undefined
			? (telling?.reason ?? (part === undefined ? undefined : isPartIn(part)))
			: isEmptyIn(empty);
	const last = firstOf(LAST);
	const isLast = last !== undefined && !(reason !== undefined && mayBePhone(last[1]));
	if (isLast && (telling?.isOdd !== true || tellsItself(last[1])))
		return foundIn(last[1], { reason, ...(columns.length > 1 && { column: last[0] }) });
	if (telling?.isOdd === true) return telling;
	if (reason !== undefined) return { value: undefined, reason };
	return onlyIn(columns, all, usualIn(all));
}

/** The value of the only column; of a row whose other columns are blank, only what is an identifier for certain. */
function onlyIn(columns: readonly Column[], all: readonly Column[], usual: string | undefined): Found {
	const absent = usual === undefined ? tellingIn(all)?.reason : isEmptyIn(usual);
	const [only, ...others] = columns;
	if (only === undefined || others.length > 0 || (all.length > 1 && !tellsItself(only[1])))
		return { value: undefined, reason: absent };
	if (isEmpty(only[1])) return { value: undefined, reason: absent ?? isEmptyIn(only[0]) };
	return { value: only[1], reason: absent };
}
