import type { INodeProperties, IPollFunctions } from 'n8n-workflow';

import { integer } from '../../contract/model/schema';
import { fingerprint } from '../../core/base/fingerprint';
import { choice, collectionField, type Fields } from '../../core/form/field';
import { readForm, showForm } from '../../core/form/form';
import { leadFields, viewOf, type LeadView } from '../../core/leads/view';
import type { Leads } from '../../core/leads/vocabulary';
import { valueField } from '../../core/form/schemaField';
import { additionalFilters, filterForms, filtersOf, searchKinds } from '../../core/search/kinds';
import type { Searched } from '../../core/search/results';

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

const more = { options: collectionField('Options', 'Add option', { additionalFilters }) } satisfies Fields;

const LEADS = {
	persons: { about: 'person', source: 'row' },
	companies: { about: 'company', source: 'row' },
} as const satisfies Readonly<Record<keyof typeof searchKinds, Leads>>;

const leadForms = { persons: leadFields(LEADS.persons), companies: leadFields(LEADS.companies) };

const NOTICE: INodeProperties = {
	displayName:
		'<b>Set Poll Times first</b>: the default is every minute, and each poll starts the workflow with new leads that the next nodes may pay for. It ends after 7 days, or with the last lead.',
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

export interface Wanted extends Searched {
	/** Fingerprint of the kind and the filters, without the account. */
	readonly search: string;
	readonly perRun: number;
	readonly view?: LeadView;
}

/** @throws NodeOperationError for the first wrong value, or without any filter */
export function readNewLeads(context: IPollFunctions): Wanted {
	const where = { node: context.getNode(), item: 0 };
	const parameter = (name: string, fallback: unknown): unknown =>
		context.getNodeParameter(name, fallback, { extractValue: true });
	const given = { where, parameter };
	const { searchFor, resultsPerRun: perRun } = readForm(choices, given);
	const input = { ...readForm(filterForms[searchFor], given), ...readForm(more, given) };
	const view = viewOf(LEADS[searchFor], readForm(leadForms[searchFor], given));
	const kind = searchKinds[searchFor];
	const filters = filtersOf(kind, input, (field) => ({ ...where, field }));
	return { kind, filters, search: fingerprint(searchFor, filters), perRun, view };
}
