import type { INodePropertyOptions } from 'n8n-workflow';

import { choice, choices, forRun, showWhen, type Field, type Fields, type Input } from '../form/field';
import { crms, type CrmName } from './crm';
import {
	idOf,
	simplified,
	vocabulary,
	type FieldName,
	type LeadField,
	type Leads,
	type Subject,
} from './vocabulary';

/** The user's choice; stored with a waiting execution. */
export interface LeadView extends Pick<Leads, 'about' | 'source'> {
	readonly output: 'simplified' | 'selected' | 'raw' | CrmName;
	readonly selectedFields?: readonly FieldName[];
}

const subjectsOf = (about: Leads['about']): readonly Subject[] =>
	about === 'any' ? ['person', 'company'] : [about];

const [person, company] = [vocabulary.person, vocabulary.company].map(
	(fields) => Object.keys(fields) as FieldName[],
);
export const names = { person, company, any: [...new Set([...person, ...company])] } as const;

const FIELDS: Readonly<Record<FieldName, LeadField>> = { ...vocabulary.company, ...vocabulary.person };

const fieldOptions = (about: Leads['about']): INodePropertyOptions[] =>
	names[about].map((value) => {
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
	const options = names[about].map((value) => ({ name: value, value }));
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
				choice<LeadView['output']>('Output', undefined, [
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

/** `undefined` while the form hides these fields because no leads are output. */
export function viewOf(
	{ about, source }: Leads,
	{ output, selectedFields }: Partial<Input<ReturnType<typeof leadFields>>>,
): LeadView | undefined {
	return output === undefined ? undefined : { about, source, output, selectedFields };
}

/** Columns that all items share, in order; empty if the service or a CRM decides them. */
export function columnsOf(view: LeadView | undefined): readonly string[] {
	if (view?.output !== 'simplified' && view?.output !== 'selected') return [];
	const { output, about, source, selectedFields = [] } = view;
	const subjects = subjectsOf(about);
	const simple = subjects.flatMap((subject): readonly FieldName[] => simplified[source][subject]);
	const chosen = selectedFields.length > 0 ? selectedFields : names[about];
	const ids = subjects.map((subject) => idOf[subject]);
	const fields = output === 'simplified' ? simple : chosen;
	return [...new Set([...fields, 'outcome', 'reason', ...ids, 'batchId'])];
}
