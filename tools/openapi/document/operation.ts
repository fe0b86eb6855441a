import mapValues from 'lodash/mapValues';

import { wireName, type BrandTerms } from '../../../contract/brandTerms';
import { priceInWords, repeatAfterLoss } from '../../../contract/model/billing';
import type { Endpoint } from '../../../contract/model/endpoint';
import type { Schema } from '../../../contract/model/schema';
import { errorsOf } from './errorResponses';
import { toOpenApi } from './schemas';
import type { JsonObject, Operation, Parameter } from './types';

export type NamedEndpoint = readonly [name: string, endpoint: Endpoint];

const STATUS_WORDS: Readonly<Record<string, string>> = {
	'200': 'Answer',
	'202': 'Not finished yet',
	'400': 'Not accepted, or not ready yet',
	'404': 'Nothing matches',
};

/** A parameter or header has its description beside its schema. */
const described = ({ description, ...schema }: Schema, brandTerms: BrandTerms) => ({
	...(description !== undefined && { description }),
	schema: toOpenApi(schema, brandTerms),
});

function parametersOf(entries: readonly NamedEndpoint[], brandTerms: BrandTerms): readonly Parameter[] {
	const places = [
		['path', 'pathParameters'],
		['query', 'query'],
		['header', 'headers'],
	] as const;
	const parameters = new Map<string, Parameter>();
	for (const [, entry] of entries) {
		for (const [place, key] of places) {
			const group = entry[key];
			for (const [name, schema] of Object.entries(group?.properties ?? {})) {
				const { 'x-assumed': mark = group?.['x-assumed'], ...rest } = schema;
				parameters.set(`${place} ${name}`, {
					name: wireName(name, brandTerms),
					in: place,
					required: group?.required?.includes(name) ?? false,
					...described(rest, brandTerms),
					...(mark && { 'x-assumed': mark }),
				});
			}
		}
	}
	return [...parameters.values()];
}

/** One schema as it is, several as forms of which one must hold; equal ones once. */
function anyOf(schemas: readonly Schema[], brandTerms: BrandTerms): JsonObject {
	const forms = new Map(
		schemas.map((schema) => {
			const form = toOpenApi(schema, brandTerms);
			return [JSON.stringify(form), form] as const;
		}),
	);
	const [first, ...others] = forms.values();
	return others.length === 0 ? first : { anyOf: [first, ...others] };
}

function responsesOf(
	entries: readonly NamedEndpoint[],
	brandTerms: BrandTerms,
): Readonly<Record<string, JsonObject>> {
	const statuses = [...new Set(entries.flatMap(([, entry]) => Object.keys(entry.responses)))].sort();
	const headers = mapValues(entries[0][1].responseHeaders?.properties, (schema) =>
		described(schema, brandTerms),
	);
	const own = statuses.map((status): readonly [string, JsonObject] => {
		const schemas = entries.flatMap(([, entry]) => entry.responses[Number(status)] ?? []);
		const response = {
			description: STATUS_WORDS[status] ?? status,
			...(Object.keys(headers).length > 0 && { headers }),
			content: { 'application/json': { schema: anyOf(schemas, brandTerms) } },
		};
		return [status, response];
	});
	const errors = errorsOf(entries.map(([, entry]) => entry));
	return Object.fromEntries([...Object.entries(errors), ...own].sort(([a], [b]) => (a < b ? -1 : 1)));
}

/** One operation of the document from all ways to call that share its method and path. */
export function operationOf(entries: readonly NamedEndpoint[], brandTerms: BrandTerms): Operation {
	const [name, first] = entries[0];
	const parameters = parametersOf(entries, brandTerms);
	const bodies = entries.flatMap(([, { body, otherBodies = [] }]) => (body ? [body, ...otherBodies] : []));
	const queryRules = first.query?.anyOf?.map((rule) => toOpenApi(rule, brandTerms));
	const marks = entries.flatMap(([, entry]) => entry.assumed ?? []);
	return {
		operationId: name,
		summary: entries.map(([, entry]) => entry.purpose).join('; '),
		...(parameters.length > 0 && { parameters }),
		...(queryRules && { 'x-query': { anyOf: queryRules } }),
		...(bodies.length > 0 && {
			requestBody: {
				required: true,
				content: { 'application/json': { schema: anyOf(bodies, brandTerms) } },
			},
		}),
		responses: responsesOf(entries, brandTerms),
		'x-billing': Object.fromEntries(
			entries.map(([entryName, { billing, wallet }]) => [
				entryName,
				{
					rule: billing.kind,
					price: priceInWords({ billing, wallet }),
					...(billing.assumed && { 'x-assumed': billing.assumed }),
				},
			]),
		),
		'x-repeat-after-lost-answer': Object.fromEntries(
			entries.map(([entryName, entry]) => [entryName, repeatAfterLoss(entry)]),
		),
		...(marks.length > 0 && { 'x-assumed': marks[0] }),
	};
}
