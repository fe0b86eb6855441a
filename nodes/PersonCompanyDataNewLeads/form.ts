import type { IDataObject, INodeProperties, IPollFunctions } from 'n8n-workflow';

import { assumedLimits, limits } from '../../contract/model/limits';
import { integer } from '../../contract/model/schema';
import { fingerprint } from '../../core/base/fingerprint';
import { DEFAULT_REQUESTS_PER_MINUTE } from '../../core/client/pace';
import { choice, collectionField, type Fields, type Input } from '../../core/form/field';
import { readForm, showForm } from '../../core/form/form';
import { leadFields, viewOf, type LeadView } from '../../core/leads/view';
import type { Leads } from '../../core/leads/vocabulary';
import { optionalField, valueField } from '../../core/form/schemaField';
import {
	additionalFilters, filterForms, filtersOf, includeSearchDetails, pageSize, searchKinds, type SearchKind,
} from '../../core/search/kinds'; // prettier-ignore

const choices = {
	searchFor: choice('Search For', 'What to search for; choose the filters below', [
		{
			name: 'Persons',
			value: 'persons',
			description: 'Persons by filters of the person and of their company',
		},
		{ name: 'Companies', value: 'companies', description: 'Companies by filters' },
	]),
	resultsPerRun: valueField(integer('Results per Run', { minimum: 1 }), {
		default: 50,
		description: 'Max number of results with which the workflow starts each time',
	}),
} satisfies Fields;

const whenTheSearchEnds = choice(
	'When the Search Ends',
	`What to do when all results were delivered, or when the search is ${limits.searchCacheDays} days old and the service forgets it`,
	[
		{ name: 'Stop', value: 'stop', description: 'Start the workflow no more, until the filters change' },
		{
			name: 'Start a New Search',
			value: 'newSearch',
			description: `Begin again with the first results: of the same search, at no charge, while the service remembers it; after ${limits.searchCacheDays} days, of a new one for 1 B2B credit`,
		},
	],
);

const afterRestart = choice(
	'After a Restart',
	'What to do when n8n has been restarted: it is then unknown whether the last results have started the workflow',
	[
		{
			name: 'Deliver the Last Results Again',
			value: 'repeat',
			description: 'No result is lost; the last ones may come twice',
		},
		{
			name: 'Continue With the Next Results',
			value: 'continue',
			description: 'No result comes twice; if n8n was killed just then, the last ones are lost',
		},
	],
);

const more = {
	options: collectionField('Options', 'Add option', {
		additionalFilters,
		afterRestart,
		includeSearchDetails,
		maxRequestsPerMinute: optionalField(
			integer('Maximum Requests per Minute', {
				description: `How many requests to start per minute, 0 for no limit. By default ${DEFAULT_REQUESTS_PER_MINUTE}.`,
				minimum: 0,
			}),
			{ default: DEFAULT_REQUESTS_PER_MINUTE },
		),
		pageSize,
		whenTheSearchEnds,
	}),
} satisfies Fields;

const LEADS = {
	persons: { about: 'person', source: 'row' },
	companies: { about: 'company', source: 'row' },
} as const satisfies Readonly<Record<keyof typeof searchKinds, Leads>>;

const leadForms = { persons: leadFields(LEADS.persons), companies: leadFields(LEADS.companies) };

const NOTICE: INodeProperties = {
	displayName:
		'<b>Set Poll Times first</b>: the default is every minute, and each poll starts the workflow with new leads that the next nodes may pay for.',
	name: 'notice',
	type: 'notice',
	default: '',
};

export const properties: INodeProperties[] = [
	NOTICE,
	...showForm(choices),
	...Object.entries(filterForms).flatMap(([kind, form]) => showForm(form, { searchFor: [kind] })),
	...Object.entries(leadForms).flatMap(([kind, form]) => showForm(form, { searchFor: [kind] })),
	...showForm(more),
];

export interface Wanted {
	readonly kind: SearchKind;
	readonly filters: IDataObject;
	/** Fingerprint of the kind and the filters, without the account. */
	readonly search: string;
	readonly perRun: number;
	readonly pageSize: number;
	readonly view?: LeadView;
	readonly options: Partial<Input<typeof more>['options']>;
}

/** @throws NodeOperationError for the first wrong value, or without any filter */
export function readNewLeads(context: IPollFunctions): Wanted {
	const where = { node: context.getNode(), item: 0 };
	const parameter = (name: string, fallback: unknown): unknown =>
		context.getNodeParameter(name, fallback, { extractValue: true });
	const given = { where, parameter };
	const { searchFor, resultsPerRun: perRun } = readForm(choices, given);
	const form: Fields = filterForms[searchFor];
	const input = { ...readForm(form, given), ...readForm(more, given) };
	const view = viewOf(LEADS[searchFor], readForm(leadForms[searchFor], given));
	const kind = searchKinds[searchFor];
	const filters = filtersOf(kind, input, (field) => ({ ...where, field }));
	const { options } = input;
	return {
		kind,
		filters,
		search: fingerprint(searchFor, filters),
		perRun,
		view,
		pageSize: options.pageSize ?? assumedLimits.searchPageSize,
		options,
	};
}
