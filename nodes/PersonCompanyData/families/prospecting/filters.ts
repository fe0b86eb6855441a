import omit from 'lodash/omit';
import type { IDataObject } from 'n8n-workflow';

import { geoPoints, LOCALE_FILTERS } from '../../../../contract/endpoints/prospecting/shared';
import type { ObjectSchema, ValueOf } from '../../../../contract/model/schema';
import { inputError, type At, type Field, type Input, type Where } from '../../../../core/form/field';
import { jsonField } from '../../../../core/form/jsonField';
import { filledOf, isFilled } from '../../../../core/base/json';
import { objectField } from '../../../../core/form/schemaField';
import { readFilter } from '../../../../core/form/value';
import { stableOrder } from '../../../../core/base/stableOrder';

/** Prospecting filters: their form, and the validation before anything is sent. */

/** Fields of the body that are about the job, not filters. */
export const OF_THE_JOB = ['export', 'quantity', 'callback_email', 'plan', 'file_formatting'];

/** Fields of the body that are not filters or have their own form. */
const NO_FILTERS = [...OF_THE_JOB, 'geo_points'];

const ADDITIONAL = 'Additional Filters (JSON)';

/** The filters of a body. */
const filtersOf = (body: ObjectSchema, isJob: boolean): ObjectSchema => ({
	...body,
	properties: omit(body.properties, isJob ? [...NO_FILTERS, 'name'] : NO_FILTERS),
});

/** The filter fields; in a job, `name` has its own field. */
export const filterFields = (body: ObjectSchema, isJob: boolean) => ({
	filters: objectField(filtersOf(body, isJob), 'Add Filter', { displayName: 'Filters' }),
});

const areaJson = jsonField(
	'Area on the Map (JSON)',
	'A circle, rectangle or polygon, which the service takes but currently does not apply',
	'{ "type": "circle", "data": { "radius": 1000, "center": { "lat": -30.03, "lng": -51.22 } } }',
);

type Area = ValueOf<typeof geoPoints>;

/** Options shared by all prospecting filters. */
export const filterOptions = {
	additionalFilters: jsonField(
		ADDITIONAL,
		'Filters that the form lacks; they replace those of the same name',
		'{ "birthday_months": ["5"] }',
	),
	geo_points: {
		...areaJson,
		read: (value, where) => {
			const given = areaJson.read(value, where);
			return readArea(isFilled(given) ? given : undefined, where);
		},
	} satisfies Field<Area>,
};

/**
 * The area, validated by the contract's schema for its type.
 * @throws NodeOperationError when it does not match, or its south is not below its north.
 */
function readArea(given: unknown, where: Where): Area {
	const area = readFilter(geoPoints, given, where) as Area;
	if ('south' in area.data && area.data.south >= area.data.north) {
		throw inputError(where, 'has a south value that is not below its north value.', 'Swap the two.');
	}
	return area;
}

type FilterInput = Input<ReturnType<typeof filterFields>> & {
	readonly options: Partial<Input<typeof filterOptions>>;
};

/**
 * The filters to send, without empty ones.
 * @throws NodeOperationError for filters that the service would ignore or reject.
 */
export function readProspectingFilters(
	body: ObjectSchema,
	isJob: boolean,
	input: FilterInput,
	at: At,
): IDataObject {
	const schema = filtersOf(body, isJob);
	const additional = Object.fromEntries(
		Object.entries(input.options.additionalFilters ?? {}).map(([name, value]) => {
			checkName(name, isJob, at);
			const where = at(`${ADDITIONAL} > ${name}`);
			if (name === 'geo_points') return [name, readArea(value, where)];
			const known = Object.hasOwn(schema.properties, name) ? schema.properties[name] : {};
			return [name, readFilter(known, value, where)];
		}),
	);
	const all: IDataObject = {
		...(input.filters as IDataObject),
		geo_points: input.options.geo_points,
		...(additional as IDataObject),
	};
	return filledOf(all);
}

/**
 * Checks the name of an additional filter.
 * @throws NodeOperationError for names that the service silently ignores or that have their own field.
 */
function checkName(name: string, isJob: boolean, at: At): void {
	if (name === 'neighborhoods') {
		throw inputError(
			at(ADDITIONAL),
			'has "neighborhoods", which the service silently ignores.',
			'Use "neighborhoodies", as the API spells it, or the Neighborhoods field.',
		);
	}
	const taken = isJob ? ['export', 'name', 'quantity', 'plan'] : ['export', 'quantity'];
	if (taken.includes(name)) {
		throw inputError(
			at(ADDITIONAL),
			`has "${name}", which is not a filter.`,
			name === 'export'
				? 'The operation decides whether it counts or exports.'
				: 'Use the field of that name, or Options > Advanced (JSON) > additionalBodyFields to send it unchanged.',
		);
	}
}

/** Filters in an order independent of how they were entered, except for the points of an area. */
export const anyOrder = ({ geo_points, ...filters }: IDataObject): IDataObject => ({
	...(stableOrder(filters) as IDataObject),
	...(geo_points !== undefined && { geo_points }),
});

/**
 * Checks the location filters.
 * @throws NodeOperationError without any location filter, or for a job that would export the whole database.
 */
export function checkPlaces(filters: IDataObject, isJob: boolean, at: At): void {
	const given = LOCALE_FILTERS.filter((name) => isFilled(filters[name]));
	if (given.length === 0) {
		throw inputError(
			at('Filters'),
			'have no location.',
			'Add Cities, States, Area Codes (DDD) or Neighborhoods.',
		);
	}
	if (isJob && isOnlyArea(filters)) {
		throw inputError(
			at('Area on the Map'),
			'is the only location filter.',
			'The service currently ignores it, so the job would export the whole database. Add Cities, States, Area Codes (DDD) or Neighborhoods.',
		);
	}
}

/** Whether an area on the map is the only location filter, so that the whole database matches. */
export const isOnlyArea = (filters: IDataObject): boolean =>
	LOCALE_FILTERS.filter((name) => isFilled(filters[name])).join() === 'geo_points';
