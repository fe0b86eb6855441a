import { readResultOnce, type Job, type ResultPlace } from '../../../../core/background/jobs';
import { waitFor, type Work } from '../../../../core/background/poll';
import {
	noResult, outputFields, outputResult, outputSettings, type OutputSettings,
} from '../../../../core/output/jobOutput'; // prettier-ignore
import type { Body } from '../../../../core/read/answer';
import { Purchases } from '../../../../core/purchase/purchases';
import { waitLimit } from '../fields';
import {
	attempt, choice, ServiceFailure, showWhen, type Fields, type Input, type Produced, type Service,
} from '../prelude'; // prettier-ignore

const whileWaiting = { afterCreation: ['wait'] };

export const afterCreationFields = {
	afterCreation: choice('After Creation', undefined, [
		{
			name: 'Wait for Result',
			value: 'wait',
			description: 'Wait until the job is done and output its result',
		},
		{
			name: 'Return Immediately',
			value: 'return',
			description: 'Output the job ID; you can read the result later',
		},
	]),
	waitLimit: showWhen(whileWaiting, waitLimit),
	resultAs: showWhen(whileWaiting, outputFields.resultAs),
	binaryPropertyName: outputFields.binaryPropertyName,
} satisfies Fields;

export interface Waiting {
	readonly limitSeconds: number;
	readonly settings: OutputSettings;
}

/** Leads come as rows only, not as a link or file. */
export const whileRows = { ...whileWaiting, resultAs: ['items'] };

/** `undefined` when the job is not waited for. */
export const readWaiting = (input: Partial<Input<typeof afterCreationFields>>): Waiting | undefined =>
	input.waitLimit === undefined
		? undefined
		: { limitSeconds: input.waitLimit, settings: outputSettings(input) };

export const requestsOfJobs = (jobs: ReadonlyArray<Waiting | undefined>): number =>
	jobs.length + jobs.filter((waiting) => waiting !== undefined).length;

/** The job's result or, if it is not waited for, the service's acknowledgement. */
export async function takeUpJob(
	service: Service,
	place: ResultPlace,
	job: Job,
	waiting: Waiting | undefined,
): Promise<readonly Produced[]> {
	if (waiting === undefined) return [{ ...job.answer, id: job.answer.id ?? job.id }];
	const result = await attempt(awaitResult(service, place, job.id, waiting, FIRST_POLL_MS));
	if (result.ok) return result.value;
	// Paid for, but not output.
	Purchases.of(service.session).decide([job.purchaseKeys.own, job.purchaseKeys.bought], 'open');
	throw result.error;
}

/** A new job is unlikely to finish sooner. */
const FIRST_POLL_MS = 10_000;

export async function awaitResult(
	service: Service,
	place: ResultPlace,
	id: string,
	{ limitSeconds, settings }: Waiting,
	firstPollMs = 0,
): Promise<readonly Produced[]> {
	const work: Work = { kind: 'job', id, reader: place.operation };
	const ask = async (): Promise<Body | undefined> => {
		const read = await attempt(readResultOnce(service, place, id));
		if (read.ok) return read.value;
		const { error } = read;
		const hasFailed = error instanceof ServiceFailure && error.kind === 'rejected';
		throw hasFailed ? noResult(id, error.serviceText) : error;
	};
	const polling = { endpoint: place.endpoint, limitSeconds, firstPollMs, ask };
	// Wait once per job, even if several items name it.
	const wait = async (): Promise<Body> => await waitFor(service, work, polling);
	const result = await service.session.once(`result ${place.operation} ${id}`, wait);
	return await outputResult(service, id, result, settings);
}
