import isEqual from 'lodash/isEqual';
import type { IDataObject } from 'n8n-workflow';

import { createJob, resultPlaces } from '../../../../core/background/jobs';
import { writeTable } from '../../../../core/files/csv';
import { toOutputs } from '../../../../core/output/nothingFound';
import { submitAgain } from '../../families/common/fields';
import { afterCreationFields, readWaiting, takeUpJob, type Waiting } from '../../families/jobs/jobFields';
import {
	attempt, choice, combine, defined, endpoints, inputError, list, operation, optionalField, showWhen,
	text, valueField, type CheckedItem, type Outcome, type Produced, type Service,
} from '../../families/kit'; // prettier-ignore
import { readParameters } from './parameters';

const endpoint = endpoints.layoutEnrichmentCreate;
const { name, layout_id, parameters, callback_email } = endpoint.body.properties;

type Source = { readonly file: string } | { readonly columns: readonly string[]; readonly json: IDataObject };

/** Input of one item. */
interface LayoutInput {
	/** The body without its file. */
	readonly body: IDataObject;
	/** The binary field of a file, or one row of the file made from all items. */
	readonly source: Source;
	readonly delimiter: string;
	/** Index of the input item. */
	readonly index: number;
	readonly waiting?: Waiting;
}

const fromItems = { source: ['items'] };

export const create = operation({
	name: 'Create',
	action: 'Enrich file with layout',
	description: 'Enrich a file, or all input items as one file, with a layout',
	calls: [endpoint, endpoints.layoutEnrichmentResult],
	fields: {
		jobName: valueField(name),
		layout_id: valueField(layout_id),
		parameters: optionalField(parameters),
		source: choice('Input', 'Where to get the rows to enrich', [
			{ name: 'Binary File', value: 'file', description: 'One file per input item, such as a CSV' },
			{
				name: 'Input Items',
				value: 'items',
				description: 'All input items together, as rows of one CSV',
			},
		]),
		inputBinaryField: showWhen(
			{ source: ['file'] },
			valueField(text('Input Data Field Name'), {
				default: 'data',
				description: 'The name of the input binary field that holds the file',
			}),
		),
		columns: showWhen(
			fromItems,
			optionalField(
				list('Columns', text('Column', { examples: ['cpf'] }), {
					description: 'Item fields to use as columns, in this order; all fields if empty',
				}),
			),
		),
		...afterCreationFields,
	},
	options: {
		submitAgain,
		callback_email: optionalField(callback_email),
		delimiter: choice('Delimiter', 'Column separator of the generated CSV', [
			{ name: 'Semicolon', value: ';' },
			{ name: 'Comma', value: ',' },
		]),
	},
	prepare: (input, at, data): LayoutInput => {
		const field = input.inputBinaryField;
		if (field !== undefined && data.binary?.[field] === undefined) {
			throw inputError(
				at('Input Data Field Name'),
				'is not a binary field of the item.',
				'Add a node that reads the file before this one, or set Input to Input Items.',
			);
		}
		return {
			body: defined({
				name: input.jobName,
				layout_id: input.layout_id,
				parameters: readParameters(input.layout_id, input.parameters, at),
				callback_email: input.options.callback_email,
			}),
			source: field === undefined ? { columns: input.columns ?? [], json: data.json } : { file: field },
			delimiter: input.options.delimiter ?? ';',
			index: at('').item,
			waiting: readWaiting(input),
		};
	},
	// The cost of a file depends on its rows, which are unknown here; each item is one row.
	records: ({ source }) => ('json' in source ? 1 : undefined),
	// Each row is charged, including duplicates.
	identity: ({ index }) => index,
	requestsFor: () => 1,
	runAll: async (prepared, service): Promise<Outcome> => {
		const files = prepared.filter(({ input: { source } }) => 'file' in source);
		const rows = prepared.filter(({ input: { source } }) => 'json' in source);
		const jobs = [...files.map((item) => [item]), ...(rows.length === 0 ? [] : [rows])];
		return combine(await Promise.all(jobs.map(async (items) => await enrich(service, items))));
	},
});

/** Enriches the file of one item, or one file made from several items. */
async function enrich(service: Service, prepared: ReadonlyArray<CheckedItem<LayoutInput>>): Promise<Outcome> {
	const items = prepared.map(({ item }) => item);
	const ended = await attempt(runJob(service, prepared));
	if (!ended.ok) return { outputs: [], problems: [{ items, error: ended.error }] };
	return { outputs: toOutputs(ended.value, items), problems: [] };
}

async function runJob(
	service: Service,
	prepared: ReadonlyArray<CheckedItem<LayoutInput>>,
): Promise<readonly Produced[]> {
	const [{ item, input }] = prepared;
	const other = prepared.find(({ input: { body } }) => !isEqual(body, input.body));
	if (other !== undefined) {
		throw new Error(
			`Item ${other.item} has a different name, layout, parameters or callback email than item ${item}, but all items make one file. Nothing was sent. Use a separate node for each set of values, or split the items into groups first.`,
		);
	}
	const file =
		'file' in input.source
			? await service.session.context.helpers.getBinaryDataBuffer(item, input.source.file)
			: Buffer.from(tableOf(prepared), 'utf8');
	const job = await createJob(service, endpoint, { ...input.body, file: file.toString('base64') });
	return await takeUpJob(service, resultPlaces.enrichment, job, input.waiting);
}

/** The items as a CSV. */
function tableOf(prepared: ReadonlyArray<CheckedItem<LayoutInput>>): string {
	const rows = prepared.flatMap(({ input: { source } }) => ('json' in source ? [source] : []));
	const [{ columns }] = rows;
	const all = columns.length > 0 ? columns : [...new Set(rows.flatMap(({ json }) => Object.keys(json)))];
	return writeTable(
		all,
		rows.map(({ json }) => json),
		prepared[0].input.delimiter,
	);
}
