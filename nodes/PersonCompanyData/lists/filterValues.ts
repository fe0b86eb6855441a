import { endpoints } from '../../../contract';
import type { AutocompleteKind } from '../../../contract/model/vocabularies';
import { readGroups, type ListEntry } from '../../../core/output/listReader';
import { contractFilter, readFilter, type ServiceFilter } from '../families/search/serviceFilter';
import { attempt } from '../../../core/base/async';
import { b2bLocations, typedValuesOf, valuesOf } from './autocomplete';
import { matching } from './matching';
import { chosenFilter } from './siblings';
import type { ListSource } from './listClient';

/** The kind of autocomplete that has the values of a filter. */
const KINDS: Readonly<Record<string, Exclude<AutocompleteKind, 'localizacao'>>> = {
	setores: 'setor',
	cargos: 'cargo',
	atividades_cnae: 'atividade_cnae',
	naturezas_juridicas: 'natureza_juridica',
	especialidades: 'especialidade',
	habilidades: 'habilidade',
	setores_cnae: 'setor_cnae',
};

/** Where the values of a filter without options of its own come from. */
function sourceOf({ name }: ServiceFilter): ListSource | undefined {
	if (name === 'localizacoes') return b2bLocations;
	if (name === 'nome_empresa') return typedValuesOf('nome_empresa');
	return KINDS[name] === undefined ? undefined : valuesOf(KINDS[name]);
}

const YES_AND_NO: readonly ListEntry[] = [
	{ value: 'true', label: 'Yes' },
	{ value: 'false', label: 'No' },
];

/** The values that the contract knows of a filter. */
function inContract(filter: ServiceFilter): readonly ListEntry[] {
	if (filter.type === 'boolean') return YES_AND_NO;
	const schema = contractFilter(filter);
	const { enum: values = [], 'x-labels': labels } = schema?.items ?? schema ?? {};
	return values.map((value) => ({ value, label: labels?.[String(value)] ?? String(value) }));
}

/** The values of the filter that is chosen in the same row: the service's options, or its autocomplete. */
export const b2bFilterValues: ListSource = async (asker, filter) => {
	const chosen = readFilter(chosenFilter(asker.context) ?? '');
	if (chosen === undefined) return [];
	const asked = await attempt(asker.ask({ endpoint: endpoints.filterOptions }));
	const groups = asked.ok ? readGroups(asked.value) : [];
	const options = groups.find(({ group }) => group === chosen.name);
	if (options !== undefined) return matching(options.entries, filter);
	const source = sourceOf(chosen);
	if (source !== undefined) return await source(asker, filter);
	const known = inContract(chosen);
	if (known.length === 0 && !asked.ok) throw asked.error;
	return matching(known, filter);
};
