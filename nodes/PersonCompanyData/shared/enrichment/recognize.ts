import * as input from '../../../../contract/input';
import { limits } from '../../../../contract/model/limits';
import type { Contact } from '../../../../core/read/identifiers';
import type { Subject } from './subjects';

/** The contact and its subject, or the end of a sentence about what is wrong. */
export type Recognized =
	{ readonly about: Subject; readonly contact: Contact } | { readonly problem: string };

const ID_OF = { person: 'id_pessoa', company: 'id_empresa' } as const;
/** Numbers up to this many digits count as IDs: documents hardly ever lose that many zeros. */
const LONGEST_ID = 9;
const CPF_DIGITS = 11;
const CNPJ_DIGITS = 14;
const LONGEST = 2000;
/** Left around values copied from a list, a table or a message. */
const AROUND = /^[\s"'<(;,]+|[\s"'>);,]+$/g;

const found = (about: Subject, name: string, value: string | number): Recognized => ({
	about,
	contact: { name, value },
});
const problem = (text: string): Recognized => ({ problem: text });

const WRONG_EMAIL = problem('is not an email address.');
const WRONG_ID = problem('is not an ID: an ID is a whole number of at least 1.');
const SHORTENED = problem(
	'is a number that a spreadsheet has shortened, such as 1,23E+13, so that its digits are lost. Format the column as text or as a number without decimals, and export it again.',
);
const WRONG_DOCUMENT = problem('is neither a CPF nor a CNPJ: its length or check digits are wrong.');
const UNKNOWN = problem('is not recognized as a CNPJ, CPF, email address, profile URL or ID.');
const SEVERAL = problem(
	'holds several values, and not all of them are identifiers. Put each on a line or row of its own.',
);
const AMBIGUOUS = problem(
	'is both a CPF and a CNPJ by its check digits. Name the column cpf or cnpj, or write it with 11 or 14 digits.',
);
const NOT_SAID = problem(
	'is a number that may be a person ID, a company ID or a document that has lost its zeros. Name its column after what it holds: personId, companyId, cpf or cnpj.',
);

/**
 * Makes no call and never throws.
 * @param name the identifier that the column names
 */
export function recognizeContact(given: unknown, name?: string): Recognized {
	if (input.isMissing(given)) return problem('is empty.');
	if (Array.isArray(given)) return SEVERAL;
	if (typeof given !== 'string' && typeof given !== 'number') return problem('is not a text or number.');
	if (typeof given === 'number' && !Number.isSafeInteger(given)) return problem('is not a whole number.');
	if (String(given).length > LONGEST) return UNKNOWN;
	const text = input.plainNumber(input.visible(String(given)).replace(AROUND, ''));
	if (input.isMissing(text)) return problem('is empty.');
	if (holdsSeveral(text)) return SEVERAL;
	if (input.isShortened(text)) return SHORTENED;
	return name === undefined ? byItself(text) : READERS[name](text);
}

/** Also separators that no identifier contains. */
const holdsSeveral = (text: string): boolean => text.startsWith('[') || /[;\t\n\r]\s*\S|,\s+\S/.test(text);

/** A formatted CNPJ, even with blanks around its marks; else what stands between separators of a pasted list. */
const PART = /[\da-z]{2}\.[\da-z]{3}\.[\da-z]{3} ?\/ ?[\da-z]{4} ?[-–] ?\d{2}(?![\da-z])|[^\s;,"[\]]+/gi;
/** A document with a wrong digit is a row, too, which reports it. */
const LIKE_IDENTIFIER = /@|^https?:|^\W*(\d\W*){11,15}$/i;

/** The identifiers in a line of a list; the line itself if any part of it is none. */
export function partsIn(line: string): readonly string[] {
	const parts: string[] = [];
	for (const [part] of line.matchAll(PART)) {
		if (part.length > LONGEST || !(LIKE_IDENTIFIER.test(part) || 'contact' in recognizeContact(part)))
			return [line];
		// One above the limit is enough to refuse the list.
		if (parts.push(part) > limits.contactsPerBatch) break;
	}
	return parts.length > 1 ? parts : [line];
}

/** By the identifier that the column names. */
const READERS: Readonly<Record<string, (text: string) => Recognized>> = {
	cnpj: (text) => documentOf('company', 'cnpj', input.normalizeCnpj(text)),
	cpf: (text) => documentOf('person', 'cpf', input.normalizeCpf(text)),
	email: emailOf,
	url_social: urlIn,
	[ID_OF.person]: (text) => idOf('person', text),
	[ID_OF.company]: (text) => idOf('company', text),
};

function byItself(text: string): Recognized {
	const plain = input.plainText(text);
	if (/^\d+$/.test(plain)) return numberIn(text, plain);
	// A CNPJ may have letters.
	if (/^[\da-z]{12}\d{2}$/i.test(plain)) return READERS.cnpj(text);
	if (/^(https?:\/\/|www\.)/i.test(text) || input.profileKind(text) !== undefined) return urlIn(text);
	if (text.includes('@')) return emailOf(text);
	return UNKNOWN;
}

/** A document, perhaps without its leading zeros. */
function numberIn(text: string, digits: string): Recognized {
	if (digits.length <= LONGEST_ID) return digits.length === text.length ? NOT_SAID : WRONG_DOCUMENT;
	const cpf = input.normalizeCpf(digits);
	const cnpj = input.normalizeCnpj(digits);
	// A CPF that begins with 00 may also be a valid CNPJ: the number of digits decides, if it can.
	const isBoth = cpf !== undefined && cnpj !== undefined;
	if (isBoth && digits.length !== CPF_DIGITS && digits.length !== CNPJ_DIGITS) return AMBIGUOUS;
	if (cpf !== undefined && !(isBoth && digits.length === CNPJ_DIGITS)) return found('person', 'cpf', cpf);
	return cnpj === undefined ? WRONG_DOCUMENT : found('company', 'cnpj', cnpj);
}

const documentOf = (about: Subject, name: string, value: string | undefined): Recognized =>
	value === undefined
		? problem('is not valid: its length or check digits are wrong.')
		: found(about, name, value);

function idOf(about: Subject, text: string): Recognized {
	const id = /^\d+$/.test(text) ? Number(text) : 0;
	if (id < 1 || !Number.isSafeInteger(id)) return WRONG_ID;
	return found(about, ID_OF[about], id);
}

function emailOf(text: string): Recognized {
	const email = input.emailIn(text);
	return email === undefined ? WRONG_EMAIL : found('person', 'email', email);
}

function urlIn(text: string): Recognized {
	if (/\s/.test(text) || !text.includes('.')) return problem('is not a URL.');
	const kind = input.profileKind(text);
	if (kind !== undefined) return found(kind, 'url_social', input.plainProfile(text));
	return problem(
		'is a URL that does not say whether it is the profile of a person (/in/) or a company (/company/).',
	);
}
