import { judge, lookAt, scenariosOf } from '../../simulation/run';
import { QUICK } from '../../simulation/plan/plan';

/** `npm run simulate -- --quick`, scenario by scenario. */

jest.setTimeout(120_000);

const scenarios = scenariosOf(QUICK);

it.each(scenarios.map(({ title }, index) => [title, index] as const))('%s', async (_title, index) => {
	const simulated = await lookAt('quick', index);
	expect(judge(scenarios[index], simulated).problems).toEqual([]);
});
