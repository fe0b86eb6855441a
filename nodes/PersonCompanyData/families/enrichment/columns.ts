import { DASHES, normalizeCpf, plainText, splitPhone } from '../../../../contract/input';
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

/**
 * What other columns hold whose names have all of these words and no other of them, if their value has its form; a
 * document of digits may have lost zeros. In the order of the usual names.
 */
const TELLING: ReadonlyArray<readonly [name: string | undefined, words: readonly string[], form: RegExp]> = [
	['cnpj', ['cnpj'], /^(\d{11,14}|[\da-z]{12}\d{2})$/i],
	[undefined, ['cpf', 'cnpj'], /^(\d{9,14}|[\da-z]{12}\d{2})$/i],
	['email', ['email'], /^[^@]+@[^@]+$/],
	['cpf', ['cpf'], /^\d{9,11}$/],
];
/** Longer names are no names. */
export const LONGEST_NAME = 100;
const LONGEST_VALUE = 300;
/** A time in milliseconds has the length of a CNPJ, and may have right check digits. */
const OF_TIMES = ['at', 'data', 'date', 'dt', 'hora', 'time', 'timestamp'];

/** The telling words of a name, told apart by capitals and by what is no letter. */
function tellingWords(name: string): ReadonlySet<string> {
	if (name.length > LONGEST_NAME || !/cnpj|cpf|mail/i.test(name)) return new Set();
	const apart = name.replace(/([a-z])([A-Z])/g, '$1 $2').replace(/([A-Z])([A-Z][a-z])/g, '$1 $2');
	const words = apart.toLowerCase().split(/[^a-z]+/);
	if (words.some((word) => OF_TIMES.includes(word))) return new Set();
	const parts = words.map((word, i) => (word === 'mail' && words[i - 1] === 'e' ? 'email' : singular(word)));
	return new Set(parts.filter((word) => ['cnpj', 'cpf', 'email'].includes(word)));
}

/** The identifier in a column with a telling word in its name; the first one that looks like it. */
function tellingIn(row: object): Found | undefined {
	const columns = Object.entries(row).flatMap(([column, value]) => {
		const isPlain = typeof value === 'number' || (typeof value === 'string' && value.length <= LONGEST_VALUE);
		const words = isPlain ? tellingWords(column) : new Set();
		return words.size === 0 ? [] : [{ words, value, plain: plainText(String(value)) }];
	});
	for (const [name, wanted, form] of TELLING) {
		const found = columns.find(
			({ words, plain }) =>
				words.size === wanted.length && wanted.every((word) => words.has(word)) && form.test(plain),
		);
		if (found !== undefined) return { value: found.value, ...(name !== undefined && { name }) };
	}
	return undefined;
}

const folded = (name: string): string =>
	name
		.normalize('NFD')
		.toLowerCase()
		.replace(/[^a-z\d]/g, '');

const singular = (name: string): string => name.replace(/s$/, '');

const USUAL = new Set(COLUMNS.flatMap(([, usual]) => usual.map(singular)));

/** A value, and the identifier that it is if its column says so; as it is given unless it is a whole row. */
export interface Found {
	readonly value: unknown;
	readonly name?: string;
	/** The column that it is in, where others of the row may be meant. */
	readonly column?: string;
	/** A column with a usual name that is empty, where no such column is filled. */
	readonly empty?: string;
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

/**
 * The identifier of a row: in the column of the package's own results; in the first filled column with a usual name,
 * also in the plural; in a row without such columns, in one with a telling word in its name; in one whose name counts
 * last; or in the only column. It may be a list of them.
 * @param isEntry whether it is an entry of such a list
 */
export function identifierIn(given: unknown, isEntry = false): Found {
	if (!isObject(given)) return { value: given };
	const filled = new Map<string, readonly [column: string, value: unknown]>();
	let empty: string | undefined;
	for (const [column, value] of Object.entries(given)) {
		const name = singular(folded(column));
		if (USUAL.has(name)) empty ??= column;
		if (!isBlank(value) && !filled.has(name)) filled.set(name, [column, value]);
	}
	const firstOf = (names: readonly string[]) => names.map((name) => filled.get(singular(name))).find(Boolean);
	// A row of a list of rows.
	const foundIn = (value: unknown, about: Omit<Found, 'value'>): Found =>
		isObject(value) && !isEntry ? identifierIn(value, true) : { value, ...about };
	const own = firstOf([OWN]);
	if (own !== undefined && tellsItself(own[1])) return foundIn(own[1], {});
	for (const [name, usual] of COLUMNS) {
		const found = firstOf(usual);
		if (found !== undefined) return foundIn(found[1], name === undefined ? {} : { name });
	}
	const telling = empty === undefined ? tellingIn(given) : undefined;
	if (telling !== undefined) return telling;
	const columns = Object.keys(given).filter((column) => !OF_FORM.includes(column));
	const last = firstOf(LAST);
	if (last !== undefined && (empty === undefined || !mayBePhone(last[1])))
		return foundIn(last[1], { empty, ...(columns.length > 1 && { column: last[0] }) });
	if (empty !== undefined) return { value: undefined, empty };
	return { value: columns.length === 1 ? given[columns[0]] : undefined };
}
