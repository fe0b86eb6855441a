import { readResultOnce, type Job, type ResultPlace } from '../../../../core/background/jobs';
import { waitFor, type Work } from '../../../../core/background/poll';
import { attempt } from '../../../../core/base/async';
import { ServiceFailure } from '../../../../core/client/failure';
import type { Service } from '../../../../core/client/service';
import { choice, fromItem, showWhen, type Fields, type Input } from '../../../../core/form/field';
import { valueField } from '../../../../core/form/schemaField';
import { noResult, outputFields, outputResult, resultForms } from '../../../../core/output/jobOutput';
import type { Produced } from '../../../../core/output/result';
import { Purchases } from '../../../../core/purchase/purchases';
import type { Body } from '../../../../core/read/answer';
import { operation, type Operation } from '../../run/operation';
import { waitLimit } from '../fields';

export const creationFields = {
	resultAs: choice('Return Result As', undefined, [
		...resultForms,
		{ name: 'Job ID', value: 'id', description: 'Return at once; Get Result reads the result later' },
	]),
	binaryPropertyName: outputFields.binaryPropertyName,
	waitLimit: showWhen({ resultAs: resultForms.map(({ value }) => value) }, waitLimit),
} satisfies Fields;

type ResultInput = Input<typeof creationFields>;

/** Leads come as rows only, not as a link or file. */
export const leadsOfRows = (about: 'any' | 'person') =>
	({ about, source: 'record', show: { resultAs: ['items'] } }) as const;

export const requestsOfJobs = (jobs: readonly ResultInput[]): number =>
	jobs.length + jobs.filter(({ resultAs }) => resultAs !== 'id').length;

/** The job's result or, if it is not waited for, the service's acknowledgement. */
export async function jobOutput(
	service: Service,
	place: ResultPlace,
	job: Job,
	{ resultAs, ...others }: ResultInput,
): Promise<readonly Produced[]> {
	if (resultAs === 'id') return [{ ...job.answer, id: job.answer.id ?? job.id }];
	const wanted = { ...others, resultAs };
	const result = await attempt(awaitResult(service, place, job.id, wanted, FIRST_POLL_MS));
	if (result.ok) return result.value;
	// Paid for, but not output.
	Purchases.of(service.session).decide([job.purchaseKeys.own, job.purchaseKeys.bought], 'open');
	throw result.error;
}

/** A new job is unlikely to finish sooner. */
const FIRST_POLL_MS = 10_000;

async function awaitResult(
	service: Service,
	place: ResultPlace,
	id: string,
	{ waitLimit: limitSeconds = 0, ...output }: Input<typeof outputFields> & Pick<ResultInput, 'waitLimit'>,
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
	const polling = { limitSeconds, firstPollMs, ask };
	// Wait once per job, even if several items name it.
	const wait = async (): Promise<Body> => await waitFor(service, work, polling);
	const result = await service.session.once(`result ${place.operation} ${id}`, wait);
	return await outputResult(service, id, result, output);
}

export function getJobResult(action: string, place: ResultPlace): Operation {
	const { endpoint, parameter } = place;
	const id = endpoint.pathParameters?.properties[parameter] ?? {};
	return operation({
		name: 'Get Result',
		action,
		calls: [endpoint],
		fields: {
			jobId: valueField({ ...id, type: 'integer' } as const, {
				default: fromItem('id'),
				description: 'The ID returned when the job was created',
			}),
			...outputFields,
			waitLimit,
		},
		leads: leadsOfRows('any'),
		prepare: ({ jobId, ...wanted }) => ({ jobId: String(jobId), wanted }),
		purchaseKey: ({ jobId }) => ({ resultOf: place.operation, jobId }),
		run: async ({ jobId, wanted }, service) => await awaitResult(service, place, jobId, wanted),
	});
}
