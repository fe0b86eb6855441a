import { figureTable } from '../../tools/text/markdown';
import { medianOf } from '../measure/statistics';
import { headlinesOf, type Headline } from './headlines';
import { perRecord } from './memory';
import type { Outcome } from './outcome';

/** Something the package is to reach, and whether it did. */
interface Wish {
	readonly wish: string;
	readonly measured: string;
	readonly isMet: boolean;
}

const MOST_OF_BARE = 1.1;
const LEAST_FASTER = 5;
const MOST_LOAD_MS = 30;
/** What the node may need besides its output, as a share of it. */
const MOST_BESIDES = 1.1;

/** Whether what is wanted of this package was measured. */
export function wishesOf({ results, liveMemory, starts }: Outcome): Wish[] {
	const headlines = headlinesOf(results);
	const titles = new Map(results.map(({ id, title }) => [id, title]));
	const each = (ids: readonly string[], wish: (headline: Headline, title: string) => Wish): Wish[] =>
		headlines.filter(({ id }) => ids.includes(id)).map((one) => wish(one, titles.get(one.id) ?? one.id));
	const memory = liveMemory[liveMemory.length - 1];
	const { output, most } = perRecord(memory);
	const loadMs = medianOf(starts.withPackage.map((start) => start.loadMs));
	return [
		...each(['lookUps', 'lookUpsAtOnce', 'search', 'longSearch'], ({ ms }, title) => ({
			wish: `${title}: at most ${MOST_OF_BARE.toFixed(2)} of the bare client's time`,
			measured: (ms.package / ms.bare).toFixed(2),
			isMet: ms.package / ms.bare <= MOST_OF_BARE,
		})),
		...headlines.map(({ id, ms }) => ({
			wish: `${titles.get(id) ?? id}: not slower than the HTTP Request node`,
			measured: `${(ms.httpRequest / ms.package).toFixed(1)} times as fast`,
			isMet: ms.package <= ms.httpRequest,
		})),
		...each(['search', 'longSearch'], ({ ms }, title) => ({
			wish: `${title}: at least ${LEAST_FASTER} times as fast as the HTTP Request node`,
			measured: (ms.httpRequest / ms.package).toFixed(1),
			isMet: ms.httpRequest / ms.package >= LEAST_FASTER,
		})),
		{
			wish: `${memory.records.toLocaleString('en')} records in one run: memory grows by no more than the output (a tenth more is taken for the same)`,
			measured: `${most.toFixed(0)} bytes per record, the output ${output.toFixed(0)}`,
			isMet: most / output <= MOST_BESIDES,
		},
		{
			wish: `Loading both nodes adds under ${MOST_LOAD_MS} ms to n8n's start`,
			measured: `${loadMs.toFixed(1)} ms`,
			isMet: loadMs < MOST_LOAD_MS,
		},
	];
}

export const wishesSection = (outcome: Outcome): string =>
	[
		'## What is wanted',
		figureTable(
			['Wanted', 'Measured', 'Met'],
			wishesOf(outcome).map(({ wish, measured, isMet }) => [wish, measured, isMet ? 'yes' : '**no**']),
		),
	].join('\n\n');
