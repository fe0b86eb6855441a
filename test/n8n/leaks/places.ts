import { execFileSync } from 'node:child_process';
import { readdirSync, readFileSync } from 'node:fs';
import { join, relative } from 'node:path';
import { parse } from 'flatted';

import type { Host } from '../../../tools/host/install/install';
import type { KnownPersons, Leak, Place } from './secrets';

/** Every file that n8n keeps, without the installed packages; text within binary files is found, too. */
export function filesOf(home: string): Place[] {
	return readdirSync(home, { recursive: true, withFileTypes: true })
		.filter((entry) => entry.isFile() && !entry.parentPath.includes('node_modules'))
		.map((entry) => join(entry.parentPath, entry.name))
		.map((file) => ({ where: relative(home, file), text: readFileSync(file, 'utf8') }));
}

/** Whether a file is the database, or what it has not yet taken in; its tables are looked through one by one. */
export const isDatabase = ({ where }: Place): boolean => /database\.sqlite(-\w+)?$/.test(where);

/** Whether a file holds the binary data of an execution: an output that was asked for. */
export const isBinaryData = ({ where }: Place): boolean => /binary_?data/i.test(where);

/** A value in the database. */
export interface Cell extends Place {
	readonly table: string;
	readonly column: string;
}

/** Runs in the Node of n8n, which has the driver; takes the database. */
const WITH_DATABASE = `
const { createRequire } = require('node:module');
const [script, file] = process.argv.slice(1);
const sqlite3 = createRequire(script)('sqlite3');
const db = new sqlite3.Database(file);
const all = (sql) => new Promise((ok, no) => db.all(sql, (e, rows) => (e ? no(e) : ok(rows))));
(async () => {
	for (const { name } of await all("SELECT name FROM sqlite_master WHERE type = 'table'")) {
		for (const row of await all('SELECT * FROM "' + name + '"')) {
			for (const [column, value] of Object.entries(row)) {
				if (value !== null) process.stdout.write(JSON.stringify([name, column, String(value)]) + '\\n');
			}
		}
	}
})();`;

/** Every value of every table of n8n's database, while n8n does not run. */
export function cellsOf({ n8n, node }: Host, home: string): Cell[] {
	const args = ['-e', WITH_DATABASE, n8n, join(home, '.n8n', 'database.sqlite')];
	return execFileSync(node.binary, args, { encoding: 'utf8', maxBuffer: 2 ** 30 })
		.split('\n')
		.filter((line) => line !== '')
		.map((line) => JSON.parse(line) as [string, string, string])
		.map(([table, column, text]) => ({ table, column, where: `table ${table}, ${column}`, text }));
}

/** Where an execution keeps the items that nodes were given and have output. */
const ITEMS = [
	/^resultData\.runData\.[^.]+\.\d+\.(data|inputOverride)\./,
	/^resultData\.pinData\./,
	/^executionData\.nodeExecutionStack\.\d+\.data\./,
	/^executionData\.waitingExecution\./,
	// Paid answers of a run that has failed, for the case that it is tried again.
	/^executionData\.contextData\.[^.]+\.answers\.\w+\.body\./,
];
/** Within an item, what tells of a failure is a message and no data. */
const MESSAGE = /\.(error|reason|resultError)(\.|$)/;

/** The texts of an execution that hold no data which was asked for: errors, hints, marks, parameters. */
export function* unaskedTexts(execution: string): Generator<Place> {
	const seen = new Set<unknown>();
	const waiting: Array<[string, unknown]> = [['', parse(execution)]];
	for (let next = waiting.pop(); next !== undefined; next = waiting.pop()) {
		const [path, value] = next;
		if (typeof value === 'string' || typeof value === 'number') {
			const isItem = ITEMS.some((pattern) => pattern.test(`${path}.`)) && !MESSAGE.test(path);
			if (!isItem) yield { where: path, text: String(value) };
		} else if (typeof value === 'object' && value !== null && !seen.has(value)) {
			const isItem = ITEMS.some((pattern) => pattern.test(`${path}.`));
			// An object that two places share is looked at from where it is not an item.
			if (!isItem) seen.add(value);
			for (const [name, inner] of Object.entries(value)) {
				if (!isItem) yield { where: `${path}, a name`, text: name };
				waiting.push([path === '' ? name : `${path}.${name}`, inner]);
			}
		}
	}
}

/** Personal data in an execution outside of items. */
export function unaskedIn(known: KnownPersons, { where, text }: Place): Leak[] {
	return [...unaskedTexts(text)].flatMap((place) =>
		known.find({ ...place, where: `${where}: ${place.where}` }),
	);
}

/** The user's own part of a stored workflow: the items that are pinned to its nodes. */
const withoutPins = (workflow: string): string =>
	JSON.stringify({ ...(JSON.parse(workflow) as object), pinData: undefined });

/** Personal data in a value of the database where nobody asked for it. */
export function unaskedInCell(known: KnownPersons, cell: Cell): Leak[] {
	const { table, column, text } = cell;
	if (table === 'execution_data' && column === 'data') return unaskedIn(known, cell);
	if (column === 'pinData') return [];
	if (table === 'execution_data' && column === 'workflowData') {
		return known.find({ ...cell, text: withoutPins(text) });
	}
	return known.find(cell);
}
