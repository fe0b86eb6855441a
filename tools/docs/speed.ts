import { existsSync, readFileSync } from 'node:fs';

import { table } from '../text/markdown';

/** What the saved report of the benchmark tells of a comparison, as far as the documents show it. */
export interface Speed {
	readonly id: string;
	/** Items or rows that came of the work. */
	readonly results: number;
	readonly ms: Readonly<Record<'package' | 'bare' | 'httpRequest', number>>;
}

/** The words of a document. */
interface Words {
	readonly locale: string;
	readonly head: readonly string[];
	/** What stands in the table, by the report's ID of the comparison. */
	readonly work: Readonly<Record<string, (count: string) => string>>;
}

export const ENGLISH: Words = {
	locale: 'en',
	head: ['Work', 'This package', 'Bare client', 'HTTP Request node'],
	work: {
		lookUps: (count) => `${count} lookups`,
		duplicates: (count) => `${count} lookups, half of them duplicates`,
		enrichments: (count) => `${count} synchronous enrichments`,
		search: (count) => `Search of ${count} records`,
		longSearch: (count) => `Search of ${count} records`,
		batch: (count) => `Batch enrichment of ${count} records`,
	},
};

export const PORTUGUESE: Words = {
	locale: 'pt-BR',
	head: ['Trabalho', 'Este pacote', 'Cliente simples', 'Nó HTTP Request'],
	work: {
		lookUps: (count) => `${count} consultas`,
		duplicates: (count) => `${count} consultas, metade repetidas`,
		enrichments: (count) => `${count} enriquecimentos imediatos`,
		search: (count) => `Busca de ${count} registros`,
		longSearch: (count) => `Busca de ${count} registros`,
		batch: (count) => `Enriquecimento em lote de ${count} registros`,
	},
};

/** Times of the saved report, in the words of a document. */
export function speedTable(speeds: readonly Speed[], { locale, head, work }: Words): string {
	const seconds = (ms: number): string =>
		`${(ms / 1000).toLocaleString(locale, { minimumFractionDigits: 1, maximumFractionDigits: 1 })} s`;
	const rows = speeds
		.filter(({ id }) => id in work)
		.map(({ id, results, ms }) => [
			work[id](results.toLocaleString(locale)),
			...[ms.package, ms.bare, ms.httpRequest].map(seconds),
		]);
	return table(head, rows);
}

/** The speed sections of the documents; none without a saved report. */
export function speedSections(report: string): Record<string, string> {
	if (!existsSync(report)) return {};
	const { headlines } = JSON.parse(readFileSync(report, 'utf8')) as { headlines: Speed[] };
	return { speed: speedTable(headlines, ENGLISH), velocidade: speedTable(headlines, PORTUGUESE) };
}
