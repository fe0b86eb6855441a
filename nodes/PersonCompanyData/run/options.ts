import { DEFAULT_CONCURRENCY, DEFAULT_REQUESTS_PER_MINUTE } from '../../../core/client/pace';
import { choice, inputError, toggle, type Field, type Fields, type Input } from '../../../core/form/field';
import { jsonField } from '../../../core/form/jsonField';
import { optionalField } from '../../../core/form/schemaField';
import { assumedLimits } from '../../../contract/model/limits';
import { integer } from '../../../contract/model/schema';
import type { IfNothingFound } from '../../../core/output/nothingFound';
import type { Overrides } from '../../../core/client/request';
import type { RunLimits } from '../../../core/client/session';

/** Whose runs count: this node's, or those of all nodes of the workflow. */
export type EnrichedBy = 'node' | 'workflow';

/** A path on the credential's host; a path that leads elsewhere is rejected. */
const requestPath: Field<string> = {
	property: {
		displayName: 'Request Path',
		description: "Path below the base address to call instead of the operation's own path",
		type: 'string',
		default: '',
		placeholder: 'e.g. /balance/',
	},
	read: (value, where) => {
		const path = String(value);
		// URL parsers also read `%2e` as a dot.
		const climbs = path.split('/').some((segment) => /^(\.|%2e){1,2}$/i.test(segment));
		if (/^\/(?!\/)[^\s?#\\]*$/.test(path) && !climbs) return path;
		throw inputError(
			where,
			'is not a path below the base address.',
			'Start it with one slash and leave out the host, query, fragment, backslashes, "." and "..".',
		);
	},
};

/** Options of every operation: rate limits, and overrides in case an assumption of this package is wrong. */
export const genericOptions = {
	additionalBodyFields: jsonField(
		'Additional Body (JSON)',
		'Fields to add to or replace in the body of the main request, sent exactly as written',
		'{ "field": "value" }',
	),
	additionalQueryParameters: jsonField(
		'Additional Query (JSON)',
		'Parameters to add to or replace in the query of the main request, sent exactly as written',
		'{ "name": "value" }',
	),
	requestPath,
	requestTimeout: optionalField(
		integer('Request Timeout (Seconds)', {
			description: `How long to wait for a response. Defaults to ${assumedLimits.requestSeconds} seconds, or ${assumedLimits.heldRequestSeconds} for calls that the service may hold open.`,
			minimum: 1,
		}),
		{ default: assumedLimits.requestSeconds },
	),
	maxConcurrentRequests: optionalField(
		integer('Maximum Concurrent Requests', {
			description: 'How many requests to run at the same time',
			minimum: 1,
			maximum: 100,
		}),
		{ default: DEFAULT_CONCURRENCY },
	),
	maxRequestsPerMinute: optionalField(
		integer('Maximum Requests per Minute', {
			description: `How many requests to start per minute, 0 for no limit. Defaults to ${DEFAULT_REQUESTS_PER_MINUTE}: bursts of about ten calls have blocked accounts for minutes. The limit applies to each execution: divide it among executions that run at the same time.`,
			minimum: 0,
		}),
		{ default: DEFAULT_REQUESTS_PER_MINUTE },
	),
	maxRequests: optionalField(
		integer('Maximum Requests', {
			description:
				'How many requests this run may send in total, including retries and polls; items beyond that are reported as not sent',
			minimum: 1,
		}),
		{ default: 100 },
	),
	includeUsage: toggle(
		'Include Usage',
		'Whether to add a usage object to each item: requests sent and saved, maximum credits charged, and credits refunded by the whole run',
		true,
	),
	ifSomeItemsFail: choice(
		'If Some Items Fail',
		'What to do when some items fail and others succeed. Applies when the node is set to stop on errors.',
		[
			{
				name: 'Output Available Results',
				value: 'output',
				description: 'Output the results; each failed item has the reason in its error field',
			},
			{
				name: 'Stop the Workflow',
				value: 'stop',
				description: 'Stop with the first error without outputting any results',
			},
		],
	),
} satisfies Fields;

/** Options of operations that may be charged. */
export const costOptions = {
	previewCost: toggle(
		'Preview Cost',
		'Whether to output the cost of the run instead of running it: the input is validated, equal items count once, and the balance is read; nothing is charged',
		true,
	),
	maxCredits: optionalField(
		integer('Maximum Credits', {
			description:
				'How many credits this run may cost at known prices. Above that, nothing chargeable is sent.',
			minimum: 0,
		}),
		{ default: 100 },
	),
	ifAboveMaxCredits: choice(
		'If Above Maximum Credits',
		'What to do when the run would cost more than Maximum Credits',
		[
			{ name: 'Send Nothing', value: 'nothing', description: 'Report all items as not sent' },
			{
				name: 'Send What Fits',
				value: 'fitting',
				description: 'Process items in order until the credits are used up; report the rest as not sent',
			},
		],
	),
} satisfies Fields;

export type GenericOptions = Partial<Input<typeof genericOptions & typeof costOptions>> & {
	/** Option of enrichment operations. */
	readonly skipEnriched?: 'never' | EnrichedBy;
	/** Option of operations that may find nothing. */
	readonly ifNothingFound?: IfNothingFound;
	/** Option of operations that submit. */
	readonly submitAgain?: boolean;
};

/** The options that limit the run. */
export const runLimitsOf = (options: GenericOptions): RunLimits => ({
	concurrency: options.maxConcurrentRequests ?? DEFAULT_CONCURRENCY,
	requestsPerMinute: options.maxRequestsPerMinute ?? DEFAULT_REQUESTS_PER_MINUTE,
	requests: options.maxRequests,
	submitAgain: options.submitAgain === true,
	notesPerNode: options.skipEnriched === 'node',
});

/** The options that change the main request. */
export const overridesOf = (options: GenericOptions): Overrides => ({
	path: options.requestPath,
	query: options.additionalQueryParameters,
	body: options.additionalBodyFields,
	timeoutSeconds: options.requestTimeout,
});
