import { explained } from '../../../../core/base/errors';
import { createJob, ownPurchaseKey, resultPlaces } from '../../../../core/background/jobs';
import { plural } from '../../../../core/base/text';
import { NothingFound } from '../../../../core/output/outcome';
import { afterCreationFields, readWaiting, requestsOfJobs, takeUpJob, whileRows } from '../jobs/jobFields';
import {
	attempt, defined, endpoints, ifNothingFound, NotFound, operation, optionalField, valueField, type Operation,
} from '../prelude'; // prettier-ignore
import { allFilters, checkMatches, countForJob, matchesInWords } from './count';
import { anyOrder, checkPlaces, filterFields, filterOptions, readProspectingFilters } from './filters';
import { kinds, type Kind } from './kinds';
import { savedFilterField, savedFilterRead } from './savedFilters';

/** Exports matches of prospecting filters; charged per exported record. */
export function prospectingJob(kind: Kind): Operation {
	const { job: endpoint, one, exported, isNameFilter } = kinds[kind];
	const fields = endpoint.body.properties;
	return operation({
		name: `Create ${one} Job`,
		action: `Export ${kind} that match filters`,
		description: `Export the first ${exported}; count first, because rows are not ranked`,
		calls: [endpoint, endpoints.prospectingResult],
		fields: {
			jobName: valueField(fields.name),
			quantity: valueField(fields.quantity, { default: 100 }),
			...filterFields(endpoint.body, true),
			...afterCreationFields,
		},
		// A company export also has a table of partners.
		leads: { about: kind === 'persons' ? 'person' : 'any', source: 'record', show: whileRows },
		options: {
			...filterOptions,
			callback_email: optionalField(fields.callback_email),
			file_formatting: optionalField(fields.file_formatting),
			ifNothingFound,
			savedFilter: savedFilterField(kind),
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
		purchaseKey: ({ filters: { own, savedFilter }, job: { quantity, name } }) => ({
			job: kind,
			filters: anyOrder(own),
			savedFilter,
			quantity,
			...(isNameFilter && { person: personIn(String(name)) }),
		}),
		requests: (items) =>
			savedFilterRead(items.map(({ input }) => input.filters)) +
			items.length +
			requestsOfJobs(items.map(({ input }) => input.waiting)),
		preview: async ({ filters, job }, service) => {
			const all = await allFilters(kind, true, filters, service);
			const { matching, found, quantity } = await countForJob(kind, { ...all, ...job }, service);
			return {
				credits: Math.min(found ?? quantity, quantity),
				reason: `${matchesInWords(matching)} At most ${plural(quantity, 'record')} exported.`,
				...defined({ matching: found }),
			};
		},
		run: async ({ filters, job, waiting }, service, { item, purchaseKey }) => {
			const all = await allFilters(kind, true, filters, service);
			const purchaseKeys = { own: ownPurchaseKey(service, [item]), bought: purchaseKey };
			const body = { ...all, ...job, export: true };
			const created = await attempt(
				createJob(service, purchaseKeys, endpoint, body, {
					before: async () => await checkMatches(kind, body, service),
				}),
			);
			if (created.ok) return await takeUpJob(service, resultPlaces.prospecting, created.value, waiting);
			if (created.error instanceof NothingFound) return [new NotFound({}, explained(created.error))];
			throw created.error;
		},
	});
}

/** The service filters persons' names by the letters of the job's name; a date in it makes no other job. */
const personIn = (name: string): string =>
	name
		.replace(/[^\p{L}]+/gu, ' ')
		.trim()
		.toLowerCase();
