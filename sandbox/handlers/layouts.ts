import { Refusal } from '../base/refusal';
import type { Persons } from '../data/persons';
import type { Table } from '../jobs/table';
import { documentsIn } from '../layouts/input';
import { LAYOUTS, type Layout } from '../layouts/layout';
import type { Handlers } from '../world/call';
import { charge } from '../world/charge';
import { accountList, jobResult } from '../world/replies';

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
