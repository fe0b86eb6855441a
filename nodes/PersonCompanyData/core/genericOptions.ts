import { choice, inputError, type Field, type Fields, type Input } from './field';
import { jsonField } from './jsonField';
import { optionalField } from './schemaField';
import { assumedLimits } from '../contract/limits';
import { integer } from '../contract/schema';
import type { Overrides } from './request';

/** Requests under way at once unless the user says otherwise: bursts of ten were seen to block an account. */
export const DEFAULT_CONCURRENCY = 5;

/** A path on the credential's host: nothing in it may lead elsewhere. */
const requestPath: Field<string> = {
	property: {
		displayName: 'Request Path',
		description: 'Path below the base address that replaces the one this operation calls',
		type: 'string',
		default: '',
		placeholder: 'e.g. /balance/',
	},
	read: (value, where) => {
		const path = String(value);
		if (/^\/(?!\/)[^\s?#\\]*$/.test(path) && !path.split('/').includes('..')) return path;
		throw inputError(
			where,
			`is not a path: ${JSON.stringify(path)}.`,
			'Begin it with one slash and leave out host, query, fragment and "..".',
		);
	},
};

/** Options of every operation: the way out when an assumption of this package turns out wrong, and pace. */
export const genericOptions = {
	additionalBodyFields: jsonField(
		'Additional Body Fields (JSON)',
		'Fields to add to the body of the main request, or to replace in it; they are sent exactly as written',
		'{ "field": "value" }',
	),
	additionalQueryParameters: jsonField(
		'Additional Query Parameters (JSON)',
		'Parameters to add to the query of the main request, or to replace in it; they are sent exactly as written',
		'{ "name": "value" }',
	),
	requestPath,
	requestTimeout: optionalField(
		integer('Request Timeout (Seconds)', {
			description: `How long to wait for an answer. By default ${assumedLimits.requestSeconds} seconds, and ${assumedLimits.heldRequestSeconds} where the service may hold the call.`,
			minimum: 1,
		}),
		{ default: assumedLimits.requestSeconds },
	),
	maxConcurrentRequests: optionalField(
		integer('Max Concurrent Requests', {
			description: 'How many requests are under way at the same time',
			minimum: 1,
			maximum: 100,
		}),
		{ default: DEFAULT_CONCURRENCY },
	),
	ifSomeItemsFail: choice(
		'If Some Items Fail',
		'What to do when some items failed and others have a result. Applies when the node is set to stop on errors.',
		[
			{
				name: 'Output What Was Obtained',
				value: 'output',
				description: 'Output the results; failed items carry their reason in the field error',
			},
			{
				name: 'Stop the Workflow',
				value: 'stop',
				description: 'Stop with the first error; results already obtained are not output',
			},
		],
	),
} satisfies Fields;

export type GenericOptions = Partial<Input<typeof genericOptions>>;

/** The part of the options that changes the main request. */
export const overridesOf = (options: GenericOptions): Overrides => ({
	path: options.requestPath,
	query: options.additionalQueryParameters,
	body: options.additionalBodyFields,
	timeoutSeconds: options.requestTimeout,
});
