import { DEFAULT_CONCURRENCY, DEFAULT_REQUESTS_PER_MINUTE } from '../../../../core/client/pace';
import { choice, forRun, toggle, type Fields, type Input } from '../../../../core/form/field';
import { optionalField } from '../../../../core/form/schemaField';
import { integer } from '../../../../contract/model/schema';
import type { IfNothingFound } from '../../../../core/output/nothingFound';
import type { Overrides } from '../../../../core/client/request';
import type { RunLimits } from '../../../../core/client/session';
import type { advancedOptions } from './advanced';

/** Option of operations that may be charged; what is free is output as far as it was obtained. */
export const generalOptions = {
	ifSomeItemsFail: forRun(
		choice('If Some Items Fail', undefined, [
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
		]),
	),
} satisfies Fields;

/** The switch of operations that may be charged. */
export const previewCost = forRun(toggle('Preview Cost', 'Whether to output only the cost, free'));

/** Options of operations that may be charged. */
export const costOptions = {
	maxCredits: forRun(
		optionalField(
			integer('Maximum Credits', { description: 'Most credits to spend in one execution', minimum: 0 }),
		),
	),
	minimumBalance: forRun(
		optionalField(integer('Minimum Balance', { description: 'Credits to keep in the account', minimum: 0 })),
	),
	ifAboveMaxCredits: forRun(
		choice('If Above Maximum Credits', undefined, [
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
	ifSentBefore: forRun(
		choice('If Sent Before', undefined, [
			{ name: 'Report It', value: 'report', description: 'Report what was sent before and has no result' },
			{ name: 'Send Again', value: 'send', description: 'It may be paid for twice' },
			{
				name: 'Mark as Done',
				value: 'done',
				description: 'Output it as skipped',
			},
		]),
	),
} satisfies Fields;

/** What an item's options may change of its own calls and output. */
export type ItemOptions = Partial<
	Pick<Input<typeof advancedOptions>, 'additionalBodyFields' | 'additionalQueryParameters' | 'requestTimeout'>
> & {
	/** Option of operations that may find nothing. */
	readonly ifNothingFound?: IfNothingFound;
};

type OfRun = typeof advancedOptions & typeof generalOptions & typeof costOptions & typeof onceOptions;

/** What decides for the whole run, which is the same for all of its items. */
export type RunOptions = Partial<Omit<Input<OfRun>, keyof ItemOptions>> & {
	/** The switch of operations that may be charged. */
	readonly previewCost?: boolean;
	/** Option of enrichment operations. */
	readonly skipEnriched?: boolean;
};

/** The options that limit the run. */
export const runLimitsOf = (options: RunOptions): RunLimits => ({
	concurrency: options.maxConcurrentRequests ?? DEFAULT_CONCURRENCY,
	requestsPerMinute: options.maxRequestsPerMinute ?? DEFAULT_REQUESTS_PER_MINUTE,
	requests: options.maxRequests,
	ceilings: { credits: options.maxCredits, balance: options.minimumBalance },
	ifSentBefore: options.ifSentBefore,
	skipsEnriched: options.skipEnriched === true,
});

/** The options that change the main request. */
export const overridesOf = (options: ItemOptions): Overrides => ({
	query: options.additionalQueryParameters,
	body: options.additionalBodyFields,
	timeoutSeconds: options.requestTimeout,
});
