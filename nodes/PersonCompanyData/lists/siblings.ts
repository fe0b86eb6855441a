import type { ILoadOptionsFunctions } from 'n8n-workflow';

import { STATES } from '../../../contract/model/vocabularies';
import { asText } from '../../../core/base/json';
import { plainValue } from '../../../core/form/value';

/**
 * The value of another field in the same row; `undefined` for an expression, which only resolves in a run.
 */
function sibling(context: ILoadOptionsFunctions, name: string): string | undefined {
	const text = asText(plainValue(context.getCurrentNodeParameter(`&${name}`)))?.trim();
	return text === undefined || text === '' || text.startsWith('=') ? undefined : text;
}

const isState = (text: string): boolean => (STATES as readonly string[]).includes(text);

/** The state that filters the list. */
export function chosenState(context: ILoadOptionsFunctions): string | undefined {
	const state = sibling(context, 'listState')?.toUpperCase();
	return state !== undefined && isState(state) ? state : undefined;
}

/** The city that filters the list, and its state if known. */
export function chosenCity(
	context: ILoadOptionsFunctions,
): { readonly city: string; readonly state?: string } | undefined {
	const text = sibling(context, 'listCity');
	if (text === undefined) return undefined;
	const [, city, state] = /^(.+?)(?:\s-\s|,\s*)([A-Z]{2})$/.exec(text) ?? [];
	return city !== undefined && isState(state) ? { city, state } : { city: text };
}

/** The state code among the typed words, and the remaining words. */
export function stateIn(filter: string): { readonly state?: string; readonly rest: string } {
	const words = filter.split(/[\s,-]+/).filter((word) => word !== '');
	const state = words.filter((word) => isState(word.toUpperCase())).pop();
	return { state: state?.toUpperCase(), rest: words.filter((word) => word !== state).join(' ') };
}
