import { FULL, QUICK, type Size } from './plan/plan';
import { differenceOf, problemsOf, type Result } from './report/compare';
import { millionScenarios } from './scenarios/million';
import { monthScenarios } from './scenarios/month';
import { queueScenarios } from './scenarios/queue';
import type { Scenario } from './scenarios/scenario';
import type { Seen } from './stage/stage';

/** What was seen of a scenario, by its place in the list of all. */
export interface Simulated {
	readonly scenario: number;
	readonly seen: Seen;
	/** Real time that it took. */
	readonly realSeconds: number;
}

/** Everything that is simulated. */
export const scenariosOf = (size: Size): Scenario[] => [
	...monthScenarios(size),
	...millionScenarios(size),
	...queueScenarios(size),
];

/** The scenarios in an order in which the long ones are not left to the end. */
export const longestFirst = (scenarios: readonly Scenario[]): number[] => {
	const rank = ({ group, isRecommended }: Scenario): number =>
		isRecommended ? ['million', 'month', 'queue'].indexOf(group) : 3;
	return scenarios.map((_, index) => index).sort((a, b) => rank(scenarios[a]) - rank(scenarios[b]));
};

/** Simulates one scenario. */
export async function lookAt(size: Size['name'], scenario: number): Promise<Simulated> {
	const began = performance.now();
	const seen = await scenariosOf(size === 'full' ? FULL : QUICK)[scenario].simulate();
	return { scenario, seen, realSeconds: (performance.now() - began) / 1000 };
}

/** Compares what was seen with the paper. */
export const judge = (scenario: Scenario, { seen, realSeconds }: Simulated): Result => ({
	scenario,
	seen,
	realSeconds,
	difference: differenceOf(seen, scenario.paper),
	problems: problemsOf(scenario, seen),
});

/** A result in a line. */
export const inALine = ({ scenario, problems, realSeconds }: Result): string =>
	`${scenario.title}: ${problems.length === 0 ? 'as foretold' : problems.join('; ')} (${realSeconds.toFixed(1)} s)`;
