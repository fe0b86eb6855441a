import type { Figures } from '../plan/paper';
import { MOST_DIFFERENCE, type Size } from '../plan/plan';
import type { Scenario } from '../scenarios/scenario';
import type { Seen } from '../stage/stage';

/** A scenario and what was seen of it. */
export interface Result {
	readonly scenario: Scenario;
	readonly seen: Seen;
	/** Simulated against paper, in percent of the paper. */
	readonly difference: Partial<Figures>;
	/** What the scenario should have shown and did not. */
	readonly problems: readonly string[];
	/** Real time that the scenario took. */
	readonly realSeconds: number;
}

const BOUNDS: Readonly<Record<keyof Figures, number>> = {
	elapsedSeconds: MOST_DIFFERENCE.times,
	workerSeconds: MOST_DIFFERENCE.times,
	requests: MOST_DIFFERENCE.counts,
	credits: MOST_DIFFERENCE.counts,
};

const FIGURES = Object.keys(BOUNDS) as ReadonlyArray<keyof Figures>;

/** How far a figure is from the one on paper, in percent of that. */
function percent(seen: number, paper: number): number {
	if (seen === paper) return 0;
	return paper === 0 ? Infinity : (100 * (seen - paper)) / paper;
}

/** The differences of all figures that the paper has. */
export const differenceOf = (seen: Figures, paper: Partial<Figures>): Partial<Figures> =>
	Object.fromEntries(
		FIGURES.flatMap((figure) => {
			const foretold = paper[figure];
			return foretold === undefined ? [] : [[figure, percent(seen[figure], foretold)]];
		}),
	);

/** Everything that a run of the command has brought. */
export interface Outcome {
	readonly size: Size;
	/** In the order of the scenarios. */
	readonly results: readonly Result[];
	/** Real time that the command took. */
	readonly realSeconds: number;
}

/** What is wrong with what was seen. */
export function problemsOf({ isRecommended, paper }: Scenario, seen: Seen): string[] {
	const problems: string[] = [];
	if (!seen.ledgerEqualsOutput) {
		problems.push(`${seen.credits} credits were charged for ${seen.records} records`);
	}
	if (isRecommended && seen.blocks > 0) problems.push(`the account was blocked ${seen.blocks} times`);
	if (isRecommended && seen.notObtained > 0) problems.push(`${seen.notObtained} records were not obtained`);
	if (!isRecommended && seen.blocks === 0) problems.push('the account was not blocked');
	const difference = differenceOf(seen, paper);
	for (const figure of FIGURES) {
		if (Math.abs(difference[figure] ?? 0) <= BOUNDS[figure]) continue;
		problems.push(`${figure}: ${seen[figure]}, on paper ${paper[figure]}`);
	}
	return problems;
}
