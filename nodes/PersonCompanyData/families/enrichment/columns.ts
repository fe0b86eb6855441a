import { isBlank, isObject } from '../kit';

/** Finds the identifier of a row by the names that its columns usually have. */

/** Usual names without accents, spaces and marks; the first that a row has filled counts. */
const COLUMNS: ReadonlyArray<readonly [name: string | undefined, usual: readonly string[]]> = [
	[undefined, ['contact', 'contato', 'identifier', 'identificador']],
	['id_pessoa', ['idpessoa', 'personid', 'b2bpersonid']],
	['id_empresa', ['idempresa', 'companyid', 'b2bcompanyid']],
	['cnpj', ['cnpj', 'cnpjempresa', 'cnpjdaempresa', 'companycnpj']],
	[undefined, ['cpfcnpj', 'cnpjcpf', 'cpfoucnpj', 'cnpjoucpf', 'documento', 'document']],
	['email', ['email', 'emailaddress', 'enderecodeemail', 'workemail', 'emailprofissional']],
	['url_social', ['urlsocial', 'profileurl', 'urldoperfil', 'urlperfil', 'perfil', 'profile']],
	['cpf', ['cpf', 'cpfpessoa', 'cpfdapessoa', 'personcpf']],
];

const folded = (name: string): string =>
	name
		.normalize('NFD')
		.toLowerCase()
		.replace(/[^a-z\d]/g, '');

const singular = (name: string): string => name.replace(/s$/, '');

/** A value, and the identifier that it is if its column says so; as it is given unless it is a whole row. */
export interface Found {
	readonly value: unknown;
	readonly name?: string;
}

/** What n8n's form adds to what was filled in. */
const OF_FORM = ['submittedAt', 'formMode', 'formQueryParameters'];

/**
 * The identifier of a row: in the first filled column with a usual name, also in the plural, or in its only column. It
 * may be a list of them.
 * @param isEntry whether it is an entry of such a list
 */
export function identifierIn(given: unknown, isEntry = false): Found {
	if (!isObject(given)) return { value: given };
	const filled = new Map<string, unknown>();
	for (const [column, value] of Object.entries(given)) {
		const name = singular(folded(column));
		if (!isBlank(value) && !filled.has(name)) filled.set(name, value);
	}
	for (const [name, usual] of COLUMNS) {
		const found = usual.find((column) => filled.has(singular(column)));
		if (found === undefined) continue;
		const value = filled.get(singular(found));
		// A row of a list of rows.
		if (isObject(value) && !isEntry) return identifierIn(value, true);
		return { value, ...(name !== undefined && { name }) };
	}
	const others = Object.keys(given).filter((column) => !OF_FORM.includes(column));
	return { value: others.length === 1 ? given[others[0]] : undefined };
}
