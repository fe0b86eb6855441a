import type { Connection } from '../../../../core/client/connection';
import { assumedLimits } from '../../../../contract/model/limits';
import { choice, forRun, toggle, type Fields, type Input } from '../../../../core/form/field';
import { filterField } from '../../../../core/form/schemaField';
import { integer } from '../../../../contract/model/schema';
import type { RunLimits } from '../../../../core/client/session';
import type { advancedOptions } from './advanced';
import type { ItemOptions } from './overrides';

export const previewCost = forRun(toggle('Preview Cost', 'Whether to output only the cost, for free'));

export const costOptions = {
	maxCredits: forRun(
		filterField(
			integer('Maximum Credits', {
				description: 'Most credits to spend in one execution; items beyond them are not sent',
				minimum: 0,
			}),
		),
	),
	minimumBalance: forRun(
		filterField(
			integer('Minimum Balance', {
				description: 'Credits to keep in the account; if fewer could be left, nothing is sent',
				minimum: 0,
			}),
		),
	),
} satisfies Fields;

export const onceOptions = {
	ifSentBefore: forRun(
		choice('If Sent Before', undefined, [
			{ name: 'Report', value: 'report', description: 'Output as uncertain, and send nothing' },
			{ name: 'Send Again', value: 'send', description: 'Send, and maybe pay, a second time' },
			{
				name: 'Mark as Done',
				value: 'done',
				description: 'Output as skipped in this run, and send nothing',
			},
		]),
	),
} satisfies Fields;

type OfRun = typeof advancedOptions & typeof costOptions & typeof onceOptions;

/** The same for all items of a run. */
export type RunOptions = Partial<Omit<Input<OfRun>, keyof ItemOptions>> & {
	readonly skipEnriched?: boolean;
};

export const runLimitsOf = ({ pace }: Connection, options: RunOptions): RunLimits => ({
	concurrency: pace.maxConcurrentRequests ?? assumedLimits.concurrentRequests,
	requestsPerMinute: pace.maxRequestsPerMinute ?? assumedLimits.requestsPerMinute,
	requests: options.maxRequests,
	ceilings: { credits: options.maxCredits, balance: options.minimumBalance },
	ifSentBefore: options.ifSentBefore,
	skipsEnriched: options.skipEnriched === true,
});
