import { createJob, resultPlaces } from '../../../../core/background/jobs';
import { submitAgain } from '../common/fields';
import { afterCreationFields, readWaiting, takeUpJob } from '../jobs/jobFields';
import {
	asInteger, defined, endpoints, ifNothingFound, operation, optionalField, valueField, type Operation,
} from '../kit'; // prettier-ignore
import { allFilters, countMatches } from './count';
import { checkPlaces, filterFields, filterOptions, readProspectingFilters } from './filters';
import { kinds, type Kind } from './kinds';
import { savedFilterField } from './savedFilters';

/** An operation that exports matches of prospecting filters; charged per exported record. */
export function prospectingJob(kind: Kind, description: string): Operation {
	const { job: endpoint, one } = kinds[kind];
	const fields = endpoint.body.properties;
	return operation({
		name: `Create ${one} Job`,
		action: `Export ${kind} that match filters`,
		description,
		calls: [endpoint, endpoints.prospectingResult],
		fields: {
			jobName: valueField(fields.name),
			quantity: valueField(fields.quantity, { default: 100 }),
			...filterFields(endpoint.body, true),
			...afterCreationFields,
		},
		options: {
			...filterOptions,
			callback_email: optionalField(fields.callback_email),
			file_formatting: optionalField(fields.file_formatting),
			ifNothingFound,
			savedFilter: savedFilterField(kind),
			submitAgain,
		},
		prepare: (input, at) => {
			const own = readProspectingFilters(endpoint.body, true, input, at);
			const { savedFilter, callback_email: email, file_formatting: format } = input.options;
			if (savedFilter === undefined) checkPlaces(own, true, at);
			return {
				filters: { own, savedFilter, at },
				job: defined({
					name: input.jobName,
					quantity: input.quantity,
					plan: String(fields.plan.const),
					callback_email: email,
					file_formatting: format,
				}),
				waiting: readWaiting(input),
			};
		},
		records: ({ job }) => job.quantity,
		identity: ({ filters: { own, savedFilter }, job }) => ({ own, savedFilter, job }),
		preview: async ({ filters, job }, service) => {
			const all = await allFilters(kind, true, filters, service);
			const matching = await countMatches(kind, all, service);
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
