import { limits } from '../../contract/model/limits';
import { Refusal } from '../base/refusal';
import type { Persons } from '../data/persons';
import { personContacts } from '../data/records/registryRecords';
import type { Handlers } from '../world/call';
import { charge } from '../world/charge';
import { jobResult } from '../world/replies';

const BASE64 = /^(?:[A-Za-z0-9+/]{4})*(?:[A-Za-z0-9+/]{2}==|[A-Za-z0-9+/]{3}=)?$/;

/** The first cells of the rows of a CSV in Base64; a first line without digits is a header. */
function documentsIn(file: string): string[] {
	const packed = file.replace(/\s/g, '');
	if (packed === '' || !BASE64.test(packed))
		throw new Refusal(400, 'invalid_file', 'The file is not Base64.');
	const text = Buffer.from(packed, 'base64').toString('utf8');
	const rows = text.split(/\r?\n/).filter((line) => line.trim() !== '');
	const documents = (/\d/.test(rows[0] ?? '') ? rows : rows.slice(1)).map((row) =>
		row
			.split(/[;,]/)[0]
			.replace(/[\ufeff"]/g, '')
			.trim(),
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

/** The layout that takes a parameter, the number of e-mails per person. */
const EMAILS = 3;

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

/** How many values a person gets. */
function widthOf({ id }: Layout, parameters: readonly string[]): number {
	const [wanted = '1'] = parameters;
	const hasRight = parameters.length === (id === EMAILS ? 1 : 0);
	const width = /^\d$/.test(wanted) ? Number(wanted) : 0;
	if (hasRight && width >= 1 && width <= limits.layout3Emails) return width;
	throw new Refusal(400, 'invalid_parameters', `Layout ${id} does not take these parameters.`);
}

/** Enrichment of files with layouts. */
export const layoutHandlers: Handlers = {
	layouts: () => LAYOUTS.map(({ id, name, description }) => ({ id, name, description })),
	layoutEnrichmentCreate: (call) => {
		const { world, body, request } = call;
		const layout = LAYOUTS.find(({ id }) => id === body.layout_id);
		if (layout === undefined) throw new Refusal(400, 'invalid_layout', 'No such layout.');
		const width = widthOf(layout, body.parameters ?? []);
		const rows = documentsIn(body.file).map((document) => {
			const index = world.persons.indexOfCpf(document);
			const values = index === undefined ? [] : layout.values(world.persons, index);
			return { document, values: values.slice(0, width) };
		});
		const columns = Array.from({ length: width }, (_, i) => `${layout.column}_${i + 1}`);
		const job = world.jobs.start({
			type: 'enrichment',
			request,
			charged: charge(call, { found: true, records: rows.length }),
			// A record that fails is refunded (credit rule 3).
			refunded: rows.filter(({ values }) => values.length === 0).length,
			spreadsheet: false,
			tables: () => [
				{
					name: 'resultado',
					columns: ['CPF', ...columns],
					rows: rows.map(({ document, values }) => [document, ...columns.map((_, i) => values[i])]),
				},
			],
		});
		return { id: job.id };
	},
	layoutEnrichmentResult: ({ world, path }) => jobResult(world, 'enrichment', path.id),
};
