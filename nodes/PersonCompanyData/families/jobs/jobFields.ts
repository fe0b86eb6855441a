import { duration } from '../../../../core/base/text';
import { waitForJob, type Job, type ResultPlace } from '../../../../core/background/jobs';
import { requests, type Requests } from '../../../../core/background/requests';
import { explained } from '../../../../core/client/explain';
import {
	noResult, outputFields, outputResult, outputSettings, type OutputSettings,
} from '../../../../core/output/jobOutput'; // prettier-ignore
import { Purchases } from '../../../../core/purchase/purchases';
import { UnfinishedWork } from '../../../../core/output/unfinished';
import { waitLimit } from '../common/fields';
import {
	attempt, choice, ServiceFailure, showWhen, type Fields, type Input, type Produced, type Service,
} from '../kit'; // prettier-ignore

/** Shared by job creation and reading a job's result. */

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

/** Rows of the result are leads; a link or a file is not. */
export const whileRows = { ...whileWaiting, resultAs: ['items'] };

/** How to wait for the result; `undefined` for no wait. */
export const readWaiting = (input: Partial<Input<typeof afterCreationFields>>): Waiting | undefined =>
	input.waitLimit === undefined
		? undefined
		: { limitSeconds: input.waitLimit, settings: outputSettings(input) };

/** Requests to create a job, and to wait for its result. */
export const requestsOfJob = (waiting: Waiting | undefined): Requests =>
	requests(waiting === undefined ? 1 : 2);

/** Waits for a job and outputs its result; without waiting, outputs the service's acknowledgement. */
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
	Purchases.of(service.session).decide([job.units.own, job.units.bought], 'open');
	throw result.error;
}

/** A new job is unlikely to finish sooner. */
const FIRST_POLL_MS = 10_000;

/** Waits for the result of a job and outputs it. */
export async function awaitResult(
	service: Service,
	place: ResultPlace,
	id: string,
	{ limitSeconds, settings }: Waiting,
	firstPollMs = 0,
): Promise<readonly Produced[]> {
	const wait = async () => await waitForJob(service, place, id, limitSeconds, firstPollMs);
	// Wait once per job, even if several items name it.
	const waited = await attempt(service.session.once(`result ${place.operation} ${id}`, wait));
	if (!waited.ok) throw withJob(place, id, waited.error);
	if (!waited.value.isReady) {
		const after = limitSeconds === 0 ? '' : ` after ${duration(limitSeconds)}`;
		const { redact } = service.session.connection;
		const state = waited.value.state === undefined ? '' : `: its state is "${redact(waited.value.state)}"`;
		throw new UnfinishedWork(
			'job',
			id,
			`The result of job ${id} is not ready yet${after}${state}. ${howToGoOn(place, id)}`,
		);
	}
	return await outputResult(service, id, waited.value.body, settings);
}

const howToGoOn = ({ operation }: ResultPlace, id: string): string =>
	`The job keeps running and reading its result is free. Use ${operation} with the job ID ${id}.`;

/** Adds to a failed wait which job it was for and how to get its result. */
function withJob(place: ResultPlace, id: string, error: Error): Error {
	if (!(error instanceof ServiceFailure)) return error;
	if (error.kind === 'notFound') {
		return new Error(
			`The service found no job ${id}. Check the job ID and that the API key belongs to the account that created it.`,
		);
	}
	if (error.kind === 'rejected') return noResult(id, error.serviceText);
	return new UnfinishedWork(
		'job',
		id,
		`While waiting for job ${id}: ${explained(error)} ${howToGoOn(place, id)}`,
	);
}

/** Reads the result of a job once; `undefined` while it is not ready. */
export async function readResult(
	service: Service,
	place: ResultPlace,
	id: string,
	settings: OutputSettings,
): Promise<readonly Produced[] | undefined> {
	const read = await attempt(waitForJob(service, place, id, 0));
	if (!read.ok) throw withJob(place, id, read.error);
	return read.value.isReady ? await outputResult(service, id, read.value.body, settings) : undefined;
}
