import type { Opening } from './forms';
import type { Client } from './setup/contestant';
import type { Result, Sample } from './measure';

/** Something the package is to reach, and whether it did. */
export interface Wish {
	readonly wish: string;
	readonly measured: string;
	readonly isMet: boolean;
}

/** What a comparison is to show: at most such a share of the time of another client. */
const MOST: Readonly<Record<string, readonly [share: number, of: Client]>> = {
	lookUps: [1.1, 'helper'],
	lookUpsWide: [1.1, 'helper'],
	lookUpsAtOnce: [1.1, 'helper'],
	enrichments: [1.15, 'helper'],
	search: [1.1, 'bare'],
	batch: [1.15, 'bare'],
};
const NAMES: Readonly<Partial<Record<Client, string>>> = {
	helper: "n8n's HTTP helper alone",
	bare: 'the bare client',
};
const LONGEST_BLOCK_MS = 100;
const MOST_OF_A_FORM = 1.5;

/** The middle figure; of an even number of them the lower one of the middle two. */
export const medianOf = (figures: readonly number[]): number =>
	[...figures].sort((a, b) => a - b)[Math.floor((figures.length - 1) / 2)];

/** The median of a figure of a client's samples; `undefined` where it has none. */
export function figureOf(
	{ clients }: Result,
	wanted: Client,
	pick: (sample: Sample) => number | undefined,
): number | undefined {
	const samples = clients.find(({ client }) => client === wanted)?.samples ?? [];
	const figures = samples.map(pick).filter((figure) => figure !== undefined);
	return figures.length === 0 ? undefined : medianOf(figures);
}

/** A wish for one figure of two clients; none where either is not known. */
function compared(
	wish: string,
	[own, other]: readonly [number | undefined, number | undefined],
	write: (own: number, other: number) => string,
	isMet: (own: number, other: number) => boolean,
): Wish[] {
	if (own === undefined || other === undefined) return [];
	return [{ wish, measured: write(own, other), isMet: isMet(own, other) }];
}

function ofTime(result: Result): Wish[] {
	const [share, client] = MOST[result.id] ?? [];
	if (share === undefined || client === undefined) return [];
	const times = [figureOf(result, 'package', timeOf), figureOf(result, client, timeOf)] as const;
	return compared(
		`${result.title}: at most ${share.toFixed(2)} of ${NAMES[client]}`,
		times,
		(own, other) => (own / other).toFixed(2),
		(own, other) => own / other <= share,
	);
}

/** That the package adds no long block to what n8n's own work takes, which it has in common with the helper. */
function ofBlocks(result: Result): Wish[] {
	const pick = ({ longestBlockMs }: Sample): number | undefined => longestBlockMs;
	return compared(
		`${result.title}: no block of more than ${LONGEST_BLOCK_MS} ms beyond that of n8n's HTTP helper alone`,
		[figureOf(result, 'package', pick), figureOf(result, 'helper', pick)],
		(own, other) => `${own.toFixed(0)} ms against ${other.toFixed(0)} ms`,
		(own, other) => own - other <= LONGEST_BLOCK_MS,
	);
}

const timeOf = ({ ms }: Sample): number => ms;

/** That one node takes less than the six that it replaces. */
function lessThanSix(result: Result): Wish[] {
	const both = (pick: (sample: Sample) => number | undefined) =>
		[figureOf(result, 'package', pick), figureOf(result, 'sixNodes', pick)] as const;
	const less = (
		what: string,
		pick: (sample: Sample) => number | undefined,
		write: (figure: number) => string,
	) =>
		compared(
			`${result.title}: less ${what} than the six nodes`,
			both(pick),
			(own, other) => `${write(own)} against ${write(other)}`,
			(own, other) => own < other,
		);
	return [
		...less('time', timeOf, (ms) => `${(ms / 1000).toFixed(2)} s`),
		...compared(
			`${result.title}: no more requests than the six nodes`,
			both(({ requests }) => requests),
			(own, other) => `${own} against ${other}`,
			(own, other) => own <= other,
		),
		...less(
			'growth of memory',
			({ grownBytes }) => grownBytes,
			(bytes) => `${(bytes / 1_000_000).toFixed(0)} MB`,
		),
	];
}

function ofForms(openings: readonly Opening[]): Wish[] {
	const medians = openings.map(({ title, ms }) => [title, medianOf(ms)] as const);
	const other = medians.find(([title]) => title === 'HTTP Request')?.[1];
	return medians
		.filter(([title]) => title !== 'HTTP Request')
		.flatMap(([title, own]) =>
			compared(
				`Opening the form of ${title}: at most ${MOST_OF_A_FORM} of HTTP Request's`,
				[own, other],
				(mine, its) => `${(mine / its).toFixed(2)} (${mine.toFixed(0)} ms)`,
				(mine, its) => mine / its <= MOST_OF_A_FORM,
			),
		);
}

/** What is wanted of this package, and what was measured. */
export const wishesOf = (results: readonly Result[], openings: readonly Opening[]): Wish[] => [
	...results.flatMap((result) => [...ofTime(result), ...lessThanSix(result), ...ofBlocks(result)]),
	...ofForms(openings),
];
