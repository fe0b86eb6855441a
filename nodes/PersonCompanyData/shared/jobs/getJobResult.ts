import type { ResultPlace } from '../../../../core/background/jobs';
import { outputFields, outputSettings } from '../../../../core/output/jobOutput';
import { StillRunning, UnfinishedWork } from '../../../../core/output/outcome';
import { waitLimit } from '../fields';
import { attempt, choice, fromItem, operation, showWhen, valueField, type Operation } from '../prelude';
import { awaitResult } from './jobFields';

interface GetResult {
	readonly action: string;
	readonly description: string;
	readonly place: ResultPlace;
}

/** Reads the result of an existing job, free of charge. */
export function getJobResult({ action, description, place }: GetResult): Operation {
	const { endpoint, parameter } = place;
	const id = endpoint.pathParameters?.properties[parameter] ?? {};
	return operation({
		name: 'Get Result',
		action,
		description,
		calls: [endpoint],
		fields: {
			jobId: valueField({ ...id, type: 'integer' } as const, {
				default: fromItem('id'),
				description: 'The ID returned when the job was created',
			}),
			ifNotReady: choice('If Not Ready', 'What to do while the job is still running', [
				{
					name: 'Wait Until Ready',
					value: 'wait',
					description: 'Wait until the result is ready, up to a limit',
				},
				{
					name: 'Output an Item',
					value: 'output',
					description: 'Output an item with the outcome "waiting", so that you can check again later',
				},
				{ name: 'Treat as Error', value: 'error' },
			]),
			waitLimit: showWhen({ ifNotReady: ['wait'] }, waitLimit),
			...outputFields,
		},
		leads: { about: 'any', source: 'record', show: { resultAs: ['items'] } },
		prepare: (input) => ({
			jobId: String(input.jobId),
			ifNotReady: input.ifNotReady,
			waiting: { limitSeconds: input.waitLimit ?? 0, settings: outputSettings(input) },
		}),
		purchaseKey: ({ jobId }) => ({ resultOf: place.operation, jobId }),
		run: async ({ jobId, ifNotReady, waiting }, service) => {
			const read = await attempt(awaitResult(service, place, jobId, waiting));
			if (read.ok) return read.value;
			const { error } = read;
			throw ifNotReady === 'error' && error instanceof StillRunning
				? new UnfinishedWork('job', jobId, error.message, error.advice)
				: error;
		},
	});
}
