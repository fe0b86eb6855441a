import { DEFAULT_CONCURRENCY, DEFAULT_REQUESTS_PER_MINUTE } from '../../../../core/client/pace';
import { choice, forRun, toggle, type Fields, type Input } from '../../../../core/form/field';
import { filterField } from '../../../../core/form/schemaField';
import { integer } from '../../../../contract/model/schema';
import type { RunLimits } from '../../../../core/client/session';
import type { advancedOptions } from './advanced';
import type { ItemOptions } from './overrides';

/** Only where calls may be charged: free results are output as far as they were obtained. */
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

export const previewCost = forRun(toggle('Preview Cost', 'Whether to output only the cost, free'));

export const costOptions = {
	maxCredits: forRun(
		filterField(
			integer('Maximum Credits', { description: 'Most credits to spend in one execution', minimum: 0 }),
		),
	),
	minimumBalance: forRun(
		filterField(integer('Minimum Balance', { description: 'Credits to keep in the account', minimum: 0 })),
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

/** For calls that are charged each time. */
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

type OfRun = typeof advancedOptions & typeof generalOptions & typeof costOptions & typeof onceOptions;

/** The same for all items of a run. */
export type RunOptions = Partial<Omit<Input<OfRun>, keyof ItemOptions>> & {
	readonly skipEnriched?: boolean;
};

export const runLimitsOf = (options: RunOptions): RunLimits => ({
	concurrency: options.maxConcurrentRequests ?? DEFAULT_CONCURRENCY,
	requestsPerMinute: options.maxRequestsPerMinute ?? DEFAULT_REQUESTS_PER_MINUTE,
	requests: options.maxRequests,
	ceilings: { credits: options.maxCredits, balance: options.minimumBalance },
	ifSentBefore: options.ifSentBefore,
	skipsEnriched: options.skipEnriched === true,
});
