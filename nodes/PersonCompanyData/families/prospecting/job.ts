import type { IDataObject } from 'n8n-workflow';

import { endpoints } from '../../../../contract';
import type { Endpoint } from '../../../../contract/model/endpoint';
import type { ObjectSchema, Schema } from '../../../../contract/model/schema';
import { createJob, resultPlaces } from '../../../../core/background/jobs';
import { operation, type Operation } from '../../run/operation';
import { asInteger, defined } from '../../../../core/base/json';
import { optionalField, valueField } from '../../../../core/form/schemaField';
import { afterCreationFields, readWaiting, takeUpJob, type Waiting } from '../jobs/jobFields';
import { ifNothingFound } from '../../../../core/output/nothingFound';
import { checkPlaces, filterFields, readProspectingFilters } from './filters';
import { allFilters, count, type Filters } from './count';
import { savedFilterField, type Kind } from './savedFilters';
import { submitAgain } from '../common/fields';

interface ProspectingJob {
	readonly kind: Kind;
	readonly name: string;
	readonly action: string;
	readonly description: string;
	readonly endpoint: Endpoint & { readonly body: ObjectSchema };
	/** Counts the same filters, for the preview of the cost. */
	readonly counting: Endpoint;
}

interface Request {
	readonly filters: Filters;
	/** Fields of the job beside its filters. */
	readonly job: IDataObject & { readonly name: string; readonly quantity: number };
	readonly waiting?: Waiting;
}

type JobField = 'name' | 'quantity' | 'plan' | 'callback_email' | 'file_formatting';

/** Exporting what prospecting filters match: charged per exported record. */
export function prospectingJob({
	kind,
	name,
	action,
	description,
	endpoint,
	counting,
}: ProspectingJob): Operation {
	const fields = endpoint.body.properties as Readonly<Record<JobField, Schema>>;
	return operation({
		name,
		action,
		description,
		calls: [endpoint, endpoints.prospectingResult],
		fields: {
			jobName: valueField({ ...fields.name, type: 'string' } as const),
			quantity: valueField({ ...fields.quantity, type: 'integer' } as const, { default: 100 }),
			...filterFields(endpoint.body, true),
			...afterCreationFields,
		},
		options: {
			callback_email: optionalField(fields.callback_email),
			file_formatting: optionalField(fields.file_formatting),
			ifNothingFound,
			savedFilter: savedFilterField(kind),
			submitAgain,
		},
		prepare: (input, at): Request => {
			const own = readProspectingFilters(endpoint.body, true, input, at);
			const { savedFilter, callback_email: email, file_formatting: format } = input.options;
			if (savedFilter === undefined) checkPlaces(own, true, at);
			return {
				filters: { own, savedFilter, at },
				job: defined({
					name: input.jobName,
					quantity: input.quantity,
					plan: String(fields.plan.const),
					callback_email: email as string | undefined,
					file_formatting: format as string | undefined,
				}),
				waiting: readWaiting(input),
			};
		},
		records: ({ job }) => job.quantity,
		identity: ({ filters: { own, savedFilter }, job }) => ({ own, savedFilter, job }),
		preview: async ({ filters, job }, service) => {
			const matching = await count(service, counting, await allFilters(kind, true, filters, service));
			const found = asInteger(matching.count);
			const credits = found === undefined ? job.quantity : Math.min(found, job.quantity);
			return { matching, quantity: job.quantity, creditsAtMost: credits };
		},
		run: async ({ filters, job, waiting }, service) => {
			const all = await allFilters(kind, true, filters, service);
			const created = await createJob(service, endpoint, { ...all, ...job, export: true });
			return await takeUpJob(service, resultPlaces.prospecting, created, waiting);
		},
	});
}
