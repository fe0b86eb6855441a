import { endpoints } from '../contract';
import { limits } from '../contract/limits';
import type { AutocompleteKind } from '../contract/vocabularies';
import { operationError } from '../core/nodeError';
import { readEntries, type ListEntry } from '../core/listReader';
import { settle } from '../core/settle';
import { isRefusal, REFERENCE_MS, type Asker } from './asker';
import { matching, wordsOf } from './matching';
import { Memory } from './memory';
import { chosenState, stateIn } from './siblings';
import type { ListSource } from './source';
import { searchText, type Rows, type TextSearch } from './textSearch';

/** Values of the B2B filters, as the autocomplete gives them. */

const endpoint = endpoints.autocomplete;

/** How the kind and the text are sent: as the specification has it, or as the vendor's client does. */
const FORMS = {
	kind: (kind: AutocompleteKind, text: string) => ({ [kind]: text }),
	termAndField: (kind: AutocompleteKind, text: string) => ({ term: text, field: kind }),
} as const;
type Form = keyof typeof FORMS;

/** What is known of an account's service: the form that brought something, and tries with the other one. */
interface FormKnown {
	readonly form?: Form;
	readonly triesOfOther: number;
}
const formsKnown = new Memory<FormKnown>(100);

/** So many texts that bring nothing are tried in the other form, too: the first may simply match nothing. */
const TRIES_OF_OTHER = 2;
/** Shorter texts match too much to be worth a request. */
const LEAST_TEXT = 2;

const searchBy = (form: Form, kind: AutocompleteKind): TextSearch => ({
	call: (text) => ({ endpoint, query: FORMS[form](kind, text) }),
	read: (body): Rows => {
		const entries = readEntries(body).map((entry) => asSent(kind, entry));
		// Nothing at all may also mean that the text was too short for the service.
		return { entries, isWhole: entries.length > 0 && entries.length < limits.autocompleteResults };
	},
	least: LEAST_TEXT,
});

/** An entry with the value that the searches take: a text, in full for economic activities, where it has a code. */
function asSent(kind: AutocompleteKind, entry: ListEntry): ListEntry {
	const { value, label } = entry;
	if (kind === 'natureza_juridica' || !/^\d+$/.test(String(value))) return entry;
	const isCode = kind === 'atividade_cnae' && !label.startsWith(String(value));
	const text = isCode ? `${value} - ${label}` : label;
	return { value: text, label: text };
}

/** What the autocomplete of a kind has for a text, by whichever form of call the service understands. */
async function complete(asker: Asker, kind: AutocompleteKind, text: string): Promise<readonly ListEntry[]> {
	const known = formsKnown.get(asker.account) ?? { triesOfOther: 0 };
	const form = known.form ?? 'kind';
	const asked = await settle(searchText(asker, searchBy(form, kind), text));
	if (!asked.ok && !isRefusal(asked.error)) throw asked.error;
	const entries = asked.ok ? asked.value.entries : [];
	if (entries.length > 0) return remembered(asker, form, entries);
	// Nothing for no text says nothing about the form.
	const mayBeOther = known.form === undefined && text !== '' && known.triesOfOther < TRIES_OF_OTHER;
	if (mayBeOther) {
		formsKnown.keep(asker.account, { triesOfOther: known.triesOfOther + 1 }, REFERENCE_MS);
		const other = await settle(searchText(asker, searchBy('termAndField', kind), text));
		if (other.ok && other.value.entries.length > 0) {
			return remembered(asker, 'termAndField', other.value.entries);
		}
		if (!other.ok && !isRefusal(other.error)) throw other.error;
	}
	if (!asked.ok && text !== '') throw asked.error;
	return entries;
}

function remembered(asker: Asker, form: Form, entries: readonly ListEntry[]): readonly ListEntry[] {
	formsKnown.keep(asker.account, { form, triesOfOther: 0 }, REFERENCE_MS);
	return entries;
}

/**
 * Values of a kind by part of them. With nothing typed the first ones are shown, unless there are so many that
 * those would help nobody.
 */
export const valuesOf =
	(kind: Exclude<AutocompleteKind, 'localizacao'>, more: { readonly onlyTyped?: boolean } = {}): ListSource =>
	async (asker, filter) => {
		const text = wordsOf(filter).join(' ');
		if (text.length >= LEAST_TEXT) return await complete(asker, kind, text);
		return more.onlyTyped ? [] : matching(await complete(asker, kind, ''), text);
	};

/** Cities as the B2B searches write them: all of a state, which is chosen or typed. */
export const b2bLocations: ListSource = async (asker, filter) => {
	const chosen = chosenState(asker.context);
	const typed = chosen === undefined ? stateIn(filter) : { state: chosen, rest: filter };
	if (typed.state === undefined) {
		throw operationError(asker.context.getNode(), 'Cities are listed by state', {
			description: 'Choose the State of the List, or type the two letters of a state, such as "RS".',
		});
	}
	return matching(await complete(asker, 'localizacao', typed.state), typed.rest);
};
