import type { INodePropertyOptions } from 'n8n-workflow';

import { choice, choices, forRun, showWhen, type Field, type Fields, type Input } from '../form/field';
import { crms, type CrmName } from './crm';
import { idOf, simplified, vocabulary, type FieldName, type Leads, type Subject } from './vocabulary';

/** The user's choice; stored with a waiting execution. */
export interface LeadView extends Pick<Leads, 'about' | 'source'> {
	readonly output: 'simplified' | 'selected' | CrmName;
	readonly selectedFields?: readonly FieldName[];
}

const person = Object.keys(vocabulary.person) as FieldName[];
const company = Object.keys(vocabulary.company) as FieldName[];
export const fieldNames = { person, company, any: [...new Set([...person, ...company])] } as const;

const FIELDS = { ...vocabulary.company, ...vocabulary.person };

const fieldOptions = (about: Leads['about']): INodePropertyOptions[] =>
	fieldNames[about].map((value) => {
		const { title, description } = FIELDS[value];
		return { name: title, value, ...(description !== undefined && { description }) };
	});

export const fieldLists = {
	personFields: () => fieldOptions('person'),
	companyFields: () => fieldOptions('company'),
	leadFields: () => fieldOptions('any'),
} as const;

const CRM_OUTPUTS = Object.entries(crms).map(([value, { label }]) => ({
	name: `Fields of ${label}`,
	value: value as CrmName,
	description: `A field crm that holds just what the API of ${label} takes, under its own names`,
}));

function fieldsToOutput(about: Leads['about']): Field<readonly FieldName[]> {
	const options = fieldNames[about].map((value) => ({ name: value, value }));
	const { property, read } = choices('Fields', 'Fields to output; all if empty', options, []);
	// Loaded on demand, since n8n's workflow builders print every name in the form once per operation.
	const typeOptions = { loadOptionsMethod: `${about === 'any' ? 'lead' : about}Fields` };
	return { property: { ...property, options: undefined, typeOptions }, read };
}

export const leadFields = ({ about, show = {} }: Leads) =>
	({
		output: forRun(
			showWhen(
				show,
				choice<LeadView['output'] | 'raw'>('Output', undefined, [
					{
						name: 'Simplified',
						value: 'simplified',
						description: 'A few fields with English names, contacts first',
					},
					{ name: 'Selected Fields', value: 'selected', description: 'Only the fields that you choose' },
					...CRM_OUTPUTS,
					{ name: 'Raw', value: 'raw', description: "The service's answer as it is" },
				]),
			),
		),
		selectedFields: forRun(showWhen({ output: ['selected'] }, fieldsToOutput(about))),
	}) satisfies Fields;

/** `undefined` for Raw, and while the form hides these fields because no leads are output. */
export function viewOf(
	{ about, source }: Leads,
	{ output, selectedFields }: Partial<Input<ReturnType<typeof leadFields>>>,
): LeadView | undefined {
	return output === undefined || output === 'raw' ? undefined : { about, source, output, selectedFields };
}

/** In order; those of a CRM are in its table instead. */
export function outputFields(
	{ output, source, selectedFields = [] }: LeadView,
	subject: Subject,
): readonly FieldName[] {
	if (output === 'simplified') return simplified[source][subject];
	return selectedFields.length > 0 ? selectedFields : fieldNames[subject];
}

/** Columns that all items share, in order; empty if the service or a CRM decides them. */
export function columnsOf(view: LeadView | undefined): readonly string[] {
	if (view?.output !== 'simplified' && view?.output !== 'selected') return [];
	const subjects = view.about === 'any' ? (['person', 'company'] as const) : [view.about];
	const fields = subjects.flatMap((subject) => outputFields(view, subject));
	const ids = subjects.map((subject) => idOf[subject]);
	return [...new Set([...fields, 'outcome', 'reason', ...ids, 'batchId'])];
}
