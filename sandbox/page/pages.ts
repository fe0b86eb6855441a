import { readFileSync } from 'node:fs';
import { join } from 'node:path';

import type { Companies } from '../data/companies';
import type { World } from '../world/world';

const COMPANIES = 10;
/** The row with a typing error, from 0. */
const WRONG = 6;

interface Page {
	readonly status: number;
	readonly headers: Readonly<Record<string, string>>;
	readonly text: string;
}

const answer = (type: string, text: string): Page => ({
	status: 200,
	headers: { 'Content-Type': `${type}; charset=utf-8` },
	text,
});

/** Formatted, as people write it in a spreadsheet. */
const formatted = (cnpj: string): string => cnpj.replace(/^(..)(...)(...)(....)(..)$/, '$1.$2.$3/$4-$5');

/** With another last digit than the right one. */
const wrong = (cnpj: string): string => cnpj.slice(0, -1) + String((Number(cnpj.slice(-1)) + 1) % 10);

/** A spreadsheet of companies, one of which has a wrong CNPJ. */
function spreadsheet(companies: Companies): string {
	const rows = Array.from({ length: COMPANIES }, (_, i) => {
		const cnpj = companies.cnpj(i);
		return [companies.name(i), formatted(i === WRONG ? wrong(cnpj) : cnpj)];
	});
	return [['Company', 'CNPJ'], ...rows].map((row) => row.join(',')).join('\r\n');
}

/** What a browser finds at the control door: the sandbox's own page, and a list to try. */
export const pages: Readonly<Record<string, (world: World) => Page>> = {
	'GET /': () => answer('text/html', readFileSync(join(__dirname, 'page.html'), 'utf8')),
	'GET /companies.csv': ({ companies }) => answer('text/csv', spreadsheet(companies)),
};
