import omit from 'lodash/omit';
import type { IDataObject } from 'n8n-workflow';

import { createJob, ownUnit, resultPlaces } from '../../../../core/background/jobs';
import { fingerprint } from '../../../../core/base/fingerprint';
import { toOutputs } from '../../../../core/output/nothingFound';
import { wholeRow } from '../../../../core/read/coerce';
import {
	afterCreationFields,
	readWaiting,
	requestsOfJobs,
	takeUpJob,
	whileRows,
	type Waiting,
} from '../../families/jobs/jobFields';
import {
	attempt, choice, combine, defined, endpoints, forWork, inputError, list, operation, optionalField, showWhen,
	text, valueField, type CheckedItem, type Outcome, type Produced, type Service,
} from '../../families/kit'; // prettier-ignore
import { contentOf, rowOf, tableOf, type Source } from './file';
import { readParameters } from './parameters';
import { rowOutputs, type SentRow } from './rows';

const endpoint = endpoints.layoutEnrichmentCreate;
const { name, layout_id, parameters, callback_email } = endpoint.body.properties;

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

export const createLayoutEnrichment = operation({
	name: 'Create',
	action: 'Enrich file with layout',
	description: 'Enrich a file, or all input items as one file, with a layout',
	calls: [endpoint, endpoints.layoutEnrichmentResult],
	fields: {
		jobName: forWork(valueField(name)),
		layout_id: forWork(valueField(layout_id)),
		parameters: forWork(optionalField(parameters)),
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
		columns: forWork(
			showWhen(
				fromItems,
				optionalField(
					list('Columns', text('Column', { examples: ['cpf'] }), {
						description: 'Item fields to use as columns, in this order; all fields if empty',
					}),
				),
			),
		),
		...afterCreationFields,
		afterCreation: forWork(afterCreationFields.afterCreation),
		resultAs: forWork(afterCreationFields.resultAs),
		binaryPropertyName: forWork(afterCreationFields.binaryPropertyName),
	},
	leads: { about: 'any', source: 'record', show: whileRows },
	includesInput: true,
	options: {
		callback_email: forWork(optionalField(callback_email)),
		delimiter: forWork(
			choice('Delimiter', 'Column separator of the generated CSV', [
				{ name: 'Semicolon', value: ';' },
				{ name: 'Comma', value: ',' },
			]),
		),
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
			source:
				field === undefined
					? { columns: input.columns ?? [], json: wholeRow(data.json) }
					: { file: field, content: contentOf(data.binary?.[field]) },
			delimiter: input.options.delimiter ?? ';',
			index: at('').item,
			waiting: readWaiting(input),
		};
	},
	// The cost of a file depends on its rows, which are unknown here; each item is one row.
	records: ({ source }) => ('json' in source ? 1 : undefined),
	unit: ({ body: { layout_id: layout, parameters }, source, index }) => ({
		layout,
		parameters,
		// Each row is charged, including duplicates.
		...('json' in source ? { row: rowOf(source), index } : { file: source.content }),
	}),
	// All rows make one file.
	work: ({ body: { layout_id: layout, parameters }, source }) =>
		'json' in source ? 'rows' : { layout, parameters, file: source.content },
	// All rows make one file.
	requests: (items) => {
		const [row] = items.filter(({ input: { source } }) => 'json' in source);
		const files = items.filter(({ input: { source } }) => 'file' in source);
		return requestsOfJobs([...files, ...(row === undefined ? [] : [row])].map(({ input }) => input.waiting));
	},
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
	const sent = prepared.flatMap(({ item, input: { source } }): SentRow[] =>
		'json' in source ? [{ item, json: rowOf(source) }] : [],
	);
	const outputs =
		sent.length > 1 && prepared[0].input.waiting !== undefined
			? await rowOutputs(ended.value, sent)
			: toOutputs(ended.value, items);
	return { outputs, problems: [] };
}

async function runJob(
	service: Service,
	prepared: ReadonlyArray<CheckedItem<LayoutInput>>,
): Promise<readonly Produced[]> {
	const [{ item, input }] = prepared;
	const file =
		'file' in input.source
			? await service.session.context.helpers.getBinaryDataBuffer(item, input.source.file)
			: Buffer.from(tableOf(prepared.map((each) => each.input)), 'utf8');
	const body: IDataObject = { ...input.body, file: file.toString('base64') };
	const bought = fingerprint('layout', omit(body, 'name', 'callback_email'));
	const units = {
		own: ownUnit(
			service,
			prepared.map((each) => each.item),
		),
		bought,
	};
	const records = 'file' in input.source ? undefined : prepared.length;
	const job = await createJob(service, units, endpoint, body, { records });
	return await takeUpJob(service, resultPlaces.enrichment, job, input.waiting);
}
