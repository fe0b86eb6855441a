import { burst, callsSeconds, shareOf, type Figures } from '../plan/paper';
import { SERVICE, WORKERS, type Size } from '../plan/plan';
import { onStage, type Account, type Stage } from '../stage/stage';
import type { Scenario } from './scenario';

interface Options {
	readonly maxRequestsPerMinute?: number;
	readonly maxConcurrentRequests?: number;
}

/** An account that only the block after a burst, and the month, limit. */
const account = ({ requestsPerMonth }: Size): Account => ({
	callerIp: 'listed',
	b2bRequestsPerMonth: requestsPerMonth,
});

/** Workers that begin at the same moment, each with its part of the records in one execution. */
const together = (records: number, workers: number, options: Options) => async (stage: Stage) => {
	const count = records / workers;
	await Promise.all(
		Array.from({ length: workers }, async (_, worker) => {
			await stage.execute({
				kind: 'companies',
				operation: 'enrichNow',
				parameters: { options: { advanced: { ...options } } },
				first: worker * count,
				count,
			});
		}),
	);
};

const paperFor = (records: number, workers: number, seconds: number): Figures => ({
	elapsedSeconds: seconds,
	workerSeconds: workers * seconds,
	requests: records,
	credits: records,
});

const shared = (size: Size, workers: number): Scenario => {
	const { queueRecords: records } = size;
	const perMinute = shareOf(workers);
	const count = records / workers;
	const seconds = callsSeconds(count, SERVICE.callSeconds, perMinute);
	return {
		title: `${workers} ${workers === 1 ? 'worker' : 'workers'}, ${perMinute} per minute each`,
		group: 'queue',
		isRecommended: true,
		settings: `Maximum Requests per Minute ⌊30 / ${workers}⌋ = ${perMinute}`,
		bottleneck: `The account's rate of some 30 a minute: more workers make it no faster`,
		formula: `(${count} − ${burst(perMinute)}) × 60 / ${perMinute} + ${SERVICE.callSeconds} s`,
		paper: paperFor(records, workers, seconds),
		simulate: async () =>
			await onStage(account(size), records, together(records, workers, { maxRequestsPerMinute: perMinute })),
	};
};

const undivided = (size: Size, workers: number): Scenario => ({
	title: `${workers} workers, 30 per minute each`,
	group: 'queue',
	isRecommended: false,
	settings: 'The defaults in each worker',
	bottleneck: `The block after ten calls in ten seconds: ${workers} × 5 begin at once`,
	formula: `none: ${workers} × 30 = ${workers * 30} a minute are wanted`,

	paper: {},
	simulate: async () =>
		await onStage(account(size), size.queueRecords, together(size.queueRecords, workers, {})),
});

/** Many small executions one after another: each begins its pace anew. */
const inSmallExecutions = (size: Size): Scenario => ({
	title: '1 worker, 5 records per execution',
	group: 'queue',
	isRecommended: false,
	settings: 'The defaults, in executions (or turns of a loop) of 5 records that follow each other at once',
	bottleneck:
		'The block after ten calls in ten seconds: the limit per minute holds within one execution only',
	formula: `none: 5 records each ${SERVICE.callSeconds} s are ${(5 * 60) / SERVICE.callSeconds} a minute`,

	paper: {},
	simulate: async () =>
		await onStage(account(size), size.queueRecords, async (stage) => {
			for (let first = 0; first < size.queueRecords; first += 5) {
				await stage.execute({ kind: 'companies', operation: 'enrichNow', first, count: 5 });
			}
		}),
});

/** Calls that the service holds for long: then the number under way decides. */
const slow = (size: Size, concurrency: number, paper: (records: number) => number): Scenario => {
	const { slowRecords: records } = size;
	const held = SERVICE.slowCallSeconds;
	const limit = Math.min(30, (60 * concurrency) / held);
	return {
		title: `Calls of ${held} s, ${concurrency} at once`,
		group: 'queue',
		isRecommended: true,
		settings: `Maximum Concurrent Requests ${concurrency}${concurrency === 5 ? ' (the default)' : ', as 30 a minute need'}`,
		bottleneck:
			limit < 30
				? `Maximum Concurrent Requests: ${concurrency} × 60 / ${held} = ${limit} a minute`
				: `Maximum Requests per Minute again; the service has to have ${concurrency} slots`,
		formula:
			limit < 30 ? `⌈${records} / ${concurrency}⌉ × ${held} s` : `(${records} − 5) × 60 / 30 + ${held} s`,
		paper: paperFor(records, 1, paper(records)),
		simulate: async () =>
			await onStage(
				{ ...account(size), slowRecordSeconds: held },
				records,
				together(records, 1, { maxConcurrentRequests: concurrency }),
			),
	};
};

/** Workers that share an account, and what else holds synchronous calls back. */
export function queueScenarios(size: Size): Scenario[] {
	const held = SERVICE.slowCallSeconds;
	return [
		...WORKERS.map((workers) => shared(size, workers)),
		...WORKERS.filter((workers) => workers > 1).map((workers) => undivided(size, workers)),
		inSmallExecutions(size),
		slow(size, 5, (records) => callsSeconds(records, held)),
		slow(size, SERVICE.syncSlots, (records) => callsSeconds(records, held, undefined, SERVICE.syncSlots)),
	];
}
