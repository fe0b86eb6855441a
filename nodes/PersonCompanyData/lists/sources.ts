import { endpoints } from '../../../contract';
import type { FreeEndpoint } from '../../../contract/model/endpoint';
import { assumedLimits, limits } from '../../../contract/model/limits';
import type { ListName } from '../../../contract/model/lists';
import { autocompleteQueries, STATES, type AutocompleteKind } from '../../../contract/model/vocabularies';
import { USUAL_NAMES, type ListEntry } from '../../../core/read/entries';
import { find, matching, search, type Listed, type ListSource } from './find';
import { OWN_MS, type ListClient } from './listClient';

type List = (client: ListClient, filter: string) => Promise<Listed>;

const from =
	(source: ListSource): List =>
	async (client, filter) =>
		await find(client, source, filter);

/** Users know the name, the service needs the ID or code. */
const labelled =
	(write: (value: string | number, label: string) => string) =>
	({ value, label }: ListEntry): ListEntry => ({
		value,
		label: label === String(value) ? label : write(value, label),
	});

const PLACE = { value: ['name', 'value'], label: ['name', 'value'] };
const CODE = { value: ['code'], label: ['description', 'name'] };
const withCode = labelled((code, description) => `${code} - ${description}`);

/** The state code among the typed words, and the other words. */
export function splitState(filter: string): { readonly state?: string; readonly rest: string } {
	const words = filter.split(/[\s,-]+/).filter((word) => word !== '');
	const state = words.filter((word) => (STATES as readonly string[]).includes(word.toUpperCase())).pop();
	return { state: state?.toUpperCase(), rest: words.filter((word) => word !== state).join(' ') };
}

const cities: ListSource = {
	endpoint: endpoints.cities,
	all: {},
	names: PLACE,
	search: (text) => {
		const { state, rest } = splitState(text);
		return [{ ...(rest !== '' && { name: rest }), ...(state !== undefined && { state }) }];
	},
};

/** Codes can only be searched for in full. */
const codes = (endpoint: FreeEndpoint, digits: number): List =>
	from({
		endpoint,
		all: { page: 1, page_size: assumedLimits.wholeListSize },
		names: CODE,
		entry: withCode,
		search: (text) => {
			if (/^\d+$/.test(text)) return text.length === digits ? [{ code: text }] : [];
			return [{ description: text }];
		},
	});

/** Searches take the text, for economic activities with its code in front. */
const asSent =
	(kind: AutocompleteKind) =>
	(entry: ListEntry): ListEntry => {
		const { value, label } = entry;
		if (!/^\d+$/.test(String(value))) return entry;
		const isCode = kind === 'atividade_cnae' && !label.startsWith(String(value));
		const text = isCode ? `${value} - ${label}` : label;
		return { value: text, label: text };
	};

export const completed = (kind: AutocompleteKind): ListSource => ({
	endpoint: endpoints.autocomplete,
	search: (text) => autocompleteQueries(kind, text),
	entry: asSent(kind),
	most: kind === 'localizacao' ? Infinity : limits.autocompleteResults,
});

/** `Curitiba - PR` as `Curitiba, PR`. */
function asLocation({ value }: ListEntry): ListEntry {
	const location = String(value).replace(/ - (?=[A-Z]{2}$)/, ', ');
	return { value: location, label: location };
}

/** Listed by state; without one, prospecting's cities are searched and respelled (field notes, trap 2). */
const b2bLocations: List = async (client, filter) => {
	const { state, rest } = splitState(filter);
	const found =
		state === undefined
			? await find(client, cities, filter)
			: await search(client, completed('localizacao'), state);
	const rows = { ...found, entries: state === undefined ? found.entries.map(asLocation) : found.entries };
	return { ...rows, entries: matching(rows.entries, rest) };
};

export const lists: Readonly<Record<ListName, List>> = {
	cities: from(cities),
	neighborhoods: from({
		endpoint: endpoints.neighborhoods,
		names: PLACE,
		search: (text) => {
			const [name, city, state] = text.split(/ - |, */);
			return [{ name, ...(city && { city }), ...(state && { state }) }];
		},
	}),
	occupations: codes(endpoints.occupations, 6),
	economicActivities: codes(endpoints.economicActivities, 7),
	sectors: from({
		endpoint: endpoints.sectors,
		all: { page: 1, page_size: assumedLimits.wholeListSize },
		search: (text) => [{ description: text }],
		names: { value: CODE.label, label: CODE.label },
	}),
	profiles: from({ endpoint: endpoints.profiles, all: {}, names: CODE, entry: withCode }),
	layouts: from({
		endpoint: endpoints.layouts,
		all: {},
		names: { value: ['id'], label: USUAL_NAMES.label },
		entry: labelled((id, name) => `${name} (${id})`),
		keepMs: OWN_MS,
	}),
	b2bLocations,
	b2bCompanyNames: from(completed('nome_empresa')),
	b2bSectors: from(completed('setor')),
	b2bJobTitles: from(completed('cargo')),
	b2bEconomicActivities: from(completed('atividade_cnae')),
	b2bSpecialities: from(completed('especialidade')),
	b2bSkills: from(completed('habilidade')),
	b2bMacroSectors: from(completed('setor_cnae')),
};
