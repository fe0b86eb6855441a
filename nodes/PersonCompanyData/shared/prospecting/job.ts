import { endpoints } from '../../../../contract';
import { createJob, ownPurchaseKey, resultPlaces } from '../../../../core/background/jobs';
import { attempt } from '../../../../core/base/async';
import { explained } from '../../../../core/base/errors';
import { defined } from '../../../../core/base/json';
import { digits, plural } from '../../../../core/base/text';
import { optionalField, valueField } from '../../../../core/form/schemaField';
import { ifNothingFound, NotFound, NothingFound } from '../../../../core/output/result';
import { operation, type Operation } from '../../run/operation';
import { creationFields, jobOutput, leadsOfRows, requestsOfJobs } from '../jobs/result';
import { checkMatches, countForJob } from './count';
import { anyOrder, filterFields, filterOptions, readFiltersWithPlace } from './filters';
import { kinds, type Kind } from './kinds';

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
			...filterFields(endpoint.body),
			...creationFields,
		},
		// A company export also has a table of partners.
		leads: leadsOfRows(kind === 'persons' ? 'person' : 'any'),
		options: {
			...filterOptions,
			callback_email: optionalField(fields.callback_email),
			file_formatting: optionalField(fields.file_formatting),
			ifNothingFound,
		},
		prepare: ({ jobName, quantity, filters, options, ...wanted }, at) => ({
			filters: readFiltersWithPlace(endpoint.body, { filters, options }, at),
			job: defined({
				name: jobName,
				quantity,
				plan: String(fields.plan.const),
				callback_email: options.callback_email,
				file_formatting: options.file_formatting,
			}),
			wanted,
		}),
		records: ({ job }) => job.quantity,
		purchaseKey: ({ filters, job: { quantity, name } }) => ({
			job: kind,
			filters: anyOrder(filters),
			quantity,
			...(isNameFilter && { person: personIn(String(name)) }),
		}),
		requests: (items) => items.length + requestsOfJobs(items.map(({ input }) => input.wanted)),
		preview: async ({ filters, job }, service) => {
			const { found, quantity } = await countForJob(kind, { ...filters, ...job }, service);
			return {
				credits: Math.min(found ?? quantity, quantity),
				reason: `${found === undefined ? 'An unknown number of records matches' : plural(found, 'record matches', 'records match')}; at most ${digits(quantity)} exported.`,
				...defined({ matching: found }),
			};
		},
		run: async ({ filters, job, wanted }, service, { item, purchaseKey }) => {
			const purchaseKeys = { own: ownPurchaseKey(service, [item]), bought: purchaseKey };
			const body = { ...filters, ...job, export: true };
			const before = async (): Promise<void> => await checkMatches(kind, body, service);
			const created = await attempt(createJob(service, purchaseKeys, endpoint, body, { before }));
			if (created.ok) return await jobOutput(service, resultPlaces.prospecting, created.value, wanted);
			const { error } = created;
			if (error instanceof NothingFound) return [new NotFound({}, explained(error), error)];
			throw error;
		},
	});
}

/** The service filters persons' names by the letters of the job's name; a date in it makes no other job. */
const personIn = (name: string): string =>
	name
		.replace(/[^\p{L}]+/gu, ' ')
		.trim()
		.toLowerCase();
