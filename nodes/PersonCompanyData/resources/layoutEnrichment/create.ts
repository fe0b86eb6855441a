import isEqual from 'lodash/isEqual';
import type { IDataObject } from 'n8n-workflow';

import { endpoints } from '../../../../contract';
import { list, text } from '../../../../contract/model/schema';
import { choice, inputError, when } from '../../../../core/form/field';
import { createJob } from '../../../../core/background/jobs';
import {
	gather,
	operation,
	type Outcome,
	type Prepared,
	type Produced,
	FileRecord,
} from '../../run/operation';
import { optionalField, valueField } from '../../../../core/form/schemaField';
import type { Service } from '../../../../core/client/service';
import { settle } from '../../../../core/base/settle';
import { writeTable } from '../../../../core/files/csv';
import { afterCreationFields, takeUpJob, type Waiting } from '../../families/jobs/jobFields';
import { outputSettings } from '../../../../core/output/jobOutput';
import { layoutResultPlace } from '../../../../core/background/layoutResultPlace';
import { readParameters } from './parameters';
import { submitAgain } from '../../families/common/fields';

const endpoint = endpoints.layoutEnrichmentCreate;
const { name, layout_id, parameters, callback_email } = endpoint.body.properties;

type Input = { readonly file: string } | { readonly columns: readonly string[]; readonly json: IDataObject };

interface Request {
	/** The body without its file. */
	readonly body: IDataObject;
	/** The binary field of a file, or a row of the file that all items make together. */
	readonly input: Input;
	readonly delimiter: string;
	/** Of the input item. */
	readonly index: number;
	readonly waiting?: Waiting;
}

const fromItems = { source: ['items'] };

export const create = operation({
	name: 'Create',
	action: 'Enrich file with layout',
	description: 'Enrich a file, or all input items as one, with a layout',
	calls: [endpoint, endpoints.layoutEnrichmentResult],
	fields: {
		jobName: valueField(name),
		layout_id: valueField(layout_id),
		parameters: optionalField(parameters),
		source: choice('Input', 'What holds the rows to enrich', [
			{ name: 'Binary File', value: 'file', description: 'A file of each input item, such as a CSV' },
			{
				name: 'Input Items',
				value: 'items',
				description: 'All input items together, as the rows of one CSV',
			},
		]),
		inputBinaryField: when(
			{ source: ['file'] },
			valueField(text('Input Data Field Name'), {
				default: 'data',
				description: 'The name of the input binary field that holds the file',
			}),
		),
		columns: when(
			fromItems,
			optionalField(
				list('Columns', text('Column', { examples: ['cpf'] }), {
					description: 'Fields of the items that become columns, in this order; all of them unless named',
				}),
			),
		),
		...afterCreationFields,
	},
	options: {
		submitAgain,
		callback_email: optionalField(callback_email),
		delimiter: choice('Delimiter', 'What stands between the columns of a CSV that is made from items', [
			{ name: 'Semicolon', value: ';' },
			{ name: 'Comma', value: ',' },
		]),
	},
	prepare: (input, at, data): Request => {
		const field = input.inputBinaryField;
		if (field !== undefined && data.binary?.[field] === undefined) {
			throw inputError(
				at('Input Data Field Name'),
				'names a binary field that the item does not have.',
				'Put a node that reads the file before this one, or set Input to Input Items.',
			);
		}
		const given = readParameters(input.layout_id, input.parameters, at);
		const { callback_email: email, delimiter } = input.options;
		return {
			body: {
				name: input.jobName,
				layout_id: input.layout_id,
				...(given !== undefined && { parameters: given }),
				...(email !== undefined && { callback_email: email }),
			},
			input: field === undefined ? { columns: input.columns ?? [], json: data.json } : { file: field },
			delimiter: delimiter ?? ';',
			index: at('').item,
			...(input.waitLimit !== undefined && {
				waiting: { limitSeconds: input.waitLimit * 60, settings: outputSettings(input) },
			}),
		};
	},
	// What a file costs depends on its rows; those of items are known.
	records: ({ input }) => ('json' in input ? 1 : undefined),
	// Each row is charged, also one that is there twice.
	identity: ({ index }) => index,
	requestsFor: () => 1,
	runAll: async (prepared, service): Promise<Outcome> => {
		const files = prepared.filter(({ request: { input } }) => 'file' in input);
		const rows = prepared.filter(({ request: { input } }) => 'json' in input);
		const jobs = [...files.map((item) => [item]), ...(rows.length === 0 ? [] : [rows])];
		return gather(await Promise.all(jobs.map(async (items) => await enrich(service, items))));
	},
});

/** Enriches the file of one item, or the file that several items make. */
async function enrich(service: Service, prepared: ReadonlyArray<Prepared<Request>>): Promise<Outcome> {
	const items = prepared.map(({ item }) => item);
	const ended = await settle(runJob(service, prepared));
	if (!ended.ok) return { outputs: [], problems: [{ items, error: ended.error }] };
	return {
		outputs: ended.value.map((record) =>
			record instanceof FileRecord
				? { json: record.json, binary: record.binary, items }
				: { json: record, items },
		),
		problems: [],
	};
}

async function runJob(
	service: Service,
	prepared: ReadonlyArray<Prepared<Request>>,
): Promise<readonly Produced[]> {
	const [{ item, request }] = prepared;
	const other = prepared.find(({ request: { body } }) => !isEqual(body, request.body));
	if (other !== undefined) {
		throw new Error(
			`Item ${other.item} has another layout, name or parameters than item ${item}, but all items make one file. Nothing was sent; run them through nodes of their own, or group them before.`,
		);
	}
	const file =
		'file' in request.input
			? await service.session.context.helpers.getBinaryDataBuffer(item, request.input.file)
			: Buffer.from(tableOf(prepared), 'utf8');
	const job = await createJob(service, endpoint, { ...request.body, file: file.toString('base64') });
	return await takeUpJob(service, layoutResultPlace, job, request.waiting);
}

/** The items as a CSV. */
function tableOf(prepared: ReadonlyArray<Prepared<Request>>): string {
	const rows = prepared.flatMap(({ request: { input } }) => ('json' in input ? [input] : []));
	const [{ columns }] = rows;
	const all = columns.length > 0 ? columns : [...new Set(rows.flatMap(({ json }) => Object.keys(json)))];
	return writeTable(
		all,
		rows.map(({ json }) => json),
		prepared[0].request.delimiter,
	);
}
