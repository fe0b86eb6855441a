import omit from 'lodash/omit';
import type { IDataObject } from 'n8n-workflow';

import { endpoints } from '../../../../contract';
import { list, text } from '../../../../contract/model/schema';
import { createJob, ownPurchaseKey, resultPlaces } from '../../../../core/background/jobs';
import { attempt } from '../../../../core/base/async';
import { fingerprint } from '../../../../core/base/fingerprint';
import { defined } from '../../../../core/base/json';
import type { Service } from '../../../../core/client/service';
import { forRun, inputError, type Input } from '../../../../core/form/field';
import { optionalField, valueField } from '../../../../core/form/schemaField';
import { combine, failed, toOutputs, type RunResult } from '../../../../core/output/result';
import { wholeRow } from '../../../../core/read/coerce';
import { operation, type CheckedItem } from '../../run/operation';
import { creationFields, jobOutput, leadsOfRows, requestsOfJobs } from '../../shared/jobs/result';
import { chosenColumns, rowOutputs, tableOf, type SentRow } from './rows';

const endpoint = endpoints.layoutEnrichmentCreate;
const { name, layout_id, parameters, callback_email } = endpoint.body.properties;

interface LayoutInput {
	/** The body without its file. */
	readonly body: IDataObject;
	/** The item's file, by binary field and content, or its row of the file made from all items. */
	readonly source: { readonly file: string; readonly content: string } | { readonly row: IDataObject };
	readonly columns: readonly string[];
	readonly index: number;
	readonly wanted: Input<typeof creationFields>;
}

export const createLayoutEnrichment = operation({
	name: 'Create',
	action: 'Enrich file with layout',
	description: 'Enrich all input items as one CSV file, or the file of each item, with a layout',
	calls: [endpoint, endpoints.layoutEnrichmentResult],
	fields: { jobName: valueField(name), layout_id: forRun(valueField(layout_id)), ...creationFields },
	leads: leadsOfRows('any'),
	includesInput: true,
	options: {
		callback_email: optionalField(callback_email),
		columns: forRun(
			optionalField(
				list('Columns', text('Column', { examples: ['cpf'] }), {
					description:
						'Item fields to use as columns, in this order; all fields if empty. Results are matched by the first one.',
				}),
			),
		),
		inputBinaryField: optionalField(text('Input Data Field Name'), {
			default: 'data',
			description: 'The binary field with the file to send, in place of the items as rows of one CSV',
		}),
		parameters: forRun(optionalField(parameters)),
	},
	prepare: ({ jobName, layout_id: layout, options, ...wanted }, at, { json, binary }): LayoutInput => {
		const { inputBinaryField: field, columns = [] } = options;
		const file = field === undefined ? undefined : binary?.[field];
		if (field !== undefined && file === undefined) {
			throw inputError(
				at('Input Data Field Name'),
				'is not a binary field of the item',
				'Add a node that reads the file before this one, or remove the option to send the items.',
			);
		}
		return {
			body: defined({
				name: jobName,
				layout_id: layout,
				parameters: options.parameters,
				callback_email: options.callback_email,
			}),
			source:
				field === undefined
					? { row: wholeRow(chosenColumns(json, columns)) }
					: // n8n's ID of a file or, where n8n keeps none, its content.
						{ file: field, content: file?.id ?? fingerprint(file?.data) },
			columns,
			index: at('').item,
			wanted,
		};
	},
	// The cost of a file depends on its rows, which are unknown here; each item is one row.
	records: ({ source }) => ('row' in source ? 1 : undefined),
	purchaseKey: ({ body: { layout_id: layout, parameters: given }, source, index }) => ({
		layout,
		parameters: given,
		// Each row is charged, including duplicates.
		...('row' in source ? { row: source.row, index } : { file: source.content }),
	}),
	requests: (items) => requestsOfJobs(jobsOf(items).map(([{ input }]) => input.wanted)),
	runAll: async (prepared, service): Promise<RunResult> =>
		combine(await Promise.all(jobsOf(prepared).map(async (items) => await enrich(service, items)))),
});

type Items = ReadonlyArray<CheckedItem<LayoutInput>>;

/** Each file is a job, and all rows make one. */
function jobsOf(items: Items): readonly Items[] {
	const files = items.filter(({ input: { source } }) => 'file' in source);
	const rows = items.filter(({ input: { source } }) => 'row' in source);
	return [...files.map((item) => [item]), ...(rows.length === 0 ? [] : [rows])];
}

async function enrich(service: Service, prepared: Items): Promise<RunResult> {
	const [first] = prepared;
	const { source, columns, wanted } = first.input;
	const items = prepared.map(({ item }) => item);
	const sent = prepared.flatMap(({ item, input }): SentRow[] =>
		'row' in input.source ? [{ item, json: input.source.row }] : [],
	);
	const run = async () => {
		const file =
			'file' in source
				? await service.session.context.helpers.getBinaryDataBuffer(first.item, source.file)
				: Buffer.from(tableOf(sent, columns), 'utf8');
		const body: IDataObject = { ...first.input.body, file: file.toString('base64') };
		const bought = fingerprint('layout', omit(body, 'name', 'callback_email'));
		const records = 'file' in source ? undefined : prepared.length;
		const purchaseKeys = { own: ownPurchaseKey(service, items), bought };
		const job = await createJob(service, purchaseKeys, endpoint, body, { records });
		return await jobOutput(service, resultPlaces.enrichment, job, wanted);
	};
	const ended = await attempt(run());
	if (!ended.ok) return failed(items, ended.error);
	const isByRow = sent.length > 1 && wanted.resultAs !== 'id';
	return {
		outputs: isByRow ? await rowOutputs(ended.value, sent, columns[0]) : toOutputs(ended.value, items),
		problems: [],
	};
}
