import { endpoints } from '../../contract';
import { limits } from '../../contract/model/limits';
import type { ObjectSchema } from '../../contract/model/schema';
import {
	ASSUMED_AUTOCOMPLETE_KINDS,
	AUTOCOMPLETE_KINDS,
	COMPANY_SIZES,
	DEPARTMENTS,
	SENIORITY_LEVELS,
	STATES,
	WORK_TYPES,
} from '../../contract/model/vocabularies';
import { fold } from '../base/random';
import { Refusal } from '../base/refusal';
import type { Settings } from '../base/settings';
import * as reference from '../data/reference';
import { CNAE_LABELS, CNAE_MACRO_SECTORS, SECTORS, SKILLS, SPECIALITIES, TITLES } from '../data/vocabulary';
import type { Call, Handlers } from '../world/call';
import type { World } from '../world/world';

interface CodesQuery {
	readonly code?: string;
	readonly description?: string;
	readonly page?: number;
	readonly page_size?: number;
}

/** Page size when none is asked for (the default of the vendor's client). */
const PAGE_SIZE = 50;

const wrapped = (results: readonly unknown[]): object => ({ results });

const part = (text: string | undefined, of: string): boolean => fold(of).includes(fold(text ?? ''));

const largestPage = ({ largestPage: size }: Settings): number => (size === 0 ? Infinity : size);

/** A page of the entries that have the code and the part of the description. */
function codes({ settings }: World, entries: readonly reference.Code[], query: CodesQuery): object {
	const { code, description, page = 1, page_size: wanted = PAGE_SIZE } = query;
	const size = Math.min(wanted, largestPage(settings));
	const found = entries.filter(
		(entry) => (code === undefined || entry.code === code) && part(description, entry.description),
	);
	const from = (page - 1) * size;
	return wrapped(found.slice(from, from + size));
}

/** Places under the name that is sent back to prospecting. */
function places(call: Call, names: readonly string[]): object {
	const { settings } = call.world;
	return wrapped(names.slice(0, largestPage(settings)).map((name) => ({ name })));
}

/** The cities of a state, or of all, in the form of the B2B endpoints. */
const citiesOf = (state: string | undefined): readonly string[] =>
	state === undefined
		? reference.ALL_CITIES
		: reference.ALL_CITIES.filter((city) => city.endsWith(`, ${state}`));

const nameOf = (city: string): string => city.slice(0, -', UF'.length);

/** The reference data that prospecting takes its values from. */
export const referenceListHandlers: Handlers = {
	profiles: () => wrapped(reference.PROFILES),
	cities: (call) => {
		const { name, state } = call.query;
		const found = citiesOf(state).filter((city) => part(name, nameOf(city)));
		return places(call, found.map(reference.prospectingForm));
	},
	neighborhoods: (call) => {
		const { name, city, state } = call.query;
		const found = citiesOf(state).filter((own) => city === undefined || fold(nameOf(own)) === fold(city));
		const named = reference.NEIGHBORHOODS.filter((own) => part(name, own));
		return places(
			call,
			found.flatMap((own) =>
				named.map((neighborhood) => `${neighborhood} - ${reference.prospectingForm(own)}`),
			),
		);
	},
	occupations: ({ world, query }) => codes(world, reference.OCCUPATIONS, query),
	economicActivities: ({ world, query }) => codes(world, reference.ACTIVITIES, query),
	sectors: ({ world, query }) => codes(world, reference.SECTOR_CODES, query),
};

/** What a filter is called, takes and means; none is mandatory. */
const described = ({ properties }: ObjectSchema): unknown[] =>
	Object.entries(properties).map(([name, { type, title, description }]) => ({
		name,
		type,
		description: description ?? title,
		mandatory: false,
	}));

const natures = Object.entries(reference.NATURES).map(([value, { description }]) => ({
	text: description,
	value: Number(value),
}));

/** What the B2B filters are and which values the categorical ones take; nobody shows the wrappers. */
export const filterReferenceHandlers: Handlers = {
	filterStructure: () => ({
		filtros_pessoa: described(endpoints.b2bPersonSearch.body.properties.filtros_pessoa),
		filtros_empresa: described(endpoints.b2bCompanySearch.body.properties.filtros_empresa),
	}),
	filterOptions: () => ({
		departamentos: DEPARTMENTS,
		niveis_senioridade: SENIORITY_LEVELS,
		tamanhos_empresa: COMPANY_SIZES,
		tipos_trabalho: WORK_TYPES,
		naturezas_juridicas: natures,
		estados: STATES.map((value) => ({ text: `Estado ${value}`, value })),
	}),
};

type Kind = keyof typeof AUTOCOMPLETE_KINDS | keyof typeof ASSUMED_AUTOCOMPLETE_KINDS;

/** A value to send back, and what people read. */
interface Item {
	readonly text: string;
	readonly value: string | number;
}

const KINDS = [...Object.keys(AUTOCOMPLETE_KINDS), ...Object.keys(ASSUMED_AUTOCOMPLETE_KINDS)] as Kind[];

const same = (values: readonly string[]): Item[] => values.map((text) => ({ text, value: text }));

/** The first items, up to the limit, whose text contains the term. */
function matching(items: Iterable<Item>, term: string): Item[] {
	const found: Item[] = [];
	for (const item of items) {
		if (found.length === limits.autocompleteResults) break;
		if (fold(item.text).includes(fold(term))) found.push(item);
	}
	return found;
}

function* companyNames({ companies }: World): Iterable<Item> {
	for (let i = 0; i < companies.count; i++) yield { text: companies.name(i), value: companies.name(i) };
}

const sources: Readonly<Record<Exclude<Kind, 'localizacao'>, (world: World) => Iterable<Item>>> = {
	nome_empresa: companyNames,
	setor: () => same(SECTORS),
	cargo: () => same(TITLES),
	atividade_cnae: () => same(CNAE_LABELS),
	natureza_juridica: () => natures,
	especialidade: () => same(SPECIALITIES),
	habilidade: () => same(SKILLS),
	setor_cnae: () => same(CNAE_MACRO_SECTORS),
};

/** The kind and the term of a call, in the one form that is recognized; the other form is dropped. */
function asked({ world, query, request }: Call<'autocomplete'>): readonly [Kind, string] {
	const { autocompleteForm, emptyTerm } = world.settings;
	const byField = autocompleteForm === 'termAndField';
	const form: readonly string[] = byField ? ['term', 'field'] : KINDS;
	const dropped = Object.keys(query).filter((name) => !form.includes(name));
	request.unknownFields = [...request.unknownFields, ...dropped];
	const named = KINDS.find((name) => query[name]) ?? KINDS.find((name) => name in query);
	const [kind, term] = byField
		? [query.field as Kind | undefined, query.term]
		: [named, named && query[named]];
	const isTold = term !== undefined && (term !== '' || emptyTerm === 'answered');
	if (kind !== undefined && isTold) return [kind, term];
	throw new Refusal(400, 'no_parameter', 'Send one kind of search.');
}

/** Values that the filters of the B2B searches take. */
export const autocompleteHandlers: Handlers = {
	autocomplete: (call) => {
		const [kind, term] = asked(call);
		const items =
			kind === 'localizacao'
				? same(reference.ALL_CITIES.filter((city) => city.endsWith(`, ${term}`)))
				: matching(sources[kind](call.world), term);
		return wrapped(items);
	},
};
