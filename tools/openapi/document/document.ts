import { endpoints } from '../../../contract';
import { neutralNames, wirePath, type BrandTerms } from '../../../contract/brandTerms';
import { statusRecord } from '../../../contract/endpoints/b2b/enrichment';
import { coded } from '../../../contract/model/fields';
import { integer, object, text } from '../../../contract/model/schema';
import { service } from './service';
import { EVENT_JOB_TYPES, EVENT_STATUSES } from '../../../contract/model/vocabularies';
import { errorComponents, errorSchema } from './errorResponses';
import { operationOf, type NamedEndpoint } from './operation';
import { sharedSchemas, toOpenApi } from './schemas';
import type { JsonObject, OpenApiDocument, Operation } from './types';

const DESCRIPTION = [
	'Made from the contract of this package. What the specification does not show is marked `x-assumed`, with',
	'where it was learnt; the trailing slashes of the paths are assumed throughout. `x-billing` says what a call',
	'costs, `x-repeat-after-lost-answer` whether it may be sent again when its answer was lost. A name that is not',
	'here is dropped without a word, and the call is charged all the same. `format` and `x-written-as` say what a',
	'value must look like to have an effect: the service refuses no other one. Of the names in `x-either` only one',
	'may be filled. What is longer than `maxLength` is cut where `x-cut` stands. `x-query` is a schema of all query',
	'parameters together. Fields of an answer may be missing or null, and others may stand beside them.',
].join(' ');

/** The event sent to the account's webhook when a job ends; a batch's own webhook gets the status record. */
export const jobEvent = object('Job Event', {
	job_id: integer('Job ID'),
	job_type: text('Job Type', coded(EVENT_JOB_TYPES)),
	status: text('Job Status', coded(EVENT_STATUSES)),
});

function pathsOf(brandTerms: BrandTerms): OpenApiDocument['paths'] {
	const groups = new Map<string, NamedEndpoint[]>();
	for (const named of Object.entries(endpoints)) {
		const key = `${wirePath(named[1].path, brandTerms)} ${named[1].method.toLowerCase()}`;
		groups.set(key, [...(groups.get(key) ?? []), named]);
	}
	const paths: Record<string, Record<string, Operation>> = {};
	for (const key of [...groups.keys()].sort()) {
		const [path, method] = key.split(' ');
		paths[path] = { ...paths[path], [method]: operationOf(groups.get(key) ?? [], brandTerms) };
	}
	return paths;
}

const webhook = (summary: string, schema: JsonObject): JsonObject => ({
	post: {
		summary,
		requestBody: { content: { 'application/json': { schema } } },
		responses: { '200': { description: 'Expected at once' } },
	},
});

/**
 * The contract as an OpenAPI 3.1 document. Ways to call that share method and path are one operation. With the
 * live words the document reads like the one that the service publishes.
 */
export function openApiDocument(brandTerms: BrandTerms = neutralNames): OpenApiDocument {
	const { header, scheme } = service.authorization;
	return {
		openapi: '3.1.0',
		info: {
			title: 'Person and Company Data Service',
			version: service.version,
			description: DESCRIPTION,
		},
		servers: [
			{
				url: '{base_url}',
				description: `The base address; its path ends in ${service.basePathEnd}`,
				variables: { base_url: { default: `https://service.example${service.basePathEnd}` } },
			},
		],
		security: [{ apiKey: [] }],
		paths: pathsOf(brandTerms),
		webhooks: {
			jobEvent: webhook('The end of a job, to the webhook of the account', toOpenApi(jobEvent, brandTerms)),
			batchResult: webhook(
				'The result of a batch, to the webhook of the batch',
				toOpenApi(statusRecord, brandTerms),
			),
		},
		components: {
			securitySchemes: {
				apiKey: {
					type: 'apiKey',
					in: 'header',
					name: header,
					description: `The word "${scheme}", a space and the API key`,
				},
			},
			schemas: { ...sharedSchemas(brandTerms), Error: errorSchema },
			responses: errorComponents,
		},
	};
}
