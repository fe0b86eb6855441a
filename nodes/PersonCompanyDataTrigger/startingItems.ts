import type { IDataObject, INodeExecutionData, IWebhookFunctions } from 'n8n-workflow';

import { explained } from '../../core/base/errors';
import { sharedSession } from '../../core/background/sharedSession';
import { attempt, within } from '../../core/base/async';
import { duration } from '../../core/base/text';
import { connect } from '../../core/client/connection';
import { DEFAULT_CONCURRENCY } from '../../core/client/pace';
import { Service } from '../../core/client/service';
import { presented } from '../../core/leads/present';
import { viewOf } from '../../core/leads/view';
import { outputResult, outputSettings } from '../../core/output/jobOutput';
import { toOutputs } from '../../core/output/outcome';
import { UnknownAnswer } from '../../core/read/answer';
import { recordItem } from '../../core/read/batch';
import { confirmEvent, unknown, type Confirmation, type JobData, type Unconfirmed } from './confirm';
import type { ServiceEvent } from './event';
import { LEADS, type TriggerInput } from './form';

/** Of the 30 seconds that the service waits, a busy n8n needs most before and after. */
const ANSWER_MS = 12_000;

export async function startingItems(
	context: IWebhookFunctions,
	event: ServiceEvent,
	about: IDataObject,
	form: TriggerInput,
): Promise<INodeExecutionData[] | Unconfirmed> {
	const { confirm, includeResult, options } = form;
	const wantsResult = includeResult && event.status !== 'requested';
	if (!confirm && !wantsResult) return [{ json: { ...about, confirmed: false } }];
	let answer: Confirmation | undefined;
	const read = await within(ANSWER_MS, async (signal): Promise<INodeExecutionData[]> => {
		const session = sharedSession(context, await connect(context), {
			concurrency: DEFAULT_CONCURRENCY,
			requestsPerMinute: options.maxRequestsPerMinute,
			purpose: 'events',
			signal,
		});
		const service = new Service(session, [], { timeoutSeconds: ANSWER_MS / 1000 });
		answer = await confirmEvent(service, event);
		const json = { ...about, confirmed: true };
		if (answer.is !== 'true' || !wantsResult || answer.found === undefined) return [{ json }];
		return await itemsWithResult(service, event, json, answer.found, form);
	});
	const failure = read?.ok === false ? explained(read.error) : undefined;
	answer ??= unknown(failure ?? NO_ANSWER);
	if (answer.is === 'true') {
		const late = { ...about, confirmed: true, resultError: failure ?? TOO_LARGE };
		return read?.ok ? read.value : [{ json: late }];
	}
	if (confirm && (answer.is === 'false' || options.ifNotConfirmable !== 'start')) return answer;
	const why = wantsResult ? 'resultError' : 'reason';
	return [{ json: { ...about, confirmed: false, [why]: answer.reason } }];
}

const NO_ANSWER = `the service did not answer within ${duration(ANSWER_MS / 1000)}`;

const TOO_LARGE =
	"The result could not be read before the event had to be answered. Read it with 'Prospecting > Get Result', 'Layout Enrichment > Get Result' or 'Enrichment Batch > Get Status', for free.";

/** The records of the result, each with the event, or only the event. */
async function itemsWithResult(
	service: Service,
	{ id }: ServiceEvent,
	about: IDataObject,
	found: JobData,
	form: TriggerInput,
): Promise<INodeExecutionData[]> {
	const read = await attempt(
		'result' in found
			? outputResult(service, id, found.result, outputSettings(form))
			: Promise.resolve(found.batch.records.map((record) => recordItem(record, id))),
	);
	if (!read.ok && read.error instanceof UnknownAnswer) return [{ json: { ...read.error.raw, event: about } }];
	if (!read.ok) return [{ json: { ...about, resultError: explained(read.error) } }];
	// Of a job, only rows are leads, not a link or file.
	const view = 'result' in found && form.resultAs !== 'items' ? undefined : viewOf(LEADS, form);
	const outputs = await presented(service.session, toOutputs(read.value, [], 'drop'), view);
	const items = outputs.map(({ json, binary }): INodeExecutionData => ({
		json: { ...json, event: about },
		...(binary && { binary }),
	}));
	return items.length > 0 ? items : [{ json: about }];
}
