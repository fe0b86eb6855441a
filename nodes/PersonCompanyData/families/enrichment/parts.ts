import { plainText } from '../../../../contract/input';
import { limits } from '../../../../contract/model/limits';
import { recogniseContact } from './recognise';

/** What stands between the identifiers of a list: a browser makes blanks of line breaks, and JSON has marks of its own. */
const BETWEEN = /[\s;,"[\]]/;
/** A formatted CNPJ, also with blanks around its marks; else what stands between separators. */
const PART = /[\da-z]{2}\.[\da-z]{3}\.[\da-z]{3} ?\/ ?[\da-z]{4} ?- ?\d{2}(?![\da-z])|[^\s;,"[\]]+/gi;
/** A CPF or CNPJ by its length alone: with wrong check digits, it is a row of its own and says so. */
const LIKE_DOCUMENT = /^(\d{11,15}|[\da-z]{12}\d{2})$/i;
const LIKE_OTHERS = /^[^@]*@[^@]*$|^https?:\/\//i;
const LONGEST_DOCUMENT = 40;

const isLikeDocument = (part: string): boolean =>
	part.length <= LONGEST_DOCUMENT && LIKE_DOCUMENT.test(plainText(part));

const isIdentifier = (part: string): boolean =>
	LIKE_OTHERS.test(part) || isLikeDocument(part) || 'contact' in recogniseContact(part);

/** The identifiers that a text is a list of; the whole text if any part of it is none. */
export function partsIn(text: string): readonly string[] {
	if (!BETWEEN.test(text.trim())) return [text];
	const parts: string[] = [];
	for (const [part] of text.matchAll(PART)) {
		if (!isIdentifier(part)) return [text];
		parts.push(part);
		// More are refused, however many.
		if (parts.length > limits.contactsPerBatch) break;
	}
	return parts.length > 1 ? parts : [text];
}

/** Whether a value is a list of identifiers, which only List: Enrich takes. */
export const isListOf = (value: unknown): boolean =>
	Array.isArray(value) ? value.length > 1 : typeof value === 'string' && partsIn(value).length > 1;
