import omit from 'lodash/omit';
import type { IDataObject } from 'n8n-workflow';

import { geoPoints, LOCALE_FILTERS } from '../../../../contract/endpoints/prospecting/shared';
import type { ObjectSchema, ValueOf } from '../../../../contract/model/schema';
import { inputError, type At, type Field, type Input, type Where } from '../../../../core/form/field';
import { jsonField } from '../../../../core/form/jsonField';
import { isFilled } from '../../../../core/base/json';
import { objectField } from '../../../../core/form/schemaField';
import { readValue } from '../../../../core/form/value';

/** The filters of prospecting: their form, and the checks that come before anything is sent. */

/** Fields of the body that are no filters, or have a form of their own. */
const NO_FILTERS = ['export', 'quantity', 'callback_email', 'plan', 'file_formatting', 'geo_points'];

const ADDITIONAL = 'Additional Filters (JSON)';

/** The part of a body that filters. */
const filtersOf = (body: ObjectSchema, isJob: boolean): ObjectSchema => ({
	...body,
	properties: omit(body.properties, isJob ? [...NO_FILTERS, 'name'] : NO_FILTERS),
});

/** The fields of the filters; in a job, `name` has a field of its own. */
export const filterFields = (body: ObjectSchema, isJob: boolean) => ({
	filters: objectField(filtersOf(body, isJob), 'Add Filter', { displayName: 'Filters' }),
	additionalFilters: jsonField(
		ADDITIONAL,
		'Filters that the form does not have; a filter of the same name replaces that of the form',
		'{ "birthday_months": ["5"] }',
	),
});

const areaJson = jsonField(
	'Area on the Map (JSON)',
	'A circle, rectangle or polygon. The service takes it for a place but does not apply it to the result at present.',
	'{ "type": "circle", "data": { "radius": 1000, "center": { "lat": -30.03, "lng": -51.22 } } }',
);

type Area = ValueOf<typeof geoPoints>;

/** Options that every set of filters has. */
export const filterOptions = {
	geo_points: {
		...areaJson,
		read: (value, where) => {
			const given = areaJson.read(value, where);
			return isFilled(given) ? readArea(given, where) : undefined;
		},
	} satisfies Field<Area | undefined>,
};

/** The area in the form that the contract has for its type. */
function readArea(given: unknown, where: Where): Area {
	const area = readValue(geoPoints, given, where) as Area;
	if ('south' in area.data && area.data.south >= area.data.north) {
		throw inputError(where, 'has its south at or above its north.', 'Exchange the two.');
	}
	return area;
}

type FilterInput = Input<ReturnType<typeof filterFields>> & {
	readonly options: Partial<Input<typeof filterOptions>>;
};

/**
 * The filters as they are sent, empty ones left out.
 * @throws NodeOperationError for what the service would ignore or refuse.
 */
export function readProspectingFilters(
	body: ObjectSchema,
	isJob: boolean,
	input: FilterInput,
	at: At,
): IDataObject {
	const schema = filtersOf(body, isJob);
	const additional = Object.fromEntries(
		Object.entries(input.additionalFilters).map(([name, value]) => {
			checkName(name, isJob, at);
			const where = at(`${ADDITIONAL} > ${name}`);
			if (name === 'geo_points') return [name, readArea(value, where)];
			const known = Object.hasOwn(schema.properties, name) ? schema.properties[name] : undefined;
			return [name, known === undefined ? value : readValue(known, value, where)];
		}),
	);
	const all: IDataObject = {
		...(input.filters as IDataObject),
		geo_points: input.options.geo_points,
		...(additional as IDataObject),
	};
	return Object.fromEntries(Object.entries(all).filter(([, value]) => isFilled(value)));
}

/** Names that would be ignored in silence, or that have a field of their own. */
function checkName(name: string, isJob: boolean, at: At): void {
	if (name === 'neighborhoods') {
		throw inputError(
			at(ADDITIONAL),
			'has "neighborhoods", which the service ignores in silence.',
			'Write "neighborhoodies", as the interface spells it, or use the field Neighborhoods.',
		);
	}
	const taken = isJob ? ['export', 'name', 'quantity', 'plan'] : ['export', 'quantity'];
	if (taken.includes(name)) {
		throw inputError(
			at(ADDITIONAL),
			`has "${name}", which is no filter.`,
			'Use the field of that name, or Options > Additional Body (JSON) to send it as it is.',
		);
	}
}

/**
 * Holds filters against the rules on places.
 * @throws NodeOperationError without any place, and for a job of the whole base.
 */
export function checkPlaces(filters: IDataObject, isJob: boolean, at: At): void {
	const given = LOCALE_FILTERS.filter((name) => isFilled(filters[name]));
	if (given.length === 0) {
		throw inputError(
			at('Filters'),
			'name no place.',
			'Add at least one of Cities, States, Area Codes (DDD) and Neighborhoods.',
		);
	}
	if (isJob && isOnlyArea(filters)) {
		throw inputError(
			at('Area on the Map'),
			'is the only place.',
			'The service does not apply it at present: the job would export the whole base. Add Cities, States, Area Codes (DDD) or Neighborhoods.',
		);
	}
}

/** Whether an area on the map is the only place, so that the whole base matches. */
export const isOnlyArea = (filters: IDataObject): boolean =>
	LOCALE_FILTERS.filter((name) => isFilled(filters[name])).join() === 'geo_points';
