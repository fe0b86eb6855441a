import { limits } from '../../contract/model/limits';
import { Refusal } from '../base/refusal';
import type { Persons } from '../data/persons';
import { personContacts } from '../data/records/registryRecords';
import type { Table } from '../jobs/jobs';
import type { Handlers } from '../world/call';
import { charge } from '../world/charge';
import { accountList, jobResult } from '../world/replies';

const BASE64 = /^(?:[A-Za-z0-9+/]{4})*(?:[A-Za-z0-9+/]{2}==|[A-Za-z0-9+/]{3}=)?$/;

/** The first cells of the rows of a CSV in Base64; a first line without digits is a header. */
export function documentsIn(file: string): string[] {
	const packed = file.replace(/\s/g, '');
	if (packed === '' || !BASE64.test(packed))
		throw new Refusal(400, 'invalid_file', 'The file is not Base64.');
	const lines = Buffer.from(packed, 'base64')
		.toString('utf8')
		.replace(/^\ufeff/, '')
		.split(/\r?\n/);
	const rows = lines.filter((line) => line.trim() !== '');
	const documents = (/\d/.test(rows[0] ?? '') ? rows : rows.slice(1)).map((row) =>
		row.split(/[;,]/)[0].replaceAll('"', '').trim(),
	);
	if (documents.length === 0) throw new Refusal(400, 'invalid_file', 'The file has no rows.');
	return documents;
}

/** A way to enrich a file of persons; the first column of the file is the CPF. */
export interface Layout {
	readonly id: number;
	readonly name: string;
	readonly description: string;
	/** How many values of one kind a person gets; refuses parameters that the layout does not take. */
	readonly width: (parameters: readonly string[]) => number;
	readonly column: string;
	/** Everything that is known of a person; nothing means that the record fails. */
	readonly values: (persons: Persons, i: number) => readonly string[];
}

function alone(parameters: readonly string[]): number {
	if (parameters.length > 0) throw new Refusal(400, 'invalid_parameters', 'The layout takes no parameters.');
	return 1;
}

/** The single parameter of layout 3: the number of e-mails per person. */
function emailsPerPerson(parameters: readonly string[]): number {
	const [text = ''] = parameters;
	const emails = /^\d+$/.test(text) ? Number(text) : 0;
	if (parameters.length === 1 && emails >= 1 && emails <= limits.layout3Emails) return emails;
	throw new Refusal(
		400,
		'invalid_parameters',
		`Layout 3 takes one parameter, the number of e-mails per person, from 1 to ${limits.layout3Emails}.`,
	);
}

/** One to five e-mails of a person who has any. */
function emailsOf(persons: Persons, i: number): string[] {
	if (!persons.hasEmail(i)) return [];
	const others = Array.from(
		{ length: i % limits.layout3Emails },
		(_, n) => `person${i + 1}.${n + 2}@example.com`,
	);
	return [persons.email(i), ...others];
}

export const LAYOUTS: readonly Layout[] = [
	{
		id: 1,
		name: 'Telefone por pessoa',
		description: 'CSV: CPF',
		width: alone,
		column: 'TELEFONE',
		values: (persons, i) =>
			personContacts(persons, i).mobile_phones.map(({ ddd, number }) => `${ddd}${number}`),
	},
	{
		id: 2,
		name: 'Endereço por pessoa',
		description: 'CSV: CPF',
		width: alone,
		column: 'ENDERECO',
		values: (persons, i) =>
			personContacts(persons, i).addresses.map(
				({ street, number, city, district }) => `${street}, ${number}, ${city} - ${district}`,
			),
	},
	{
		id: 3,
		name: 'E-mail por pessoa',
		description: 'CSV: CPF; parâmetro: quantidade de e-mails por pessoa',
		width: emailsPerPerson,
		column: 'EMAIL',
		values: emailsOf,
	},
];

/** What a layout knows of a document. */
function valuesOf(persons: Persons, layout: Layout, document: string, width: number): readonly string[] {
	const index = persons.indexOfCpf(document);
	return index === undefined ? [] : layout.values(persons, index).slice(0, width);
}

function resultTable(persons: Persons, layout: Layout, documents: readonly string[], width: number): Table {
	const columns = Array.from({ length: width }, (_, i) => `${layout.column}_${i + 1}`);
	return {
		name: 'resultado',
		columns: ['CPF', ...columns],
		rows: documents.map((document) => {
			const values = valuesOf(persons, layout, document, width);
			return [document, ...columns.map((_, i) => values[i])];
		}),
	};
}

/** Enrichment of files with layouts. */
export const layoutHandlers: Handlers = {
	layouts: (call) =>
		accountList(
			call,
			LAYOUTS.map(({ id, name, description }) => ({ id, name, description })),
		),
	layoutEnrichmentCreate: (call) => {
		const { world, body, request } = call;
		const { persons } = world;
		const layout = LAYOUTS.find(({ id }) => id === body.layout_id);
		if (layout === undefined) throw new Refusal(400, 'invalid_layout', 'No such layout.');
		const width = layout.width(body.parameters ?? []);
		const documents = documentsIn(body.file);
		const records = documents.length;
		const failed = documents.filter((document) => valuesOf(persons, layout, document, width).length === 0);
		const charged = charge(call, { found: true, records });
		const job = world.jobs.start({
			type: 'enrichment',
			endpoint: call.name,
			requestId: request.id,
			name: body.name,
			records,
			charged,
			// A record that fails is refunded (credit rule 3).
			refunded: failed.length,
			spreadsheet: false,
			...(body.callback_email === undefined ? {} : { callbackEmail: body.callback_email }),
			tables: () => [resultTable(persons, layout, documents, width)],
		});
		return { status: 200, body: { id: job.id } };
	},
	layoutEnrichmentResult: ({ world, path }) => jobResult(world, 'enrichment', path.id),
};
