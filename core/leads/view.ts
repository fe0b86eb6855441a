import type { IDataObject, INodePropertyOptions } from 'n8n-workflow';

import type { LiveNames } from '../../contract/liveNames';
import { asText, isFilled } from '../base/json';
import { choice, forRun, inputError, showWhen, type Field, type Fields, type Input } from '../form/field';
import { NO_RESULT } from '../output/outcome';
import { reasonIn } from '../read/error';
import { Columns } from './columns';
import { crms, type CrmName } from './crm';
import { inCrm } from './crm/table';
import { identityOf, isRecognised, readLead, requestedAs, subjectOf } from './read';
import {
	idOf,
	simplified,
	vocabulary,
	type FieldName,
	type Lead,
	type Source,
	type Subject,
} from './model/vocabulary';

/** How persons and companies are output: the fields of the form, and the item of a record. */

/** What an operation outputs. */
export interface Leads {
	/** `any` when each record must tell. */
	readonly about: Subject | 'any';
	readonly source: Source;
	/** Shown only while other fields have these values. */
	readonly show?: NonNullable<Field['show']>;
}

/** What the user wants of it; n8n stores it with a waiting execution. */
export interface LeadView extends Pick<Leads, 'about' | 'source'> {
	readonly output: 'simplified' | 'selected' | 'raw' | CrmName;
	readonly selectedFields?: readonly FieldName[];
}

const namesOf = (about: Leads['about']): FieldName[] =>
	about === 'any'
		? [...new Set([...namesOf('person'), ...namesOf('company')])]
		: (Object.keys(vocabulary[about]) as FieldName[]);

const titleOf = (name: FieldName): { readonly title: string; readonly description?: string } =>
	({ ...vocabulary.company, ...vocabulary.person })[name];

/** The names of fields, by the method that the editor loads them with. */
export const fieldLists = {
	personFields: () => fieldOptions('person'),
	companyFields: () => fieldOptions('company'),
	leadFields: () => fieldOptions('any'),
} as const;

const LIST_OF = { person: 'personFields', company: 'companyFields', any: 'leadFields' } as const;

const fieldOptions = (about: Leads['about']): INodePropertyOptions[] =>
	namesOf(about).map((value) => {
		const { title, description } = titleOf(value);
		return { name: title, value, ...(description !== undefined && { description }) };
	});

const CRM_OUTPUTS = Object.entries(crms).map(([value, { label }]) => ({
	name: `Fields of ${label}`,
	value: value as CrmName,
	description: `A field crm that holds just what the API of ${label} takes, under its own names`,
}));

/** The fields that decide how leads are output. */
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
		selectedFields: forRun(
			showWhen({ output: ['selected'] }, {
				property: {
					displayName: 'Fields',
					description: 'Fields to output; all if empty',
					type: 'multiOptions',
					noDataExpression: true,
					// Loaded, as n8n's builders print every name in the form once for each operation.
					typeOptions: { loadOptionsMethod: LIST_OF[about] },
					default: [],
				},
				read: (value, where) => {
					if (!Array.isArray(value)) throw inputError(where, 'is not one of the available options.');
					return namesOf(about).filter((name) => value.includes(name));
				},
			} satisfies Field<readonly FieldName[]>),
		),
	}) satisfies Fields;

/** What the form says; `undefined` while it does not show these fields, because no leads are output. */
export function viewOf(
	{ about, source }: Leads,
	{ output, selectedFields }: Partial<Input<ReturnType<typeof leadFields>>>,
): LeadView | undefined {
	return output === undefined ? undefined : { about, source, output, selectedFields };
}

/** Fields that an item keeps beside its lead. */
const BESIDE = ['search', 'sourceFile', 'idempotencyReplayed'];

/** What an item says about its row, after the lead itself. */
function verdictOf(json: IDataObject, outcome: string): IDataObject {
	const { id_processamento: batchId } = json;
	const beside = BESIDE.filter((name) => json[name] !== undefined).map((name) => [name, json[name]]);
	return {
		outcome,
		...(NO_RESULT[outcome] !== undefined && { reason: reasonOf(json, outcome) }),
		...(batchId !== undefined && { batchId }),
		...(Object.fromEntries(beside) as IDataObject),
	};
}

