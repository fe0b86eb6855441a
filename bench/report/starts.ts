import { figureTable } from '../../tools/text/markdown';
import { medianOf, spreadOf } from '../measure/statistics';
import type { NodeCode, Start } from '../n8n/benchN8n';
import type { Starts } from '../n8n/starts';
import { milliseconds, NONE, spread } from './figures';

const HOW =
	"n8n is started in turns with and without the package, after one start of each that is not counted. **Loading the package** is what n8n's loader spends on all nodes and the credential, timed inside the starting process; **it adds** is the same in memory, in starts of its own, after collecting garbage before and after. The difference between whole starts is smaller than their noise, which is why it is timed inside. **Loading the code** is what n8n puts off until the first of the nodes runs: the files of all nodes and the credential, loaded in the started n8n.";

const tenths = (figure: number): string => figure.toFixed(1);
const megabytes = (bytes: number): string => (bytes / 1_000_000).toFixed(1);

function codeLine(nodes: readonly NodeCode[]): string {
	const times = spread(
		nodes.map(({ requireMs }) => requireMs),
		tenths,
	);
	const sizes = Object.entries(nodes[0]?.characters ?? {}).map(
		([name, characters]) => `${name} ${characters.toLocaleString('en')}`,
	);
	return `Loading the code of all nodes takes ${times} ms. Characters of their type descriptions, as JSON: ${sizes.join(', ')}.`;
}

/** What the package adds to n8n's start. */
export function startsSection({ withPackage, withoutPackage, weighed, nodes }: Starts): string {
	const of = (starts: readonly Start[], pick: (start: Start) => number) => starts.map(pick);
	const row = (title: string, starts: readonly Start[], isLoaded: boolean): string[] => [
		title,
		spread(
			of(starts, ({ readyMs }) => readyMs),
			milliseconds,
		),
		isLoaded
			? spread(
					of(starts, ({ loadMs }) => loadMs),
					tenths,
				)
			: NONE,
		isLoaded
			? spread(
					of(weighed, ({ loadBytes }) => loadBytes),
					megabytes,
				)
			: NONE,
		spread(
			of(starts, ({ usedBytes }) => usedBytes),
			megabytes,
		),
	];
	const ready = (starts: readonly Start[]) => of(starts, ({ readyMs }) => readyMs);
	const width = (figures: readonly number[]) => spreadOf(figures).max - spreadOf(figures).min;
	const difference = medianOf(ready(withPackage)) - medianOf(ready(withoutPackage));
	const noise = Math.max(width(ready(withPackage)), width(ready(withoutPackage)));
	return [
		"## n8n's start",
		figureTable(
			['n8n', 'Ready after (ms)', 'Loading the package (ms)', 'It adds (MB)', 'Memory in use (MB)'],
			[row('with this package', withPackage, true), row('without', withoutPackage, false)],
		),
		`Whole starts with the package take ${milliseconds(difference)} ms longer in the middle; equal starts differ by up to ${milliseconds(noise)} ms.`,
		codeLine(nodes),
		HOW,
	].join('\n\n');
}
