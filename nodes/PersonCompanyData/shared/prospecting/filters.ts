import omit from 'lodash/omit';
import type { IDataObject } from 'n8n-workflow';

import { LOCALE_FILTERS } from '../../../../contract/endpoints/prospecting/shared';
import type { ObjectSchema } from '../../../../contract/model/schema';
import { filledOf, isFilled } from '../../../../core/base/json';
import { stableOrder } from '../../../../core/base/fingerprint';
import { inputError, type At, type Input } from '../../../../core/form/field';
import { jsonField } from '../../../../core/form/jsonField';
import { objectField } from '../../../../core/form/schemaField';
import { readFilter } from '../../../../core/form/value';

/** Body fields that are not filters. */
export const OF_THE_JOB = ['export', 'quantity', 'callback_email', 'plan', 'file_formatting'];

const ADDITIONAL = 'Additional Filters (JSON)';

/** In a job, `name` has its own field. */
const isOfJob = ({ properties }: ObjectSchema): boolean => properties.quantity !== undefined;

const filterSchema = (body: ObjectSchema): ObjectSchema => ({
	...body,
	properties: omit(body.properties, OF_THE_JOB, 'geo_points', isOfJob(body) ? 'name' : []),
});

export const filterFields = (body: ObjectSchema, needsPlace = true) => ({
	filters: objectField(filterSchema(body), 'Add Filter', {
		displayName: 'Filters',
		...(needsPlace && {
			description: 'At least one of Cities, States, Area Codes (DDD) and Neighborhoods is needed',
		}),
	}),
});

export const filterOptions = {
	additionalFilters: jsonField(ADDITIONAL, 'More filters, by the names of the API', '{ "states": ["SP"] }'),
};

type FilterInput = Input<ReturnType<typeof filterFields>> & {
	readonly options: Partial<Input<typeof filterOptions>>;
};

/**
 * The filters to send, without empty ones; additional ones replace those of the same name.
 * @throws NodeOperationError for filters that the service would ignore or reject
 */
export function readProspectingFilters(body: ObjectSchema, input: FilterInput, at: At): IDataObject {
	const { properties } = filterSchema(body);
	const additional = Object.entries(input.options.additionalFilters ?? {}).map(([name, value]) => {
		checkName(name, body, at);
		const where = at(`${ADDITIONAL} > ${name}`);
		return [name, readFilter(Object.hasOwn(properties, name) ? properties[name] : {}, value, where)];
	});
	return filledOf({ ...(input.filters as IDataObject), ...(Object.fromEntries(additional) as IDataObject) });
}

/** @throws NodeOperationError for a name that the service silently ignores or that is no filter */
function checkName(name: string, body: ObjectSchema, at: At): void {
	if (name === 'neighborhoods') {
		throw inputError(
			at(ADDITIONAL),
			'has "neighborhoods", which the service silently ignores',
			'Use "neighborhoodies", as the API spells it, or the field \'Neighborhoods\'.',
		);
	}
	if (OF_THE_JOB.includes(name) || (name === 'name' && isOfJob(body))) {
		const advice = 'Remove it: only filters go here.';
		throw inputError(at(ADDITIONAL), `has "${name}", which is not a filter`, advice);
	}
}

/** A stable order however filters were entered; the points of an area keep theirs. */
export const anyOrder = ({ geo_points, ...filters }: IDataObject): IDataObject => ({
	...(stableOrder(filters) as IDataObject),
	...(geo_points !== undefined && { geo_points }),
});

const ADD_PLACE = "Add 'Cities', 'States', 'Area Codes (DDD)' or 'Neighborhoods'.";

/**
 * The same, for a count or job.
 * @throws NodeOperationError without a location that the service applies: the whole database would match
 */
export function readFiltersWithPlace(body: ObjectSchema, input: FilterInput, at: At): IDataObject {
	const filters = readProspectingFilters(body, input, at);
	const [place, ...others] = LOCALE_FILTERS.filter((name) => isFilled(filters[name]));
	if (place === undefined) throw inputError(at('Filters'), 'has no location', ADD_PLACE);
	if (place !== 'geo_points' || others.length > 0) return filters;
	throw inputError(
		at('geo_points'),
		'is the only location filter',
		`The service currently ignores it, so the whole database would match. ${ADD_PLACE}`,
	);
}