/** Why a row has no result: in our own words, with those of the service. */
function reasonOf(json: IDataObject, outcome: string): string {
	const said = asText(json.reason);
	if (said !== undefined) return said;
	const own = NO_RESULT[outcome] ?? '';
	const service = reasonIn(json);
	return service === undefined ? own : `${own} The service says: ${service}`;
}

/** Whether a record holds more than what was recognised in it. */
const saysMore = (record: IDataObject, lead: Lead): boolean =>
	Object.entries(record).filter(([name, value]) => !BESIDE.includes(name) && isFilled(value)).length >
	Object.keys(lead).length;

const orNull = (names: readonly FieldName[], lead: Lead): IDataObject =>
	Object.fromEntries(names.map((name) => [name, lead[name] ?? null]));

/** The fields of a lead as the user wants them. */
function shown(lead: Lead, subject: Subject, { source, selectedFields, ...view }: LeadView): IDataObject {
	if (view.output === 'selected')
		return orNull(selectedFields?.length ? selectedFields : namesOf(subject), lead);
	if (view.output === 'simplified' || view.output === 'raw') return orNull(simplified[source][subject], lead);
	// A contact and an organization go different ways.
	return { crm: inCrm(crms[view.output][subject], lead), ...(view.about === 'any' && { kind: subject }) };
}

/** The fields of items in the order in which all of them have them; none where each is as the service or a CRM has it. */
export function columnsOf(view: LeadView | undefined): readonly string[] {
	const { output, about, source, selectedFields = [] } = view ?? {};
	if (about === undefined || source === undefined) return [];
	const subjects = about === 'any' ? (['person', 'company'] as const) : [about];
	const simple = new Columns(...subjects.map((subject) => orNull(simplified[source][subject], {}))).names;
	const chosen = selectedFields.length > 0 ? selectedFields : namesOf(about);
	if (output !== 'simplified' && output !== 'selected') return [];
	const columns = output === 'simplified' ? simple : chosen;
	return [...new Set([...columns, 'outcome', 'reason', ...subjects.map((each) => idOf[each]), 'batchId'])];
}

/** The item of a record, and whether it had to stay as it is because nothing in it was recognised. */
export function leadItem(
	record: IDataObject,
	view: LeadView,
	words: LiveNames,
): { readonly json: IDataObject; readonly isUnknown: boolean } {
	if (view.output === 'raw') return { json: record, isUnknown: false };
	const subject = view.about === 'any' ? subjectOf(record, words) : view.about;
	const lead = subject === undefined ? {} : readLead(subject, record, words);
	const isKnown = subject !== undefined && isRecognised(lead);
	// A row of a file that holds nothing but what was sent has no result.
	const outcome = asText(record.outcome) ?? (isKnown || saysMore(record, lead) ? 'found' : 'not found');
	const verdict = verdictOf(record, outcome);
	if (NO_RESULT[outcome] !== undefined) {
		// The ID of the job whose result has no rows.
		const job = typeof record.id === 'number' ? { id: record.id } : {};
		return { json: { ...verdict, ...identityOf(lead), ...job }, isUnknown: false };
	}
	if (!isKnown) return { json: record, isUnknown: true };
	const fields = shown(lead, subject, view);
	const who = [
		// Beside the fields of a CRM, the CNPJ is the key by which it finds a company again.
		...(subject === 'company' ? ([idOf.company, 'cnpj'] as const) : [idOf.person]),
		// A partner in the file of a job is told apart from those of other companies by this.
		...(subject === 'person' && record.sourceFile !== undefined ? (['companyCnpj'] as const) : []),
		...(Object.keys(requestedAs(record)) as FieldName[]),
	];
	const identity = Object.fromEntries(
		who.filter((name) => lead[name] !== undefined && !(name in fields)).map((name) => [name, lead[name]]),
	);
	const isChosen = view.output === 'selected';
	return { json: { ...fields, ...verdict, ...(!isChosen && identity) }, isUnknown: false };
}
