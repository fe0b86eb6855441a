import type { IDataObject } from 'n8n-workflow';

import type { EndpointName } from '../../../contract';
import type { Fault, Sandbox, Settings } from '../../../sandbox';
import type { Population } from '../../../sandbox/data/population';
import { redirect, SUBJECTS, TROUBLES } from '../../support/chaosCases';
import type { Made } from '../../support/made';

/** An operation with its input. */
export interface Plan {
	readonly resource: string;
	readonly operation: string;
	readonly endpoint: EndpointName;
	readonly parameters: IDataObject;
	readonly items: readonly IDataObject[];
}

const free = (
	resource: string,
	operation: string,
	endpoint: EndpointName,
	parameters: IDataObject = {},
): Plan => ({ resource, operation, endpoint, parameters, items: [{}] });

const freePlans = ({ batch, job, layoutJob }: Made): Plan[] => [
	free('account', 'getBalance', 'balance'),
	free('prospecting', 'countPersons', 'personCount', { filters: { states: ['SP'] } }),
	free('prospecting', 'countCompanies', 'companyCount', { filters: { states: ['SP'] } }),
	free('prospecting', 'getProspectingResult', 'prospectingResult', {
		jobId: job,
		resultAs: 'items',
		waitLimit: 0,
	}),
	free('layoutEnrichment', 'getLayouts', 'layouts'),
	free('layoutEnrichment', 'getLayoutResult', 'layoutEnrichmentResult', {
		jobId: layoutJob,
		resultAs: 'items',
		waitLimit: 0,
	}),
	free('enrichmentBatch', 'getStatus', 'batchStatus', { id_processamento: batch, simplify: false }),
	free('enrichmentBatch', 'waitForCompletion', 'batchStatus', { id_processamento: batch, waitLimit: 1 }),
	free('savedFilter', 'createSavedFilter', 'savedFilterCreate', {
		filterName: 'Saved',
		filters: { states: ['SP'] },
	}),
	free('savedFilter', 'getMany', 'savedPersonFilters'),
	free('referenceData', 'autocomplete', 'autocomplete', { kind: 'setor', term: 'Tec' }),
	free('referenceData', 'getCities', 'cities', { filters: { state: 'RS' } }),
	free('referenceData', 'getEconomicActivities', 'economicActivities', { filters: { description: 'a' } }),
	free('referenceData', 'getFilterOptions', 'filterOptions'),
	free('referenceData', 'getFilterStructure', 'filterStructure'),
	free('referenceData', 'getNeighborhoods', 'neighborhoods', {
		filters: { city: 'Porto Alegre', state: 'RS' },
	}),
	free('referenceData', 'getOccupations', 'occupations', { limit: 5 }),
	free('referenceData', 'getProfiles', 'profiles'),
	free('referenceData', 'getSectors', 'sectors'),
];

/** Options under which nothing is held back or left out, so that each run really calls. */
const OPTIONS = { ifSentBefore: 'send' };

/** Every operation. */
export const plansOf = (population: Population, made: Made): Plan[] =>
	[
		...SUBJECTS.map(({ resource, operation, endpoint, parameters = {}, items, isPerItem }) => ({
			resource,
			operation,
			endpoint,
			parameters: { ...parameters, ...(operation === 'getBusinessContext' && { waitLimit: 1 }) },
			// A service repeats what a call has sent, not what another one will send.
			items: isPerItem ? items(population).slice(0, 1) : items(population),
		})),
		...freePlans(made),
	].map((plan) => ({
		...plan,
		parameters: {
			...plan.parameters,
			options: {
				...((plan.parameters as IDataObject).options as IDataObject),
				...OPTIONS,
			},
		},
	}));

/** A way in which every call of an endpoint goes wrong. */
export interface Trouble {
	readonly name: string;
	/** Made for a text that repeats what was sent. */
	readonly fault?: (echo: string) => Omit<Fault, 'endpoint' | 'times'>;
	readonly settings?: Partial<Settings>;
}

/** What a careless service, or a proxy before it, might repeat: the key, and whom a call is about. */
export function echoOf({ apiKey, persons }: Sandbox, items: readonly IDataObject[] = []): string {
	const sent = items.flatMap((item) => Object.values(item)).filter((value) => typeof value === 'string');
	return [
		`Token ${apiKey}, ${encodeURIComponent(apiKey)}:`,
		persons.cpf(0),
		persons.cpf(1).replace(/(...)(...)(...)(..)/, '$1.$2.$3-$4'),
		`51900000000 (51) 90000-0001 ${persons.email(0)}`,
		...sent.slice(0, 2),
	].join(' ');
}

/** Every kind of fault that chaos knows, and answers that repeat what was sent. */
export function troublesOf(sandbox: Sandbox, elsewhere: string): Trouble[] {
	const failing = { batchException: echoOf(sandbox), jobException: echoOf(sandbox) };
	return [
		...TROUBLES.filter(({ isSlow }) => !isSlow).map(({ name, fault, settings }) => ({
			name,
			settings,
			...(fault && { fault: () => fault }),
		})),
		...[301, 307].map((status) => ({
			name: `redirect ${status}`,
			fault: () => redirect(status, elsewhere),
		})),
		...[400, 401, 402, 403, 404, 406, 422, 429, 500].map((status) => ({
			name: `echo ${status}`,
			fault: (echo: string) => ({ kind: 'status', status, body: { error: { description: echo } } }) as const,
		})),
		{
			name: 'echo in a page',
			fault: (echo) => ({ kind: 'status', status: 502, body: `<html><title>${echo}</title></html>` }),
		},
		{ name: 'echo in a text', fault: (echo) => ({ kind: 'status', status: 400, body: echo }) },
		{
			name: 'echo as a name',
			fault: (echo) => ({ kind: 'status', status: 400, body: { [echo]: ['wrong'] } }),
		},
		{ name: 'failed records', settings: { failEveryNthRecord: 1 } },
		{ name: 'failed batches and jobs', settings: failing },
	];
}
