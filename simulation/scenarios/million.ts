import type { INodeParameters } from 'n8n-workflow';

import { polledSeconds, pollsOf, requestsToSubmit, type Figures, STORE_SECONDS } from '../plan/paper';
import { SERVICE, WEBHOOK_SPACING_SECONDS, type Size } from '../plan/plan';
import { onStage, type Account, type Stage } from '../stage/stage';
import type { Scenario } from './scenario';

const DAY_SECONDS = 86_400;

/** How a batch is waited for. */
interface Way {
	readonly parameters: INodeParameters;
	/** Requests that a batch takes. */
	readonly requests: number;
}

const waitLimit = 60;
/** The option that keeps a run from reading the balance first: it takes a request of its own. */
const withoutBalance = { maxRequests: 10 };

const batch = async (stage: Stage, { recordsPerBatch }: Batches, { parameters }: Way, number: number) =>
	await stage.execute({
		kind: 'persons',
		operation: 'enrichBatch',
		parameters: { ...parameters },
		first: number * recordsPerBatch,
		count: recordsPerBatch,
	});

/** How many batches, and of how many records. */
type Batches = Pick<Size, 'batches' | 'recordsPerBatch'>;

/** Batches one after another, so many on each day. */
const oneByOne = (size: Batches, way: Way, perDay: number) => async (stage: Stage) => {
	for (let number = 0; number < size.batches; number++) {
		await stage.at(Math.floor(number / perDay) * DAY_SECONDS);
		await batch(stage, size, way, number);
	}
};

/** An execution every few seconds, whether or not the ones before have ended; so many on each day. */
const spaced = (size: Batches, way: Way, perDay: number) => async (stage: Stage) => {
	const starts = Array.from({ length: size.batches }, async (_, number) => {
		await stage.at(startOf(number, perDay));
		await batch(stage, size, way, number);
	});
	await Promise.all(starts);
};

const startOf = (number: number, perDay: number): number =>
	Math.floor(number / perDay) * DAY_SECONDS + (number % perDay) * WEBHOOK_SPACING_SECONDS;

