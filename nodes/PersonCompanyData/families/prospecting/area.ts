import type { IDataObject } from 'n8n-workflow';

import { decimal, integer, list, object, type Schema, type ValueOf } from '../../../../contract/model/schema';
import {
	choice,
	inputError,
	showWhen,
	type Field,
	type Fields,
	type Input,
	type At,
} from '../../../../core/form/field';
import { valueField } from '../../../../core/form/schemaField';

/** The three forms of an area on the map, as fields; the service takes them as one object. */

const lat = decimal('Latitude', { minimum: -90, maximum: 90, examples: [-30.0346] });
const lng = decimal('Longitude', { minimum: -180, maximum: 180, examples: [-51.2177] });

const circle = object('Circle', {
	radius: integer('Radius (Metres)', { minimum: 1, examples: [1000] }),
	lat,
	lng,
});
const rectangle = object('Rectangle', {
	north: { ...lat, title: 'North' },
	south: { ...lat, title: 'South' },
	east: { ...lng, title: 'East' },
	west: { ...lng, title: 'West' },
});
const polygon = list('Corners', object('Corner', { lat, lng }));

const LEAST_CORNERS = 3;

/**
 * A shape that is not there at first: n8n fails over a form when a set of fields that it brings up is to begin
 * with its fields in place.
 */
function shape<const S extends Schema>(schema: S): Field<ValueOf<S>> {
	const field = valueField(schema, { required: false });
	const placeholder = `Add ${schema.title ?? ''}`;
	return { ...field, property: { ...field.property, default: {}, placeholder } };
}

export const areaFields = {
	area: choice(
		'Area on the Map',
		'An area to search in. The service takes it for a place but does not apply it to the result at present.',
		[
			{ name: 'None', value: 'none' },
			{ name: 'Circle', value: 'circle' },
			{ name: 'Polygon', value: 'polygon' },
			{ name: 'Rectangle', value: 'rectangle' },
		],
	),
	circle: showWhen({ area: ['circle'] }, shape(circle)),
	rectangle: showWhen({ area: ['rectangle'] }, shape(rectangle)),
	polygon: showWhen({ area: ['polygon'] }, valueField(polygon, { required: false })),
} satisfies Fields;

/**
 * The area as the service takes it; `undefined` when there is none.
 * @throws NodeOperationError for an area that lacks a part.
 */
export function readArea(input: Input<typeof areaFields>, at: At): IDataObject | undefined {
	if (input.circle !== undefined) {
		const { radius, lat: latitude, lng: longitude } = needAll(circle, input.circle, at);
		return { type: 'circle', data: { radius, center: { lat: latitude, lng: longitude } } };
	}
	if (input.rectangle !== undefined) {
		const data = needAll(rectangle, input.rectangle, at);
		if (Number(data.south) >= Number(data.north)) {
			throw inputError(at('Rectangle'), 'has its south above its north.', 'Exchange the two.');
		}
		return { type: 'rectangle', data };
	}
	if (input.polygon !== undefined) {
		const corners = input.polygon.map((corner) => needAll(polygon.items, corner, at));
		if (corners.length < LEAST_CORNERS) {
			throw inputError(at('Corners'), `are ${corners.length}.`, `An area needs at least ${LEAST_CORNERS}.`);
		}
		return { type: 'polygon', data: corners };
	}
	return undefined;
}

type Shape = typeof circle | typeof rectangle | typeof polygon.items;

function needAll(shape: Shape, given: IDataObject, at: At): IDataObject {
	const missing = Object.entries(shape.properties).find(([name]) => given[name] === undefined);
	if (missing !== undefined) {
		throw inputError(at(shape.title), `has no ${missing[1].title}.`, 'An area needs all of its numbers.');
	}
	return given;
}
