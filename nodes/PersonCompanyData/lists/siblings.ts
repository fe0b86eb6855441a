import type { ILoadOptionsFunctions } from 'n8n-workflow';

import { STATES } from '../../../contract/model/vocabularies';
import { asText } from '../../../core/base/json';
import { plainValue } from '../../../core/form/value';

/** What stands in another field of the same row; nothing for an expression, which only a run can read. */
function sibling(context: ILoadOptionsFunctions, name: string): string | undefined {
	const text = asText(plainValue(context.getCurrentNodeParameter(`&${name}`)))?.trim();
	return text === undefined || text === '' || text.startsWith('=') ? undefined : text;
}

const isState = (text: string): boolean => (STATES as readonly string[]).includes(text);

/** The state that the list is narrowed down to. */
export function chosenState(context: ILoadOptionsFunctions): string | undefined {
	const state = sibling(context, 'listState')?.toUpperCase();
	return state !== undefined && isState(state) ? state : undefined;
}

/** The city that the list is narrowed down to, and its state as far as it is known. */
export function chosenCity(
	context: ILoadOptionsFunctions,
): { readonly city: string; readonly state?: string } | undefined {
	const text = sibling(context, 'listCity');
	if (text === undefined) return undefined;
	const [, city, state] = /^(.+?)(?:\s-\s|,\s*)([A-Z]{2})$/.exec(text) ?? [];
	return city !== undefined && isState(state) ? { city, state } : { city: text };
}

/** A state among the words that were typed, and the rest of them. */
export function stateIn(filter: string): { readonly state?: string; readonly rest: string } {
	const words = filter.split(/[\s,-]+/).filter((word) => word !== '');
	const state = words.filter((word) => isState(word.toUpperCase())).pop();
	return { state: state?.toUpperCase(), rest: words.filter((word) => word !== state).join(' ') };
}
