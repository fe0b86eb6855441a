import type { IDataObject } from 'n8n-workflow';

import { assumedLimits, paceRanges } from '../../../contract/model/limits';
import { integer } from '../../../contract/model/schema';
import type { Connection } from '../../../core/client/connection';
import type { Overrides } from '../../../core/client/service';
import type { RunLimits } from '../../../core/client/session';
import { choice, forRun, toggle, type Field, type Fields, type Input } from '../../../core/form/field';
import { jsonField, settingsField } from '../../../core/form/jsonField';
import { filterField } from '../../../core/form/schemaField';
import type { IfNothingFound } from '../../../core/output/result';

/** Options that may differ between items. */
export interface ItemOptions {
	readonly additionalBodyFields?: IDataObject;
	readonly additionalQueryParameters?: IDataObject;
	readonly requestTimeout?: number;
	readonly ifNothingFound?: IfNothingFound;
}

export const overridesOf = (options: ItemOptions): Overrides => ({
	query: options.additionalQueryParameters,
	body: options.additionalBodyFields,
	timeoutSeconds: options.requestTimeout,
});

/** Added to the main request as written; replaces what has the same name. For wrong assumptions of this package. */
const additions = jsonField('', '', '{ "name": "value" }');

/** Without labels, since the form has one JSON field for all. */
export const advancedOptions = {
	additionalBodyFields: additions,
	additionalQueryParameters: additions,
	requestTimeout: forRun(filterField(integer('', paceRanges.requestTimeout))),
	maxRequests: forRun(filterField(integer('', { minimum: 1 }))),
	includeUsage: forRun(toggle('', '')),
} satisfies Fields;

/** Plain JSON: most users never open it. */
export const advancedField = settingsField(
	'Advanced (JSON)',
	'Rare settings: maxRequests, requestTimeout, includeUsage and others',
	'{ "maxRequests": 50 }',
	advancedOptions,
);

export const previewCost = forRun(toggle('Preview Cost', 'Whether to output only the cost, for free'));

const credits = (title: string, description: string): Field<number> =>
	forRun(filterField(integer(title, { description, minimum: 0 })));

export const costOptions = {
	maxCredits: credits(
		'Maximum Credits',
		'Most credits to spend in one execution; items beyond them are not sent',
	),
	minimumBalance: credits(
		'Minimum Balance',
		'Credits to keep in the account; if fewer could be left, nothing is sent',
	),
} satisfies Fields;

export const onceOptions = {
	ifSentBefore: forRun(
		choice('If Sent Before', undefined, [
			{ name: 'Report', value: 'report', description: 'Output as uncertain, and send nothing' },
			{ name: 'Send Again', value: 'send', description: 'Send, and maybe pay, a second time' },
			{ name: 'Mark as Done', value: 'done', description: 'Output as skipped in this run, and send nothing' },
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
