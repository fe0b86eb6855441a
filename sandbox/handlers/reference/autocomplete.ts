import { limits } from '../../../contract/model/limits';
import { ASSUMED_AUTOCOMPLETE_KINDS, AUTOCOMPLETE_KINDS } from '../../../contract/model/vocabularies';
import { fold } from '../../base/random';
import { Refusal } from '../../base/refusal';
import type { Settings } from '../../base/settings';
import { NATURES } from '../../data/codes';
import { ALL_CITIES } from '../../data/places';
import {
	CNAE_LABELS, CNAE_MACRO_SECTORS, SECTORS, SKILLS, SPECIALITIES, TITLES,
} from '../../data/vocabulary'; // prettier-ignore
import type { Call, Handlers } from '../../world/call';
import type { World } from '../../world/world';

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

const natures = Object.entries(NATURES).map(([value, { description }]) => ({
	text: description,
	value: Number(value),
}));

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

/** The kind and the term of a call, in the one form that is recognised; the other form is dropped. */
function asked({ world, query, request }: Call<'autocomplete'>): readonly [Kind, string] {
	const byField = world.settings.autocompleteForm === 'termAndField';
	const form: readonly string[] = byField ? ['term', 'field'] : KINDS;
	const dropped = Object.keys(query).filter((name) => !form.includes(name));
	request.unknownFields = [...request.unknownFields, ...dropped];
	const kind = byField
		? (query.field as Kind | undefined)
		: (KINDS.find((name) => query[name]) ?? KINDS.find((name) => name in query));
	const term = byField ? query.term : query[kind ?? 'setor'];
	const isTold = term !== undefined && (term !== '' || world.settings.emptyTerm === 'answered');
	if (kind !== undefined && isTold) return [kind, term];
	throw new Refusal(400, 'no_parameter', 'Send one kind of search.');
}

/** An entry in the shapes in which it may come; nobody shows the one that does. */
const writtenAs: Readonly<Record<Settings['autocompleteItems'], (item: Item) => unknown>> = {
	objects: (item) => item,
	values: ({ value }) => value,
	portuguese: ({ text, value }) => ({ texto: text, valor: value }),
};

/** Values that the filters of the B2B searches take. */
export const autocompleteHandlers: Handlers = {
	autocomplete: (call) => {
		const [kind, term] = asked(call);
		const items =
			kind === 'localizacao'
				? same(ALL_CITIES.filter((city) => city.endsWith(`, ${term}`)))
				: matching(sources[kind](call.world), term);
		const written = writtenAs[call.world.settings.autocompleteItems];
		return { status: 200, body: { results: items.map(written) } };
	},
};
