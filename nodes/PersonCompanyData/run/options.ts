import { DEFAULT_CONCURRENCY, DEFAULT_REQUESTS_PER_MINUTE } from '../../../core/client/pace';
import { choice, inputError, toggle, type Field, type Fields, type Input } from '../../../core/form/field';
import { jsonField } from '../../../core/form/jsonField';
import { optionalField } from '../../../core/form/schemaField';
import { assumedLimits } from '../../../contract/model/limits';
import { integer } from '../../../contract/model/schema';
import type { IfNothingFound } from '../../../core/output/nothingFound';
import type { Overrides } from '../../../core/client/request';
import type { RunLimits } from '../../../core/client/session';

/** Which runs count: those of this node, or of all nodes of the workflow. */
export type EnrichedBy = 'node' | 'workflow';

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
		// `%2e` is a dot, too, to those who read addresses.
		const climbs = path.split('/').some((segment) => /^(\.|%2e){1,2}$/i.test(segment));
		if (/^\/(?!\/)[^\s?#\\]*$/.test(path) && !climbs) return path;
		throw inputError(
			where,
			'is not a path below the base address.',
			'Begin it with one slash and leave out host, query, fragment, backslashes, "." and "..".',
		);
	},
};

/** Options of every operation: the way out when an assumption of this package turns out wrong, and pace. */
export const genericOptions = {
	additionalBodyFields: jsonField(
		'Additional Body (JSON)',
		'Fields to add to the body of the main request, or to replace in it; they are sent exactly as written',
		'{ "field": "value" }',
	),
	additionalQueryParameters: jsonField(
		'Additional Query (JSON)',
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
		integer('Maximum Concurrent Requests', {
			description: 'How many requests are under way at the same time',
			minimum: 1,
			maximum: 100,
		}),
		{ default: DEFAULT_CONCURRENCY },
	),
	maxRequestsPerMinute: optionalField(
		integer('Maximum Requests per Minute', {
			description: `How many requests begin within a minute, 0 for no limit. By default ${DEFAULT_REQUESTS_PER_MINUTE}: bursts of some ten calls were seen to block an account for minutes. Each execution counts for itself: divide the number among those that run at the same time.`,
			minimum: 0,
		}),
		{ default: DEFAULT_REQUESTS_PER_MINUTE },
	),
	maxRequests: optionalField(
		integer('Maximum Requests', {
			description:
				'How many requests this run may send in all, repeats and polls included; what is left over is reported as not sent',
			minimum: 1,
		}),
		{ default: 100 },
	),
	includeUsage: toggle(
		'Include Usage',
		'Whether to add an object named usage to each item: requests sent and saved, credits charged at most, and refunded, by the whole run',
		true,
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

/** Options of operations that can be charged. */
export const costOptions = {
	previewCost: toggle(
		'Preview Cost',
		'Whether to output what the run would cost instead of running it: input is checked, equal items are counted once, and the balance is read; nothing is charged',
		true,
	),
	maxCredits: optionalField(
		integer('Maximum Credits', {
			description:
				'How many credits this run may cost by the prices that are known. Above them nothing chargeable is sent.',
			minimum: 0,
		}),
		{ default: 100 },
	),
	ifAboveMaxCredits: choice(
		'If Above Maximum Credits',
		'What to do when the run would cost more than its Maximum Credits',
		[
			{ name: 'Send Nothing', value: 'nothing', description: 'Report all items as not sent' },
			{
				name: 'Send What Fits',
				value: 'fitting',
				description: 'Serve items in order as far as the credits go; report the rest as not sent',
			},
		],
	),
} satisfies Fields;

export type GenericOptions = Partial<Input<typeof genericOptions & typeof costOptions>> & {
	/** An option of the enrichments. */
	readonly skipEnriched?: 'never' | EnrichedBy;
	/** An option of operations that may find nothing. */
	readonly ifNothingFound?: IfNothingFound;
	/** An option of submissions. */
	readonly submitAgain?: boolean;
};

/** The part of the options that limits the run. */
export const runLimitsOf = (options: GenericOptions): RunLimits => ({
	concurrency: options.maxConcurrentRequests ?? DEFAULT_CONCURRENCY,
	requestsPerMinute: options.maxRequestsPerMinute ?? DEFAULT_REQUESTS_PER_MINUTE,
	requests: options.maxRequests,
	submitAgain: options.submitAgain === true,
	notesPerNode: options.skipEnriched === 'node',
});

/** The part of the options that changes the main request. */
export const overridesOf = (options: GenericOptions): Overrides => ({
	path: options.requestPath,
	query: options.additionalQueryParameters,
	body: options.additionalBodyFields,
	timeoutSeconds: options.requestTimeout,
});
