import { choice, showWhen } from '../../../../core/form/field';
import { operation, type Operation } from '../../run/operation';
import { valueField } from '../../../../core/form/schemaField';
import { waitLimit } from '../common/fields';
import type { ResultPlace } from '../../../../core/background/jobs';
import { awaitResult, readResult } from './jobFields';
import { outputFields, outputSettings } from '../../../../core/output/jobOutput';
import { ifNothingFound } from '../../../../core/output/nothingFound';

interface GetResult {
	readonly action: string;
	readonly description: string;
	readonly place: ResultPlace;
}

/** Reading the result of a job that was created before; free. */
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
				default: '={{ $json.id }}',
				description: 'The ID that creating the job returned',
			}),
			ifNotReady: choice('If Not Ready', 'What to do while the job is still running', [
				{ name: 'Wait Until Ready', value: 'wait', description: 'Wait up to a limit' },
				{
					name: 'Output an Item',
					value: 'output',
					description: 'Output an item with ready: false, to be asked for again later',
				},
				{ name: 'Treat as Error', value: 'error' },
			]),
			waitLimit: showWhen({ ifNotReady: ['wait'] }, waitLimit),
			...outputFields,
		},
		options: { ifNothingFound },
		prepare: (input) => ({
			jobId: String(input.jobId),
			ifNotReady: input.ifNotReady,
			waiting: { limitSeconds: input.waitLimit ?? 0, settings: outputSettings(input) },
		}),
		run: async ({ jobId, ifNotReady, waiting }, service) => {
			if (ifNotReady !== 'output') return await awaitResult(service, place, jobId, waiting);
			const produced = await readResult(service, place, jobId, waiting.settings);
			return produced ?? [{ id: Number(jobId), ready: false }];
		},
	});
}
