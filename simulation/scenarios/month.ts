import {
	burst,
	callsSeconds,
	polledSeconds,
	pollsOf,
	requestsToSubmit,
	type Figures,
	STORE_SECONDS,
} from '../plan/paper';
import { SERVICE, type Size } from '../plan/plan';
import { onStage, type Account, type Stage, type Work } from '../stage/stage';
import type { Scenario } from './scenario';

const DAY_SECONDS = 86_400;

/** One execution a day at the same time, with so many records each, until the records or the days end. */
async function daily(
	stage: Stage,
	{ days }: Size,
	perDay: number,
	most: number,
	how: Omit<Work, 'first' | 'count'>,
) {
	for (let day = 0, first = 0; day < days && first < most; day++, first += perDay) {
		await stage.at(day * DAY_SECONDS);
		await stage.execute({ ...how, first, count: Math.min(perDay, most - first) });
	}
}

const callEach = { kind: 'companies', operation: 'enrichNow' } as const;
const inBatches = { kind: 'persons', operation: 'enrichBatch' } as const;
const defaults = { waitLimit: 60 };

/** The records of each day when so many are spread over the month. */
function spread(records: number, days: number): number[] {
	const perDay = Math.ceil(records / days);
	return Array.from({ length: days }, (_, day) => Math.max(0, Math.min(perDay, records - day * perDay)));
}

/** What a month of executions takes, from what each day's takes. */
function month(seconds: readonly number[], requests: number, credits: number): Figures {
	return {
		elapsedSeconds: (seconds.length - 1) * DAY_SECONDS + seconds[seconds.length - 1],
		workerSeconds: seconds.reduce((sum, one) => sum + one + STORE_SECONDS, 0),
		requests,
		credits,
	};
}

/** A month's B2B requests: as calls, as batches, and on an account with the daily limit. */
export function monthScenarios(size: Size): Scenario[] {
	const { requestsPerMonth: records, requestsPerDay, days } = size;
	const perDay = Math.ceil(records / days);
	const large: Account = { callerIp: 'listed', b2bRequestsPerMonth: records };
	const small: Account = { requestsPerDay, b2bRequestsPerMonth: records };
	const recordsPerSecond = size.recordsPerBatch / SERVICE.batchSeconds;
	const batchSeconds = spread(records, days).map((count) => count / recordsPerSecond);
	const pollsPerDay = pollsOf(batchSeconds[0]);
	const submitting = requestsToSubmit(perDay);
	const goodDays = Math.ceil(days / 2);
	const wait = Math.max(...batchSeconds).toFixed(1);
	return [
		{
			title: `${records.toLocaleString('en')} records, a call each, every day`,
			group: 'month',
			isRecommended: true,
			settings: `Enrich Now; the defaults (30 requests per minute, 5 at once); ${perDay.toLocaleString('en')} records a day; an account without the daily limit`,
			bottleneck:
				'Maximum Requests per Minute by day; the monthly limit, which is used up to the last request',
			formula: `a day: (${perDay} − ${burst(30)}) × 60 / 30 + ${SERVICE.callSeconds} s; ${records} requests, as many credits`,
			paper: month(
				spread(records, days).map((count) => callsSeconds(count, SERVICE.callSeconds)),
				records,
				records,
			),
			simulate: async () =>
				await onStage(large, records, async (stage) => await daily(stage, size, perDay, records, callEach)),
		},
		{
			title: 'A call each, without a limit per minute',
			group: 'month',
			isRecommended: false,
			settings: 'Maximum Requests per Minute 0, Maximum Concurrent Requests 20',
			bottleneck: 'The block after ten calls in ten seconds: the run ends within seconds',
			formula: 'none: the block ends the run',

			paper: {},
			simulate: async () =>
				await onStage(large, records, async (stage) => {
					const advanced = { maxRequestsPerMinute: 0, maxConcurrentRequests: 20 };
					await stage.execute({
						...callEach,
						parameters: { options: { advanced } },
						first: 0,
						count: perDay,
					});
				}),
		},
		{
			title: `${requestsPerDay} requests a day, a call each`,
			group: 'month',
			isRecommended: true,
			settings: `Enrich Now; at most ${requestsPerDay} records a day less what else uses the account (panel, lists, polls), as Maximum Requests`,
			bottleneck: 'The daily limit',
			formula: `${days} × ${requestsPerDay} records; a day: (${requestsPerDay} − ${burst(30)}) × 60 / 30 + ${SERVICE.callSeconds} s`,
			paper: month(
				Array.from({ length: days }, () => callsSeconds(requestsPerDay, SERVICE.callSeconds)),
				days * requestsPerDay,
				days * requestsPerDay,
			),
			simulate: async () =>
				await onStage(small, records, async (stage) => {
					const parameters = { options: { advanced: { maxRequests: requestsPerDay } } };
					const how = { ...callEach, parameters };
					await daily(stage, size, requestsPerDay, days * requestsPerDay, how);
				}),
		},
		{
			title: `${requestsPerDay} requests a day, without Maximum Requests`,
			group: 'month',
			isRecommended: false,
			settings: `${perDay.toLocaleString('en')} records a day on an account with ${requestsPerDay} requests a day`,
			bottleneck: `The block of 24 hours: it begins some minutes after the start and takes the next day's run with it`,
			formula: `every other day: ${goodDays} × ${requestsPerDay} records; ${goodDays} × ${requestsPerDay + 1} requests, none while the block is remembered`,
			paper: {
				requests: goodDays * (requestsPerDay + 1),
				credits: goodDays * requestsPerDay,
			},
			simulate: async () =>
				await onStage(small, records, async (stage) => await daily(stage, size, perDay, records, callEach)),
		},
		{
			title: `${records.toLocaleString('en')} records, a batch every day, on ${requestsPerDay} requests a day`,
			group: 'month',
			isRecommended: true,
			settings: `Enrich in Batch, Wait for Completion; ${perDay.toLocaleString('en')} records a day`,
			bottleneck: `None of the limits: ${submitting + pollsPerDay} of ${requestsPerDay} requests a day; the service's own speed`,
			formula: `a day: ${submitting} requests to submit + ${pollsPerDay} polls; ${wait} s for ${perDay} records`,
			paper: month(batchSeconds.map(polledSeconds), days * (submitting + pollsPerDay), records),
			simulate: async () =>
				await onStage({ ...small, recordsPerSecond }, records, async (stage) => {
					await daily(stage, size, perDay, records, { ...inBatches, parameters: defaults });
				}),
		},
	];
}
