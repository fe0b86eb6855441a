import type { IDataObject, INodeExecutionData, IWebhookFunctions } from 'n8n-workflow';

import { duration } from '../../core/base/text';
import { sharedSession } from '../../core/background/sharedSession';
import { within } from '../../core/base/async';
import { clock } from '../../core/base/clock';
import { connect } from '../../core/client/connection';
import { DEFAULT_CONCURRENCY } from '../../core/client/pace';
import { Service } from '../../core/client/service';
import { confirmEvent, type Confirmation } from './confirm';
import { eventStatusOf, type EventStatus, type ServiceEvent } from './event';
import type { TriggerInput } from './form';
import { askAbout } from './unconfirmed';
import { itemsWithResult } from './withResult';

/** The service waits 30 seconds for an answer; a busy n8n needs most of them before and after. */
const ANSWER_MS = 12_000;

/**
 * The items that start the workflow and the state that they tell, or why it does not start; `isFinal` when the event
 * will not become true.
 */
export type Starting =
	| { readonly items: INodeExecutionData[]; readonly status: EventStatus }
	| { readonly reason: string; readonly isFinal: boolean };

/** Confirms an event and reads its result, as the form says. */
export async function startingItems(
	context: IWebhookFunctions,
	event: ServiceEvent,
	about: IDataObject,
	form: TriggerInput,
): Promise<Starting> {
	const { confirm, includeResult, options } = form;
	const { status: said } = event;
	const wantsResult = includeResult && said !== 'requested';
	if (!confirm && !wantsResult && said !== undefined)
		return { items: [{ json: { ...about, confirmed: false } }], status: said };

	const startedAt = clock.now();
	const serviceUntil = async (signal: AbortSignal): Promise<Service> => {
		const session = sharedSession(context, await connect(context), {
			concurrency: DEFAULT_CONCURRENCY,
			requestsPerMinute: options.maxRequestsPerMinute,
			purpose: 'events',
			signal,
		});
		return new Service(session, [], { timeoutSeconds: ANSWER_MS / 1000 });
	};
	const asked = await within(ANSWER_MS, async (late) => {
		const service = await serviceUntil(late);
		const { connection, budget } = service.session;
		return await askAbout(connection.account, late, async () => {
			const answer = await confirmEvent(service, event);
			return { answer, requests: budget.requests };
		});
	});
	const answer = asked?.ok === false ? impossible(asked.error.message) : (asked?.value ?? noAnswer);
	if (answer.is !== 'true') {
		const isEnough = !confirm || (answer.is === 'unknown' && options.ifNotConfirmable === 'start');
		if (!isEnough || said === undefined) return { reason: answer.reason, isFinal: answer.is === 'false' };
		const reason = wantsResult ? { resultError: answer.reason } : { reason: answer.reason };
		return { items: [{ json: { ...about, confirmed: false, ...reason } }], status: said };
	}
	const { found } = answer;
	// Only batches leave it to the service.
	const status = said ?? (found !== undefined && 'batch' in found ? eventStatusOf(found.batch) : 'requested');
	const confirmed = { ...about, status, confirmed: true };
	if (!wantsResult || found === undefined) return { items: [{ json: confirmed }], status };
	const read = await within(
		Math.max(0, startedAt + ANSWER_MS - clock.now()),
		async (late) => await itemsWithResult(await serviceUntil(late), event, confirmed, found, form),
	);
	if (read?.ok) return { items: read.value, status };
	const resultError = read === undefined ? TOO_LARGE : read.error.message;
	return { items: [{ json: { ...confirmed, resultError } }], status };
}

const impossible = (reason: string): Confirmation => ({ is: 'unknown', reason, isAnswered: false });
const noAnswer = impossible(`the service did not answer within ${duration(ANSWER_MS / 1000)}`);

const TOO_LARGE =
	'The result could not be read before the event had to be answered. Read it with Prospecting > Get Result, Layout Enrichment > Get Result or Enrichment Batch > Get Status, at no charge.';
