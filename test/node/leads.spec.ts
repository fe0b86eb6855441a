import { readdirSync, readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import type { IDataObject } from 'n8n-workflow';

import { vocabulary, type LeadField } from '../../core/leads/vocabulary';
import { crms } from '../../core/leads/crm';
import { reasonFor } from '../../contract/outcomes';
import { PREVIEWS, previews } from '../../tools/docs/previews';
import { ALL, type Entry } from '../support/allOperations';
import type { NodeResult } from '../support/harness';
import { filtersOf, inputOf } from './support/goodInput';
import { rowsOf, useNode } from './support/useNode';

/** Persons and companies come out of every operation in one vocabulary, with the fields of their row. */

const { sandbox, run: runNamed } = useNode({ persons: 300, companies: 100 });

const LEADS = ALL.filter(([, , , { leads }]) => leads !== undefined);

/** The fields of a form that must have a value for leads to come out. */
const shownBy = (operation: Entry[3]): IDataObject =>
	Object.fromEntries(
		Object.entries(operation.leads?.show ?? {}).map(([name, values]) => [name, values[0]]),
	) as IDataObject;

async function run(
	[name, , , operation]: Entry,
	wanted: IDataObject = {},
	row: IDataObject = {},
): Promise<NodeResult> {
	const { parameters, good } = await inputOf(sandbox, operation);
	const isLayout = name === 'layoutEnrichment.createLayoutEnrichment';
	const given = {
		...{ ...filtersOf(operation), ...parameters, ...shownBy(operation), output: 'simplified' },
		...(isLayout && { options: { columns: ['cpf'] } }),
		...(name === 'person.searchByPattern' && { name: `${sandbox.persons.name(0).split(' ')[0]}*` }),
		...wanted,
	};
	return await runNamed(name, given, [{ ...good, ...(isLayout && { cpf: reachable() }), ...row }]);
}

/** The CPF of a person whose phone is known. */
function reachable(): string {
	const { persons } = sandbox;
	return persons.cpf(Array.from({ length: 300 }, (_, i) => i).find((i) => persons.hasPhone(i)) ?? 0);
}

const FIELDS: Readonly<Record<string, LeadField>> = { ...vocabulary.company, ...vocabulary.person };
/** What an item says beside its lead. */
const BESIDE: Readonly<Record<string, string>> = {
	outcome: 'string',
	reason: 'string',
	batchId: 'string',
	sourceFile: 'string',
	// Of a partner in the file of a job.
	companyCnpj: 'string',
	search: 'object',
	id: 'number',
};

const typeOf = (name: string): string => {
	const type = BESIDE[name] ?? FIELDS[name]?.type;
	return type === 'integer' ? 'number' : type;
};

/** Fields of an item that are not of the vocabulary, or not of its type. */
const strange = (json: IDataObject): string[] =>
	Object.entries(json).flatMap(([name, value]) =>
		value === null || typeof value === typeOf(name) ? [] : [`${name}: ${typeof value}`],
	);

it('has one title and one type for each name', () => {
	for (const name of Object.keys(vocabulary.person).filter((each) => each in vocabulary.company)) {
		const { title, type } = FIELDS[name];
		expect((vocabulary.company as Readonly<Record<string, LeadField>>)[name]).toMatchObject({ title, type });
	}
});

describe.each(LEADS)('%s', (...entry) => {
	const [, , , operation] = entry;

	it('is simplified by default, in English, with at most ten fields of the lead', async () => {
		const { items, error } = await run(entry);
		expect(error).toBeUndefined();
		expect(items.length).toBeGreaterThan(0);
		for (const { json } of items) {
			expect(strange(json)).toEqual([]);
			const own = Object.keys(json).filter((name) => !(name in BESIDE) && !/Id$/.test(name));
			// Persons and companies of one run share their columns.
			expect(own.length).toBeLessThanOrEqual(operation.leads?.about === 'any' ? 14 : 10);
			expect(typeof json.outcome).toBe('string');
			expect(typeof (json.reason ?? undefined)).toBe(
				reasonFor(json.outcome as string) === undefined ? 'undefined' : 'string',
			);
		}
		const [{ json }] = items;
		// A layout returns what it is for.
		expect(entry[1] === 'layoutEnrichment' ? json.phone : json.name).toBeTruthy();
		expect(Object.keys(json)[0]).toBe('name');
	});

	it('outputs only the fields that are chosen', async () => {
		const { items } = await run(entry, { output: 'selected', selectedFields: ['name', 'email2', 'phone3'] });
		const names = Object.keys(items[0].json).filter((name) => !(name in BESIDE));
		expect(names).toEqual(['name', 'email2', 'phone3']);
	});

	it('outputs all known fields when none is chosen', async () => {
		const { items } = await run(entry, { output: 'selected', selectedFields: [] });
		expect(items.flatMap(({ json }) => strange(json))).toEqual([]);
		expect(Object.keys(items[0].json).length).toBeGreaterThan(25);
	});

	it.each(Object.keys(crms))('outputs the fields of %s alone', async (crm) => {
		const { items } = await run(entry, { output: crm });
		const { person, company } = crms[crm as keyof typeof crms];
		const known = [...Object.keys(person), ...Object.keys(company)];
		const [{ json }] = items;
		expect(Object.keys(json.crm as IDataObject).filter((name) => !known.includes(name))).toEqual([]);
		expect(Object.values(json.crm as IDataObject)).not.toContain(null);
		expect(Object.keys(json.crm as IDataObject).length).toBeGreaterThan(0);
	});

	it('keeps the fields of the row beside the result, where its form asks for it', async () => {
		const row = { note: 'keep', name: 'my own', outcome: 'mine' };
		const kept = await run(entry, { includeInputFields: true }, row);
		const dropped = await run(entry, { includeInputFields: false }, row);
		for (const { json } of dropped.items) expect(json).not.toHaveProperty('note');
		const own = kept.items.filter(({ json }) => 'note' in json);
		expect(own).toHaveLength(operation.includesInput === undefined ? 0 : kept.items.length);
		for (const { json } of own) {
			expect(json).toMatchObject({ note: 'keep', input_name: 'my own', input_outcome: 'mine' });
			expect(json.name).not.toBe('my own');
		}
		expect(kept.hints.some(({ message }) => message.includes('are output as input_'))).toBe(own.length > 0);
	});

	it('outputs what the service returned as raw data', async () => {
		const { items } = await run(entry, { output: 'raw', includeInputFields: false });
		expect(strange(items[0].json).length).toBeGreaterThan(0);
	});
});

describe('an enriched person', () => {
	const enrich = async (items: IDataObject[]): Promise<NodeResult> => {
		const row = { id_pessoa: '={{ $json.personId }}', output: 'simplified', includeInputFields: true };
		return await runNamed('b2bPerson.enrichPersonBatch', row, items);
	};

	it('has its row first, then contacts, a phone in E.164', async () => {
		const { persons } = sandbox;
		const index =
			Array.from({ length: 300 }, (_, i) => i).find((i) => persons.hasEmail(i) && persons.hasPhone(i)) ?? 0;
		const { items } = await enrich([{ personId: persons.id(index), mine: 'x' }]);
		expect(Object.keys(items[0].json).slice(0, 9)).toEqual([
			...['personId', 'mine', 'name', 'jobTitle', 'company', 'email', 'emailStatus', 'phone', 'phoneType'],
		]);
		expect(items[0].json).toMatchObject({
			name: persons.name(index),
			email: persons.email(index),
			emailStatus: 'valid',
			phone: expect.stringMatching(/^\+55\d{2}9\d{8}$/) as string,
			phoneType: 'mobile',
			outcome: 'enriched',
			personId: persons.id(index),
			mine: 'x',
		});
	});

	it('says of each row what became of it, and sums it up', async () => {
		sandbox.set({ failEveryNthRecord: 2 });
		const rows = [0, 1].map((i) => ({ personId: sandbox.persons.id(i), n: i }));
		const { items, hints } = await enrich([...rows, { personId: 'abc', n: 2 }]);
		expect(items.map(({ json: { outcome, n } }) => [outcome, n])).toEqual([
			['enriched', 0],
			['failed', 1],
			['invalid', 2],
		]);
		expect(items[1].json.reason).toContain('Its credit was refunded.');
		expect(items[2].json.reason).toContain("'Person ID' ");
		expect(items[2].json).toHaveProperty('error');
		const told = hints.filter(({ type }) => type === 'info').map(({ message }) => message);
		expect(told.join()).toContain('1 failed, 1 enriched, 1 invalid: ');
		expect(told.join()).toContain('B2B credits charged');
	});
});

it('the fields of the input have the same names in rows with and without a result', async () => {
	const rows = [sandbox.companies.cnpj(0), '11222333000181'].map((cnpj) => ({ cnpj, crm: 'mine', note: 1 }));
	const parameters = { output: 'hubspot', includeInputFields: true };
	const { items } = await runNamed('company.getCompany', parameters, rows);
	expect(items.map(({ json }) => [json.outcome, json.input_crm, json.note])).toEqual([
		['found', 'mine', 1],
		['not found', 'mine', 1],
	]);
	expect(items[1].json).not.toHaveProperty('crm');
});

/** What the editor shows of an output before anything has run is what comes out. */
describe('previews in the editor', () => {
	it('are up to date, and there are no others: npm run docs', () => {
		const wanted = previews().map(({ path }) => path);
		expect(wanted.length).toBeGreaterThan(10);
		const files = readdirSync(PREVIEWS, { recursive: true, encoding: 'utf8' });
		const existing = files.filter((name) => name.endsWith('.json')).map((name) => resolve(PREVIEWS, name));
		expect(existing.sort()).toEqual(wanted.sort());
		for (const { path, text } of previews())
			expect(JSON.parse(readFileSync(path, 'utf8'))).toEqual(JSON.parse(text));
	});

	const shown = ALL.flatMap((entry) => {
		const file = previews().find(({ path }) => path === resolve(PREVIEWS, entry[1], `${entry[2]}.json`));
		return file === undefined ? [] : [[entry[0], entry, file.text] as const];
	});

	it.each(shown)('%s', async (_, entry, text) => {
		const { properties } = JSON.parse(text) as { properties: Record<string, { type: string }> };
		const rows = rowsOf(await run(entry));
		expect(rows.length).toBeGreaterThan(0);
		for (const [field, { type }] of Object.entries(properties)) {
			const values = rows.map((row) => row[field]).filter((value) => value !== undefined && value !== null);
			const wanted = type === 'integer' ? 'number' : type;
			expect([field, values.every((value) => typeof value === wanted)]).toEqual([field, true]);
			expect([field, rows.some((row) => field in row)]).toEqual([field, true]);
		}
		// Each record shows what only persons or companies have, too.
		if (entry[3].leads?.about === 'any') return;
		const more = rows.flatMap(Object.keys).filter((field) => !(field in properties));
		expect(more.filter((field) => field !== 'batchId' && field !== 'sourceFile')).toEqual([]);
	});
});
