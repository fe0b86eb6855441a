import { plainText } from '../../../../contract/input';
import { limits } from '../../../../contract/model/limits';
import { recogniseContact } from './recognise';

/** Separators of a pasted list: browsers turn line breaks into blanks, and JSON has marks of its own. */
const BETWEEN = /[\s;,"[\]]/;
/** A formatted CNPJ, even with blanks around its marks; else anything between separators. */
const PART = /[\da-z]{2}\.[\da-z]{3}\.[\da-z]{3} ?\/ ?[\da-z]{4} ?- ?\d{2}(?![\da-z])|[^\s;,"[\]]+/gi;
/** By length alone: a document with wrong check digits is a row of its own, which reports it. */
const LIKE_DOCUMENT = /^(\d{11,15}|[\da-z]{12}\d{2})$/i;
const LIKE_OTHERS = /^[^@]*@[^@]*$|^https?:\/\//i;
const LONGEST_DOCUMENT = 40;

const isLikeDocument = (part: string): boolean =>
	part.length <= LONGEST_DOCUMENT && LIKE_DOCUMENT.test(plainText(part));

const isIdentifier = (part: string): boolean =>
	LIKE_OTHERS.test(part) || isLikeDocument(part) || 'contact' in recogniseContact(part);

/** The identifiers that a text lists; the whole text if any part is none. */
export function partsIn(text: string): readonly string[] {
	if (!BETWEEN.test(text.trim())) return [text];
	const parts: string[] = [];
	for (const [part] of text.matchAll(PART)) {
		if (!isIdentifier(part)) return [text];
		parts.push(part);
		// One above the limit is enough to refuse the list.
		if (parts.length > limits.contactsPerBatch) break;
	}
	return parts.length > 1 ? parts : [text];
}

/** Only List > Enrich takes lists. */
export const isListOf = (value: unknown): boolean =>
	Array.isArray(value) ? value.length > 1 : typeof value === 'string' && partsIn(value).length > 1;
