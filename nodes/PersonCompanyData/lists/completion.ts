import { endpoints } from '../../../contract';
import { limits } from '../../../contract/model/limits';
import type { AutocompleteKind } from '../../../contract/model/vocabularies';
import { readEntries, type ListEntry } from '../../../core/read/entries';
import { attempt } from '../../../core/base/async';
import { isRefusal, NOTHING, type ListClient, type Rows } from './listClient';
import { searchWords, type TextSearch } from './textSearch';

/** Calls the autocomplete endpoint in whichever form the service accepts. */

const endpoint = endpoints.autocomplete;

/** How the kind and the text are sent: as in the specification, or as in the vendor's client. */
const FORMS = {
	kind: (kind: AutocompleteKind, text: string) => ({ [kind]: text }),
	termAndField: (kind: AutocompleteKind, text: string) => ({ term: text, field: kind }),
} as const;
type Form = keyof typeof FORMS;

/** What is known about the service for an account. */
interface Known {
	/** The form of call that has returned results. */
	readonly form?: Form;
	/** Number of texts without results that were also tried in the other form. */
	readonly triesOfOther?: number;
}

const learn = (client: ListClient, news: Known): void => client.learn(news);

/** More than one: the first text without results may simply match nothing. */
const TRIES_OF_OTHER = 2;
/** Shorter texts match too much to be worth a request. */
export const LEAST_TEXT = 2;

const searchBy = (form: Form, kind: AutocompleteKind): TextSearch => ({
	call: (text) => ({ endpoint, query: FORMS[form](kind, text) }),
	read: (body): Rows => {
		const entries = readEntries(body).map((entry) => asSent(kind, entry));
		const isLimited = kind !== 'localizacao' && entries.length >= limits.autocompleteResults;
		// An empty result may also mean that the text was too short for the service.
		return { entries, isWhole: entries.length > 0 && !isLimited };
	},
	least: LEAST_TEXT,
});

/**
 * The entry with the value that searches accept: its text, prefixed with the code for economic activities.
 */
function asSent(kind: AutocompleteKind, entry: ListEntry): ListEntry {
	const { value, label } = entry;
	if (kind === 'natureza_juridica' || !/^\d+$/.test(String(value))) return entry;
	const isCode = kind === 'atividade_cnae' && !label.startsWith(String(value));
	const text = isCode ? `${value} - ${label}` : label;
	return { value: text, label: text };
}

/** What the service finds with a form of call; nothing, with the refusal, when it rejects the call. */
async function find(
	client: ListClient,
	form: Form,
	kind: AutocompleteKind,
	text: string,
): Promise<{ readonly rows: Rows; readonly refusal?: Error }> {
	const asked = await attempt(searchWords(client, searchBy(form, kind), text));
	if (asked.ok) return { rows: asked.value };
	if (!isRefusal(asked.error)) throw asked.error;
	return { rows: NOTHING, refusal: asked.error };
}

/** Autocomplete values of a kind for a text; if there are none, the other form of call is tried, too. */
export async function complete(client: ListClient, kind: AutocompleteKind, text: string): Promise<Rows> {
	const { form, triesOfOther = 0 } = client.learned<Known>();
	const { rows, refusal } = await find(client, form ?? 'kind', kind, text);
	const isEmpty = rows.entries.length === 0;
	if (form === undefined && !isEmpty) learn(client, { form: 'kind' });
	if (form === undefined && isEmpty && triesOfOther < TRIES_OF_OTHER) {
		learn(client, { triesOfOther: triesOfOther + 1 });
		const other = await find(client, 'termAndField', kind, text);
		if (other.rows.entries.length > 0) {
			learn(client, { form: 'termAndField' });
			return other.rows;
		}
	}
	if (refusal !== undefined) throw refusal;
	return rows;
}
