import { readFileSync } from 'node:fs';
import { resolve } from 'node:path';

const lines = readFileSync(
	resolve(__dirname, '../../specification/interface-specification.md'),
	'utf8',
).split('\n');

const cellsOf = (line: string): string[] =>
	line
		.replace(/^\||\|$/g, '')
		.split('|')
		.map((cell) => cell.trim());

/** The rows of a table of the specification: the first that follows `heading`, without its head. */
export function rowsAfter(heading: string): string[][] {
	const start = lines.indexOf(heading);
	if (start === -1) throw new Error(`the specification has no heading "${heading}"`);
	const first = lines.findIndex((line, i) => i > start && line.startsWith('|'));
	const rows: string[][] = [];
	for (let i = first + 2; lines[i]?.startsWith('|'); i++) rows.push(cellsOf(lines[i]));
	return rows;
}

/** The words in backquotes, in their order. */
export const codesIn = (text: string): string[] => [...text.matchAll(/`([^`]+)`/g)].map((match) => match[1]);

/** The numbers of a cell, without the status 429. */
export const numbersIn = (text: string): number[] =>
	(text.match(/\d[\d,]*/g) ?? []).map((number) => Number(number.replace(/,/g, ''))).filter((n) => n !== 429);

/** Method and path of every endpoint of the specification, paths without their last slash. */
export function specifiedCalls(): string[] {
	const tables = [
		'### B2B search and enrichment',
		'### Chat-app validation',
		'### Auxiliary and listing endpoints',
		'### Other endpoints†',
	].flatMap(rowsAfter);
	const headed = lines.flatMap((line) => /^### .*: (POST) (\/\S+)$/.exec(line)?.slice(1, 3).join(' ') ?? []);
	return [...new Set([...tables.map(([method, path]) => `${method} ${path}`), ...headed].map(withoutSlash))];
}

/** A path without its last slash. */
export const withoutSlash = (path: string): string => path.replace(/\/$/, '');
