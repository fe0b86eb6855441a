import type { Client } from '../measure/contestant';
import type { Result } from '../measure/measure';
import { medianOf } from '../measure/statistics';

/** The clients that every comparison with the bare client has. */
const COMPARED = ['package', 'bare', 'helper', 'httpRequest'] as const satisfies readonly Client[];

/** What is told of a comparison where there is no room for all of it. */
export interface Headline {
	readonly id: string;
	/** Items, pages or records of the work. */
	readonly size: number;
	/** Items or rows that came of it. */
	readonly results: number;
	readonly concurrency: number;
	/** Time of each client, in milliseconds. */
	readonly ms: Readonly<Record<(typeof COMPARED)[number], number>>;
}

/** The headlines of the comparisons that have all of these clients. */
export const headlinesOf = (results: readonly Result[]): Headline[] =>
	results.flatMap(({ id, size, concurrency, clients }) => {
		const samplesOf = (wanted: Client) => clients.find(({ client }) => client === wanted)?.samples ?? [];
		if (COMPARED.some((wanted) => samplesOf(wanted).length === 0)) return [];
		const times = COMPARED.map((wanted) => [wanted, medianOf(samplesOf(wanted).map(({ wallMs }) => wallMs))]);
		return {
			id,
			size,
			results: samplesOf('package')[0].results,
			concurrency,
			ms: Object.fromEntries(times) as Headline['ms'],
		};
	});
