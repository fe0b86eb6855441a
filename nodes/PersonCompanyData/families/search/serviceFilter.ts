import { endpoints } from '../../../../contract';
import type { Schema } from '../../../../contract/model/schema';
import { asText, isObject } from '../../../../core/base/json';

/** The B2B filters as the service itself describes them (the shape is not shown: several are read). */

export type FilterGroup = 'filtros_pessoa' | 'filtros_empresa';
export type FilterType = 'array' | 'string' | 'number' | 'integer' | 'boolean' | 'object';

/** A filter, and what of it a form has to keep. */
export interface ServiceFilter {
	readonly group: FilterGroup;
	readonly name: string;
	readonly type: FilterType;
}

export interface DescribedFilter extends ServiceFilter {
	readonly description?: string;
}

const GROUPS: readonly FilterGroup[] = ['filtros_pessoa', 'filtros_empresa'];
const TYPES: readonly FilterType[] = ['array', 'string', 'number', 'integer', 'boolean', 'object'];

const { properties } = endpoints.b2bPersonSearch.body;
/** The company filters of the companies search: it takes more than the persons search knows of. */
const companyProperties = endpoints.b2bCompanySearch.body.properties.filtros_empresa.properties;
const CONTRACT: Readonly<Record<FilterGroup, Readonly<Record<string, Schema>>>> = {
	filtros_pessoa: properties.filtros_pessoa.properties,
	filtros_empresa: { ...companyProperties, ...properties.filtros_empresa.properties },
};

/** What the contract says of a filter, if it knows it. */
export const contractFilter = ({ group, name }: Pick<ServiceFilter, 'group' | 'name'>): Schema | undefined =>
	Object.hasOwn(CONTRACT[group], name) ? CONTRACT[group][name] : undefined;

/** A filter as one text, for a menu. */
export const writeFilter = ({ group, name, type }: ServiceFilter): string => `${group}/${name}/${type}`;

/** A filter from what `writeFilter` made of it; without a type, that of the contract. */
export function readFilter(text: string): ServiceFilter | undefined {
	const [group, name = '', type] = text.split('/');
	// A field of this one name would get lost on the way, and the search be charged without it.
	if (!isGroup(group) || name === '' || name === '__proto__') return undefined;
	return { group, name, type: TYPES.find((known) => known === type) ?? typeInContract(group, name) };
}

const isGroup = (text: string): text is FilterGroup => (GROUPS as readonly string[]).includes(text);

/** Most filters are lists. */
const typeInContract = (group: FilterGroup, name: string): FilterType =>
	TYPES.find((type) => type === contractFilter({ group, name })?.type) ?? 'array';

/** The filters that the contract has, for when the service's description is not understood. */
export const contractFilters = (): DescribedFilter[] =>
	GROUPS.flatMap((group) =>
		Object.entries(CONTRACT[group]).map(([name, { description }]) => ({
			group,
			name,
			type: typeInContract(group, name),
			description,
		})),
	);

/** The filters in a description: lists or objects of filters under the name of their group, however deep. */
export const readStructure = (body: unknown): DescribedFilter[] => collect(body, undefined);

/** A key or value that names a group: `filtros_pessoa`, `person`, `company_filters`. */
function groupNamed(text: unknown): FilterGroup | undefined {
	const [, person, company] =
		/^(?:fil(?:tro|ter)s?_)?(?:(pessoas?|persons?)|(empresas?|company|companies))(?:_fil(?:tro|ter)s?)?$/i.exec(
			asText(text) ?? '',
		) ?? [];
	return person !== undefined ? 'filtros_pessoa' : company !== undefined ? 'filtros_empresa' : undefined;
}

function collect(value: unknown, group: FilterGroup | undefined): DescribedFilter[] {
	if (Array.isArray(value)) return value.filter(isObject).flatMap((row) => fromRow(row, group));
	if (!isObject(value)) return [];
	// A JSON Schema.
	if (isObject(value.properties)) return collect(value.properties, group);
	return Object.entries(value).flatMap(([key, inner]) => {
		const own = groupNamed(key);
		if (own !== undefined) return collect(inner, own);
		// A type alone is one word; a text of more describes something.
		const about = isObject(inner) ? inner : { type: /\s/.test(textIn(inner)) ? undefined : inner };
		return typeIn(about) === undefined ? collect(inner, group) : described(key, about, group);
	});
}

const NAMES = ['name', 'nome', 'field', 'campo', 'key', 'chave', 'filter', 'filtro'];
const GROUP_NAMES = ['group', 'grupo', 'object', 'objeto', 'category', 'categoria'];

/** A filter, or a group of them, that names itself. */
function fromRow(row: Readonly<Record<string, unknown>>, above: FilterGroup | undefined): DescribedFilter[] {
	const name = NAMES.map((key) => asText(row[key])).find((text) => text !== undefined);
	const group = GROUP_NAMES.map((key) => groupNamed(row[key])).find(Boolean) ?? groupNamed(name) ?? above;
	if (name === undefined || groupNamed(name) !== undefined) {
		return Object.values(row).flatMap((inner) => collect(inner, group));
	}
	return described(name, row, group);
}

/** A filter with its type; one whose group is not told belongs to those that have it in the contract. */
function described(
	name: string,
	about: Readonly<Record<string, unknown>>,
	group: FilterGroup | undefined,
): DescribedFilter[] {
	const groups =
		group === undefined
			? GROUPS.filter((own) => contractFilter({ group: own, name }) !== undefined)
			: [group];
	const description = ['description', 'descricao', 'label', 'title'].map((key) => asText(about[key]));
	return groups.map((own) => ({
		group: own,
		name,
		type: typeIn(about) ?? typeInContract(own, name),
		description: description.find((text) => text !== undefined),
	}));
}

const typeIn = (about: Readonly<Record<string, unknown>>): FilterType | undefined =>
	typeNamed(about.type ?? about.tipo);

/** The text of a value, or the texts of a list. */
const textIn = (value: unknown): string => [value].flat().map(asText).join();

/** A type by any of its usual names. */
function typeNamed(name: unknown): FilterType | undefined {
	const text = textIn(name).toLowerCase();
	if (/array|list|\[\]/.test(text)) return 'array';
	if (/bool/.test(text)) return 'boolean';
	if (/^int/.test(text)) return 'integer';
	if (/^(num|float|decimal|double)/.test(text)) return 'number';
	if (/^(obj|dict|json|range|faixa)/.test(text)) return 'object';
	return /^(str|text|char|date)/.test(text) ? 'string' : undefined;
}
