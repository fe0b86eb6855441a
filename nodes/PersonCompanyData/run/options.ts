import { DEFAULT_CONCURRENCY, DEFAULT_REQUESTS_PER_MINUTE } from '../../../core/client/pace';
import {
	choice,
	forRun,
	inputError,
	toggle,
	type Field,
	type Fields,
	type Input,
} from '../../../core/form/field';
import { jsonField } from '../../../core/form/jsonField';
import { optionalField } from '../../../core/form/schemaField';
import { assumedLimits } from '../../../contract/model/limits';
import { integer } from '../../../contract/model/schema';
import type { IfNothingFound } from '../../../core/output/nothingFound';
import type { Overrides } from '../../../core/client/request';
import type { RunLimits } from '../../../core/client/session';

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
	requestTimeout: forRun(
		optionalField(
			integer('Request Timeout (Seconds)', {
				description: `How long to wait for a response. Defaults to ${assumedLimits.requestSeconds} seconds, or ${assumedLimits.heldRequestSeconds} for calls that the service may hold open.`,
				minimum: 1,
			}),
			{ default: assumedLimits.requestSeconds },
		),
	),
	maxConcurrentRequests: forRun(
		optionalField(
			integer('Maximum Concurrent Requests', {
				description: 'How many requests to run at the same time',
				minimum: 1,
				maximum: 100,
			}),
			{ default: DEFAULT_CONCURRENCY },
		),
	),
	maxRequestsPerMinute: forRun(
		optionalField(
			integer('Maximum Requests per Minute', {
				description: `How many requests to start per minute, 0 for no limit. Defaults to ${DEFAULT_REQUESTS_PER_MINUTE}: bursts of about ten calls have blocked accounts for minutes. The limit applies to each execution: divide it among executions that run at the same time.`,
				minimum: 0,
			}),
			{ default: DEFAULT_REQUESTS_PER_MINUTE },
		),
	),
	maxRequests: forRun(
		optionalField(
			integer('Maximum Requests', {
				description:
					'How many requests this run may send in total, including retries and polls; items beyond that are reported as not sent',
				minimum: 1,
			}),
			{ default: 100 },
		),
	),
	includeUsage: forRun(
		toggle(
			'Include Usage',
			'Whether to add a usage object to each item: requests sent and saved, maximum credits charged, and credits refunded by the whole run',
			true,
		),
	),
	ifSomeItemsFail: forRun(
		choice(
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
	),
} satisfies Fields;

/** Options of operations that may be charged. */
export const costOptions = {
	previewCost: forRun(
		toggle(
			'Preview Cost',
			'Whether to output the cost of the run instead of running it: the input is validated, equal items count once, and the balance is read; nothing is charged',
			true,
		),
	),
	maxCredits: forRun(
		optionalField(
			integer('Maximum Credits', {
				description:
					'How many credits this run may cost at known prices. Above that, nothing chargeable is sent.',
				minimum: 0,
			}),
			{ default: 100 },
		),
	),
	ifAboveMaxCredits: forRun(
		choice('If Above Maximum Credits', 'What to do when the run would cost more than Maximum Credits', [
			{ name: 'Send Nothing', value: 'nothing', description: 'Report all items as not sent' },
			{
				name: 'Send What Fits',
				value: 'fitting',
				description: 'Process items in order until the credits are used up; report the rest as not sent',
			},
		]),
	),
} satisfies Fields;

/** Option of operations whose calls are charged each time. */
export const onceOptions = {
	submitAgain: forRun(
		toggle(
			'Submit Again',
			'Whether to send again, and maybe pay again, what an earlier execution sent and whose result was not output, such as after an n8n crash or a lost response; otherwise an error is reported for it and nothing is sent',
			true,
		),
	),
} satisfies Fields;

/** What an item's options may change of its own calls and output. */
export type ItemOptions = Partial<
	Pick<
		Input<typeof genericOptions>,
		'additionalBodyFields' | 'additionalQueryParameters' | 'requestPath' | 'requestTimeout'
	>
> & {
	/** Option of operations that may find nothing. */
	readonly ifNothingFound?: IfNothingFound;
};

/** The options that decide for the whole run, which are the same for all of its items. */
export type RunOptions = Partial<
	Omit<Input<typeof genericOptions & typeof costOptions & typeof onceOptions>, keyof ItemOptions>
> & {
	/** Option of enrichment operations. */
	readonly skipEnriched?: boolean;
};

/** The options that limit the run. */
export const runLimitsOf = (options: RunOptions): RunLimits => ({
	concurrency: options.maxConcurrentRequests ?? DEFAULT_CONCURRENCY,
	requestsPerMinute: options.maxRequestsPerMinute ?? DEFAULT_REQUESTS_PER_MINUTE,
	requests: options.maxRequests,
	credits: options.maxCredits,
	submitAgain: options.submitAgain === true,
	skipsEnriched: options.skipEnriched === true,
});

/** The options that change the main request. */
export const overridesOf = (options: ItemOptions): Overrides => ({
	path: options.requestPath,
	query: options.additionalQueryParameters,
	body: options.additionalBodyFields,
	timeoutSeconds: options.requestTimeout,
});
