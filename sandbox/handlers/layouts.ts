import { limits } from '../../contract/model/limits';
import { Refusal } from '../base/refusal';
import type { Persons } from '../data/persons';
import { personContacts } from '../data/records/registryRecords';
import type { Table } from '../jobs/jobs';
import type { Handlers } from '../world/call';
import { charge } from '../world/charge';
import { accountList, jobResult } from '../world/replies';

const EMAILS = 3;
const BASE64 = /^(?:[A-Za-z0-9+/]{4})*(?:[A-Za-z0-9+/]{2}==|[A-Za-z0-9+/]{3}=)?$/;

/** The first cells of the rows of a CSV in Base64; a first line without digits is a header. */
function documentsIn(file: string): string[] {
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
interface Layout {
	readonly id: number;
	readonly name: string;
	readonly description: string;
	readonly column: string;
	/** Everything that is known of a person; nothing means that the record fails. */
	readonly values: (persons: Persons, i: number) => readonly string[];
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

const LAYOUTS: readonly Layout[] = [
	{
		id: 1,
		name: 'Telefone por pessoa',
		description: 'CSV: CPF',
		column: 'TELEFONE',
		values: (persons, i) =>
			personContacts(persons, i).mobile_phones.map(({ ddd, number }) => `${ddd}${number}`),
	},
	{
		id: 2,
		name: 'Endereço por pessoa',
		description: 'CSV: CPF',
		column: 'ENDERECO',
		values: (persons, i) =>
			personContacts(persons, i).addresses.map(
				({ street, number, city, district }) => `${street}, ${number}, ${city} - ${district}`,
			),
	},
	{
		id: EMAILS,
		name: 'E-mail por pessoa',
		description: 'CSV: CPF; parâmetro: quantidade de e-mails por pessoa',
		column: 'EMAIL',
		values: emailsOf,
	},
];

/** How many values a person gets; only layout 3 takes a parameter, the number of e-mails per person. */
function widthOf({ id }: Layout, parameters: readonly string[]): number {
	const [text = ''] = parameters;
	const width = id === EMAILS ? (/^\d+$/.test(text) ? Number(text) : 0) : 1;
	const isRight =
		parameters.length === (id === EMAILS ? 1 : 0) && width >= 1 && width <= limits.layout3Emails;
	if (isRight) return width;
	throw new Refusal(400, 'invalid_parameters', `Layout ${id} does not take these parameters.`);
}

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
	layouts: () => accountList(LAYOUTS.map(({ id, name, description }) => ({ id, name, description }))),
	layoutEnrichmentCreate: (call) => {
		const { world, body, request } = call;
		const { persons } = world;
		const layout = LAYOUTS.find(({ id }) => id === body.layout_id);
		if (layout === undefined) throw new Refusal(400, 'invalid_layout', 'No such layout.');
		const width = widthOf(layout, body.parameters ?? []);
		const documents = documentsIn(body.file);
		const records = documents.length;
		const failed = documents.filter((document) => valuesOf(persons, layout, document, width).length === 0);
		const charged = charge(call, { found: true, records });
		const job = world.jobs.start({
			type: 'enrichment',
			endpoint: call.name,
			requestId: request.id,
			records,
			charged,
			// A record that fails is refunded (credit rule 3).
			refunded: failed.length,
			spreadsheet: false,
			tables: () => [resultTable(persons, layout, documents, width)],
		});
		return { status: 200, body: { id: job.id } };
	},
	layoutEnrichmentResult: ({ world, path }) => jobResult(world, 'enrichment', path.id),
};
