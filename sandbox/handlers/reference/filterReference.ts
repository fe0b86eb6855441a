import { endpoints } from '../../../contract';
import { wireName, type LiveNames } from '../../../contract/liveNames';
import type { ObjectSchema } from '../../../contract/model/schema';
import {
	COMPANY_SIZES,
	DEPARTMENTS,
	SENIORITY_LEVELS,
	STATES,
	WORK_TYPES,
} from '../../../contract/model/vocabularies';
import type { Settings } from '../../base/settings';
import { NATURES } from '../../data/codes';
import { STATE_NAMES } from '../../data/places';
import type { Handlers } from '../../world/call';

/** What a filter is called, takes and means; none is mandatory. */
const described = ({ properties }: ObjectSchema, words: LiveNames): unknown[] =>
	Object.entries(properties).map(([name, { type, title, description }]) => ({
		name: wireName(name, words),
		type,
		description: description ?? title,
		mandatory: false,
	}));

/** An option with its label, in English words or in Portuguese ones. */
const option = ({ autocompleteItems }: Settings, text: string, value: string | number): unknown =>
	autocompleteItems === 'portuguese' ? { texto: text, valor: value } : { text, value };

/** What the B2B filters are and which values the categorical ones take; nobody shows the wrappers. */
export const filterReferenceHandlers: Handlers = {
	filterStructure: ({ world: { config } }) => ({
		status: 200,
		body: {
			filtros_pessoa: described(endpoints.b2bPersonSearch.body.properties.filtros_pessoa, config.words),
			filtros_empresa: described(endpoints.b2bCompanySearch.body.properties.filtros_empresa, config.words),
		},
	}),
	filterOptions: ({ world: { settings } }) => ({
		status: 200,
		body: {
			departamentos: DEPARTMENTS,
			niveis_senioridade: SENIORITY_LEVELS,
			tamanhos_empresa: COMPANY_SIZES,
			tipos_trabalho: WORK_TYPES,
			naturezas_juridicas: Object.entries(NATURES).map(([value, { description }]) =>
				option(settings, description, Number(value)),
			),
			estados: STATES.map((value) => option(settings, STATE_NAMES[value], value)),
		},
	}),
};
