import { figureTable, list } from '../../tools/text/markdown';
import { areas } from './areas';
import { shareOf, WISHED, type Figures, type Unnoticed } from './figures';

/** What is known of each area, by its name. */
export type Results = Readonly<Record<string, Figures | undefined>>;

const percent = (share: number): string => `${(Math.floor(share * 1000) / 10).toFixed(1)} %`;

const isMet = (figures: Figures): string => (shareOf(figures) >= WISHED ? 'met' : 'missed');

const named = ({ unnoticed }: Figures): readonly Unnoticed[] =>
	unnoticed.filter(({ reason }) => reason !== undefined);
const open = ({ unnoticed }: Figures): readonly Unnoticed[] =>
	unnoticed.filter(({ reason }) => reason === undefined);

const rowOf = (name: string, figures: Figures): ReadonlyArray<string | number> => [
	name,
	figures.mutants,
	figures.killed,
	named(figures).length,
	open(figures).length,
	figures.broken,
	percent(shareOf(figures)),
	isMet(figures),
];

const sum = (all: readonly Figures[]): Figures => ({
	mutants: all.reduce((total, { mutants }) => total + mutants, 0),
	killed: all.reduce((total, { killed }) => total + killed, 0),
	broken: all.reduce((total, { broken }) => total + broken, 0),
	unnoticed: all.flatMap(({ unnoticed }) => unnoticed),
});

const code = (text: string): string => `\`\`${` ${text} `}\`\``;
const shortened = (text: string): string => (text.length > 120 ? `${text.slice(0, 117)}...` : text);

const told = ({ file, line, was, becomes, reason }: Unnoticed): string =>
	`${file}:${line}, ${code(shortened(was))} as ${code(shortened(becomes))}${reason === undefined ? '' : `: ${reason}`}`;

function section(heading: string, about: string, found: readonly Unnoticed[]): string[] {
	return found.length === 0 ? [] : [`## ${heading}`, about, list(found.map(told))];
}

/** The report on all areas that were tried. */
export function toMarkdown(results: Results): string {
	const tried = areas.flatMap((area) => {
		const figures = results[area.name];
		return figures === undefined ? [] : [{ area, figures }];
	});
	const untried = areas.filter(({ name }) => results[name] === undefined);
	const all = sum(tried.map(({ figures }) => figures));
	return [
		'# Tests that notice',
		'`npm run mutate` changes one place of the source after the other, such as a `<` into a `<=`, and runs the specs of its area (`areas.ts`) with each change. A change that no test notices is a hole in the tests, a line that nothing needs, or a change without any effect; those have their reason in `equivalents.ts`. The figures of an area are those of its last run.',
		figureTable(
			['Area', 'Changes', 'Noticed', 'Without effect', 'Not noticed', 'Not loaded', 'Share', 'Wish'],
			[...tried.map(({ area, figures }) => rowOf(area.about, figures)), rowOf('All', all)],
		),
		`Wish: at least ${percent(WISHED)} of the changes noticed, those without effect counted as not noticed. **Not loaded**: with the change, the specs could not be loaded at all; those are not among the changes.`,
		...(untried.length === 0
			? []
			: [`Not tried yet: ${untried.map(({ name, about }) => `${about} (${name})`).join('; ')}.`]),
		...section('Not noticed', 'Nobody has said why.', open(all)),
		...section('Without effect', 'No test can notice these.', named(all)),
	].join('\n\n');
}
