import mapValues from 'lodash/mapValues';

import { messagePlaces } from '../../../contract/errors';
import { refusals } from '../../../sandbox/base/refusals';
import { isCharged } from '../../../contract/model/billing';
import type { Endpoint } from '../../../contract/model/endpoint';
import type { JsonObject } from './types';

interface ErrorResponse {
	readonly status: string;
	readonly description: string;
	readonly appliesTo: (endpoint: Endpoint) => boolean;
}

const always = (): boolean => true;

const errorResponses: Readonly<Record<string, ErrorResponse>> = {
	Rejected: {
		status: String(refusals.field.status),
		description: 'The call is not accepted as it is, or the result is not ready yet',
		appliesTo: (endpoint) => Boolean(endpoint.body ?? endpoint.query ?? endpoint.pathParameters),
	},
	Unauthorized: {
		status: String(refusals.key.status),
		description: "The API key is wrong, or the caller's address is not allowed; the text says which",
		appliesTo: always,
	},
	NoCredit: {
		status: '402',
		description: 'The purse that pays this call has no credit',
		appliesTo: (endpoint) => isCharged(endpoint.billing),
	},
	NotReleased: {
		status: '406',
		description: 'The interface is not released for the account',
		appliesTo: always,
	},
	ContentType: {
		status: String(refusals.contentType.status),
		description: 'The body is not called JSON',
		appliesTo: ({ body }) => body !== undefined,
	},
	Limit: {
		status: '429',
		description:
			'A limit: of the day (blocked for 24 hours), of the month, or, with a short Retry-After, no free slot',
		appliesTo: always,
	},
	ServerError: { status: '5XX', description: 'The service failed', appliesTo: always },
};

const schemaAt = ([name, ...rest]: readonly string[]): JsonObject =>
	name === undefined
		? { type: 'string' }
		: { type: 'object', properties: { [name]: schemaAt(rest) }, required: [name] };

/** The shapes in which an error comes; the specification shows none. */
export const errorSchema: JsonObject = {
	title: 'Error',
	anyOf: messagePlaces.map(({ path, assumed }) => ({ ...schemaAt(path), 'x-assumed': assumed })),
};

/** The error answers for the components of the document. */
export const errorComponents = mapValues(errorResponses, ({ status, description }) => ({
	description,
	...(status === '429' && {
		headers: { 'Retry-After': { description: 'Seconds to wait', schema: { type: 'string' } } },
	}),
	content: { 'application/json': { schema: { $ref: '#/components/schemas/Error' } } },
}));

/** References to the error answers that the ways to call an operation can get. */
export const errorsOf = (entries: readonly Endpoint[]): Readonly<Record<string, JsonObject>> =>
	Object.fromEntries(
		Object.entries(errorResponses)
			.filter(([, { appliesTo }]) => entries.some(appliesTo))
			.map(([name, { status }]) => [status, { $ref: `#/components/responses/${name}` }]),
	);
