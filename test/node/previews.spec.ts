import { readFileSync } from 'node:fs';
import { relative, resolve } from 'node:path';

import { existingPreviews, PREVIEWS, previews } from '../../tools/docs/previews';
import { ALL } from '../support/allOperations';
import { filtersOf, inputOf } from './support/goodInput';
import { useNode } from './support/useNode';

/** What the editor shows of an output before anything has run is what comes out. */

const { sandbox, run } = useNode({ persons: 300, companies: 100 });

it('are up to date, and there are no others: npm run docs', () => {
	const nameOf = (path: string): string => relative('.', path);
	const wanted = previews().map(({ path }) => nameOf(path));
	expect(wanted.length).toBeGreaterThan(10);
	expect(existingPreviews().map(nameOf).sort()).toEqual(wanted.sort());
	for (const { path, text } of previews())
		expect(JSON.parse(readFileSync(path, 'utf8'))).toEqual(JSON.parse(text));
});

/** The CPF of a person whose phone is known. */
function reachable(): string {
	const { persons } = sandbox;
	return persons.cpf(Array.from({ length: 300 }, (_, i) => i).find((i) => persons.hasPhone(i)) ?? 0);
}

const shown = ALL.flatMap((entry) => {
	const [, resource, key] = entry;
	const file = previews().find(({ path }) => path === resolve(PREVIEWS, resource, `${key}.json`));
	return file === undefined ? [] : [{ name: entry[0], entry, text: file.text }];
});

it.each(shown)('$name outputs what its preview shows', async ({ entry, text }) => {
	const [name, , , operation] = entry;
	const { properties } = JSON.parse(text) as { properties: Record<string, { type: string }> };
	const { parameters, good } = await inputOf(sandbox, operation);
	const pattern = name === 'person.searchByPattern' && { name: `${sandbox.persons.name(0).split(' ')[0]}*` };
	const columns = name === 'layoutEnrichment.createLayoutEnrichment' && { columns: ['cpf'] };
	const given = { ...filtersOf(operation), ...parameters, ...pattern, ...columns, output: 'simplified' };
	const { items } = await run(name, given, [{ ...good, ...(columns && { cpf: reachable() }) }]);
	expect(items.length).toBeGreaterThan(0);
	const rows = items.map(({ json }) => json);
	for (const [field, { type }] of Object.entries(properties)) {
		const values = rows.map((row) => row[field]).filter((value) => value !== undefined && value !== null);
		const wanted = type === 'integer' ? 'number' : type;
		expect([field, values.every((value) => typeof value === wanted)]).toEqual([field, true]);
		expect([field, rows.some((row) => field in row)]).toEqual([field, true]);
	}
	// Each record shows what only persons or companies have, too.
	if (operation.leads?.about === 'any') return;
	const more = [...new Set(rows.flatMap(Object.keys))].filter((field) => !(field in properties));
	expect(more.filter((field) => field !== 'batchId' && field !== 'sourceFile')).toEqual([]);
});
