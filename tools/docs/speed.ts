import { existsSync, readFileSync } from 'node:fs';

import { table } from '../text/markdown';

/** What the saved report of the benchmark tells of a comparison, as far as the documents show it. */
export interface Speed {
	readonly id: string;
	/** Items or rows that came of the work. */
	readonly results: number;
	readonly ms: Readonly<Record<'package' | 'bare' | 'httpRequest', number>>;
}

/** The saved report, as far as it is told of. */
interface Report {
	readonly headlines: readonly Speed[];
	/** Over TLS and a distance. */
	readonly distantHeadlines: readonly Speed[];
	readonly distant: { readonly roundTripMs: number };
}

/** The words of a document. */
interface Words {
	readonly locale: string;
	/** What stands above each table, to tell which is which. */
	readonly near: string;
	readonly distant: (roundTripMs: number) => string;
	readonly head: readonly string[];
	/** What stands in the table, by the report's ID of the comparison. */
	readonly work: Readonly<Record<string, (count: string) => string>>;
}

export const ENGLISH: Words = {
	locale: 'en',
	near: 'Without TLS and without distance, which shows what the clients themselves take:',
	distant: (roundTripMs) =>
		`Over TLS and ${roundTripMs} ms of network there and back, which is nearer to what you see; n8n opens a connection for each request, the bare client keeps its own:`,
	head: ['Work', 'This package', 'Bare client', 'HTTP Request node'],
	work: {
		lookUps: (count) => `${count} lookups`,
		enrichments: (count) => `${count} synchronous enrichments`,
		search: (count) => `Search of ${count} records`,
		batch: (count) => `Batch enrichment of ${count} records`,
	},
};

export const PORTUGUESE: Words = {
	locale: 'pt-BR',
	near: 'Sem TLS e sem distância, o que mostra o tempo dos próprios clientes:',
	distant: (roundTripMs) =>
		`Com TLS e ${roundTripMs} ms de rede, ida e volta, mais perto do que você vê; o n8n abre uma conexão por requisição, o cliente simples mantém as suas:`,
	head: ['Trabalho', 'Este pacote', 'Cliente simples', 'Nó HTTP Request'],
	work: {
		lookUps: (count) => `${count} consultas`,
		enrichments: (count) => `${count} enriquecimentos imediatos`,
		search: (count) => `Busca de ${count} registros`,
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

/** The tables of a saved report, each under a line that says what it shows. */
export function speedSection({ headlines, distantHeadlines, distant }: Report, words: Words): string {
	return [
		words.near,
		speedTable(headlines, words),
		words.distant(distant.roundTripMs),
		speedTable(distantHeadlines, words),
	].join('\n\n');
}

/** The speed sections of the documents; none without a saved report. */
export function speedSections(file: string): Record<string, string> {
	if (!existsSync(file)) return {};
	const report = JSON.parse(readFileSync(file, 'utf8')) as Report;
	return { speed: speedSection(report, ENGLISH), velocidade: speedSection(report, PORTUGUESE) };
}