/** A large enrichment in full batches: by polling, by webhook, and on an account with the daily limit. */
export function millionScenarios(size: Size): Scenario[] {
	const { batches, recordsPerBatch, requestsPerDay } = size;
	const records = batches * recordsPerBatch;
	const inWords = records.toLocaleString('en');
	const recordsPerSecond = recordsPerBatch / SERVICE.batchSeconds;
	const large: Account = { callerIp: 'listed', b2bRequestsPerMonth: size.requestsPerMonth, recordsPerSecond };
	// What a full batch would take, with fewer records in it.
	const smaller: Batches = { batches, recordsPerBatch: size.recordsPerSmallBatch };
	const small: Account = {
		requestsPerDay,
		b2bRequestsPerMonth: size.requestsPerMonth,
		recordsPerSecond: smaller.recordsPerBatch / SERVICE.batchSeconds,
	};
	const smallRecords = batches * smaller.recordsPerBatch;
	const submit = requestsToSubmit(recordsPerBatch);
	const polls = pollsOf(SERVICE.batchSeconds);
	const waited = polledSeconds(SERVICE.batchSeconds);
	const polling: Way = { parameters: { waitLimit }, requests: submit + polls };
	const pollingFrugally: Way = {
		parameters: { waitLimit, options: { advanced: withoutBalance } },
		requests: 1 + polls,
	};
	const webhook: Way = {
		parameters: { waitLimit, afterSubmission: 'webhook' },
		requests: submit + 1,
	};
	const webhookFrugally: Way = {
		parameters: { ...webhook.parameters, options: { advanced: withoutBalance } },
		requests: 2,
	};
	const daysOf = ({ requests }: Way): readonly [perDay: number, days: number, onLastDay: number] => {
		const perDay = Math.floor(requestsPerDay / requests);
		const days = Math.ceil(batches / perDay);
		return [perDay, days, batches - (days - 1) * perDay];
	};
	const byPolling = (
		way: Way,
		[, days, onLastDay]: readonly [number, number, number],
		credits: number,
	): Figures => ({
		elapsedSeconds: (days - 1) * DAY_SECONDS + onLastDay * waited,
		workerSeconds: batches * (waited + STORE_SECONDS),
		requests: batches * way.requests,
		credits,
	});
	const byWebhook = (way: Way, perDay: number, credits: number): Figures => ({
		elapsedSeconds: startOf(batches - 1, perDay) + SERVICE.batchSeconds,
		workerSeconds: batches * STORE_SECONDS,
		requests: batches * way.requests,
		credits,
	});
	const [perDayPolling, daysPolling] = daysOf(pollingFrugally);
	const [perDayWebhook, daysWebhook] = daysOf(webhookFrugally);
	const each = `${batches} executions of ${recordsPerBatch.toLocaleString('en')} records`;
	return [
		{
			title: `${inWords} records by polling`,
			group: 'million',
			isRecommended: true,
			settings: `Enrich in Batch, Wait for Completion; ${each}, one after another`,
			bottleneck: "The service's speed, one batch at a time; a worker is held throughout",
			formula: `${batches} × ${waited} s; ${batches} × (${submit} + ${polls} polls) requests`,
			paper: byPolling(polling, [batches, 1, batches], records),
			simulate: async () => await onStage(large, records, oneByOne(size, polling, batches)),
		},
		{
			title: `${inWords} records by webhook`,
			group: 'million',
			isRecommended: true,
			settings: `Enrich in Batch, Wait for Completion by Webhook; ${each}, one every ${WEBHOOK_SPACING_SECONDS} s; needs a published workflow that the service reaches`,
			bottleneck: `The time between two starts; batches run side by side, some ${SERVICE.batchSeconds / WEBHOOK_SPACING_SECONDS} at a time, and hold no worker`,
			formula: `${batches - 1} × ${WEBHOOK_SPACING_SECONDS} + ${SERVICE.batchSeconds} s; ${batches} × (${submit} + 1) requests`,
			paper: byWebhook(webhook, batches, records),
			simulate: async () => await onStage(large, records, spaced(size, webhook, batches)),
		},
		{
			title: `${batches} batches by polling, on ${requestsPerDay} requests a day`,
			group: 'million',
			isRecommended: true,
			settings: `As above, and Maximum Requests ${withoutBalance.maxRequests} (so that the balance is not read); ${perDayPolling} batches a day`,
			bottleneck: 'The daily limit',
			formula: `⌊${requestsPerDay} / ${pollingFrugally.requests}⌋ = ${perDayPolling} batches a day: ${daysPolling} days`,
			paper: byPolling(pollingFrugally, daysOf(pollingFrugally), smallRecords),
			simulate: async () =>
				await onStage(small, smallRecords, oneByOne(smaller, pollingFrugally, perDayPolling)),
		},
		{
			title: `${batches} batches by webhook, on ${requestsPerDay} requests a day`,
			group: 'million',
			isRecommended: true,
			settings: `As above, and Maximum Requests ${withoutBalance.maxRequests}; ${perDayWebhook} batches a day`,
			bottleneck: 'The daily limit',
			formula: `⌊${requestsPerDay} / ${webhookFrugally.requests}⌋ = ${perDayWebhook} batches a day: ${daysWebhook} days`,
			paper: byWebhook(webhookFrugally, perDayWebhook, smallRecords),
			simulate: async () =>
				await onStage(small, smallRecords, spaced(smaller, webhookFrugally, perDayWebhook)),
		},
		{
			title: 'Twelve batches by webhook at the same moment',
			group: 'million',
			isRecommended: false,
			settings:
				'Twelve executions that start together: each keeps its own pace, and sends two requests at once',
			bottleneck: 'The block after ten calls in ten seconds',
			formula: 'none: the block comes at once',

			paper: {},
			simulate: async () =>
				await onStage(large, records, async (stage) => {
					await Promise.all(
						Array.from({ length: 12 }, async (_, number) => await batch(stage, size, webhook, number)),
					);
				}),
		},
	];
}
