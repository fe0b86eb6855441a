import type { IDataObject, INodeExecutionData, IWebhookFunctions } from 'n8n-workflow';

import { duration } from '../../core/base/text';
import { sharedSession } from '../../core/background/sharedSession';
import { within } from '../../core/base/async';
import { connect } from '../../core/client/connection';
import { DEFAULT_CONCURRENCY } from '../../core/client/pace';
import { Service } from '../../core/client/service';
import { confirmEvent, type Confirmation } from './confirm';
import type { ServiceEvent } from './event';
import type { TriggerInput } from './form';
import { itemsWithResult } from './withResult';

/** Of the 30 seconds that the service waits, a busy n8n needs most before and after. */
const ANSWER_MS = 12_000;

/** `isFinal`: the event will not become true. */
export type Starting =
	{ readonly items: INodeExecutionData[] } | { readonly reason: string; readonly isFinal: boolean };

const startsWith = (json: IDataObject): Starting => ({ items: [{ json }] });

export async function startingItems(
	context: IWebhookFunctions,
	event: ServiceEvent,
	about: IDataObject,
	form: TriggerInput,
): Promise<Starting> {
	const { confirm, includeResult, options } = form;
	const wantsResult = includeResult && event.status !== 'requested';
	if (!confirm && !wantsResult) return startsWith({ ...about, confirmed: false });
	const confirmed = { ...about, confirmed: true };
	let answer: Confirmation | undefined;
	const read = await within(ANSWER_MS, async (signal): Promise<Starting | undefined> => {
		const session = sharedSession(context, await connect(context), {
			concurrency: DEFAULT_CONCURRENCY,
			requestsPerMinute: options.maxRequestsPerMinute,
			purpose: 'events',
			signal,
		});
		const service = new Service(session, [], { timeoutSeconds: ANSWER_MS / 1000 });
		answer = await confirmEvent(service, event);
		if (answer.is !== 'true') return undefined;
		if (!wantsResult || answer.found === undefined) return startsWith(confirmed);
		return { items: await itemsWithResult(service, event, confirmed, answer.found, form) };
	});
	if (read?.ok && read.value !== undefined) return read.value;
	const failure = read?.ok === false ? read.error.message : undefined;
	// True, but its result could not be read.
	if (answer?.is === 'true') return startsWith({ ...confirmed, resultError: failure ?? TOO_LARGE });
	const { reason, ...denial } = answer ?? { is: 'unknown', reason: failure ?? NO_ANSWER };
	if (!confirm || (denial.is === 'unknown' && options.ifNotConfirmable === 'start'))
		return startsWith({ ...about, confirmed: false, [wantsResult ? 'resultError' : 'reason']: reason });
	return { reason, isFinal: 'isFinal' in denial && denial.isFinal };
}

const NO_ANSWER = `the service did not answer within ${duration(ANSWER_MS / 1000)}`;

const TOO_LARGE =
	'The result could not be read before the event had to be answered. Read it with Prospecting > Get Result, Layout Enrichment > Get Result or Enrichment Batch > Get Status, at no charge.';
