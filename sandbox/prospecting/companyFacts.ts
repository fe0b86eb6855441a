import type { Companies } from '../data/companies';

/** What prospecting asks of a company and no other record shows. */

const MICRO = 360_000;
const SMALL = 4_800_000;

/** Legal size, from the revenue. */
export function legalSizeOf(companies: Companies, i: number): string {
	const revenue = companies.revenue(i) ?? 0;
	if (revenue < MICRO) return 'ME';
	return revenue < SMALL ? 'EPP' : 'DEMAIS';
}

const yesNo = (is: boolean): string => (is ? 'SIM' : 'NAO');

export const meiOf = (companies: Companies, i: number): string => yesNo(companies.isMei(i));
export const simpleOf = (companies: Companies, i: number): string => yesNo(companies.isMei(i) || i % 3 === 0);

/** One company in five imports, another exports. */
export const foreignTradeOf = (i: number): string | undefined => ['IMPORTA', 'EXPORTA'][i % 5];

export const capitalOf = (i: number): number => 10_000 * (1 + (i % 50));
export const vehiclesOf = (i: number): number => i % 8;
