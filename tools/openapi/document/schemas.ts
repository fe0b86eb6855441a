import mapKeys from 'lodash/mapKeys';
import mapValues from 'lodash/mapValues';

import { geoPoints } from '../../../contract/endpoints/prospecting/shared';
import { wireName, wireValue, type BrandTerms } from '../../../contract/brandTerms';
import { resultRecord, statusRecord, submissionResponse } from '../../../contract/endpoints/b2b/enrichment';
import { state } from '../../../contract/model/fields';
import { companyRecord, personRecord } from '../../../contract/model/records';
import type { Schema } from '../../../contract/model/schema';
import type { JsonObject } from './types';

/** Schemas that stand once in the document and are referred to. */
const shared: Readonly<Record<string, Schema>> = {
	Company: companyRecord,
	GeoPoints: geoPoints,
	Person: personRecord,
	Record: resultRecord,
	State: state,
	Status: statusRecord,
	Submission: submissionResponse,
};

const unmarked = (schema: Schema): string => JSON.stringify({ ...schema, 'x-assumed': undefined });
const nameByContent = new Map(Object.entries(shared).map(([name, schema]) => [unmarked(schema), name]));

/** A schema of the contract in the words of the service, with references to the shared ones. */
export function toOpenApi(schema: Schema, brandTerms: BrandTerms): JsonObject {
	const name = nameByContent.get(unmarked(schema));
	if (name === undefined) return spelledOut(schema, brandTerms);
	const mark = schema['x-assumed'];
	const reference = { $ref: `#/components/schemas/${name}` };
	return mark === undefined ? reference : { ...reference, 'x-assumed': mark };
}

function spelledOut(schema: Schema, brandTerms: BrandTerms): JsonObject {
	const { properties, required, items, anyOf, not, enum: values, additionalProperties, ...rest } = schema;
	delete rest['x-aliases'];
	const labels = schema['x-labels'];
	return {
		...rest,
		...(labels && {
			'x-labels': mapKeys(labels, (_label, value) => wireValue(value, schema, brandTerms)),
		}),
		...(values && { enum: values.map((value) => wireValue(value, schema, brandTerms)) }),
		...(properties && {
			properties: Object.fromEntries(
				Object.entries(properties).map(([name, property]) => [
					wireName(name, brandTerms),
					toOpenApi(property, brandTerms),
				]),
			),
		}),
		...(required?.length && { required: required.map((name) => wireName(name, brandTerms)) }),
		...(items && { items: toOpenApi(items, brandTerms) }),
		...(anyOf && { anyOf: anyOf.map((form) => toOpenApi(form, brandTerms)) }),
		...(not && { not: toOpenApi(not, brandTerms) }),
		...(additionalProperties !== undefined && {
			additionalProperties:
				typeof additionalProperties === 'boolean'
					? additionalProperties
					: toOpenApi(additionalProperties, brandTerms),
		}),
	};
}

/** The shared schemas, spelled out, for the components of the document. */
export const sharedSchemas = (brandTerms: BrandTerms): Readonly<Record<string, JsonObject>> =>
	mapValues(shared, (schema) => spelledOut(schema, brandTerms));
