import chunk from 'lodash/chunk';
import groupBy from 'lodash/groupBy';

import { endpoints } from '../../../contract';
import { findAhead } from '../../../nodes/PersonCompanyData/run/claim';
import type { CheckedItem, Operation } from '../../../nodes/PersonCompanyData/run/operation';
import { resources } from '../../../nodes/PersonCompanyData/resources';
import { randomOf } from '../../support/random';
import { sessionOf } from '../../support/session';

/** Requests that are kept back for what is found, where the user limits them. */

/** What is submitted, in batches of its kind; some of it must be found before. */
interface Input {
	readonly kind: number;
	readonly isFound: boolean;
}

const PER_BATCH = 3;

/** Two requests for each batch. */
const needed = (inputs: readonly Input[]): number =>
	2 *
	Object.values(groupBy(inputs, ({ kind }) => kind)).flatMap((group) => chunk(group, PER_BATCH)).length;

/** Finds what the items are submitted by, each with one request; returns those that are submitted. */
async function ready(
	inputs: readonly Input[],
	limit: number,
	needs: (inputs: readonly Input[]) => number,
): Promise<number[]> {
	const session = sessionOf({ requests: limit });
	const { b2bCompanyFind: find, b2bCompanyEnrich: submit } = endpoints;
	const operation = {
		...resources.b2bCompany.operations.enrichCompanyBatch,
		plan: ({ isFound }: Input) => (isFound ? [find, submit] : [submit]),
		requests: (items: ReadonlyArray<{ readonly input: Input }>) => {
			const atLeast = needs(items.map(({ input }) => input));
			return { atLeast, atMost: atLeast };
		},
		unit: (input: Input) => ({ found: input }),
		find: async (input: Input, _: unknown, before: () => Promise<void>) => {
			await before();
			session.tally.send();
			return { input };
		},
	} as unknown as Operation;
	const items = inputs.map((input, item): CheckedItem => ({ item, input, unit: `${item}`, options: {} }));
	return (await findAhead(session, operation, items, {})).ready.map(({ item }) => item);
}

it('are those of all items together, whatever is counted of them', async () => {
	const random = randomOf(1);
	const upTo = (most: number): number => random.between(0, most);
	for (let turn = 0; turn < 300; turn++) {
		const inputs = Array.from({ length: upTo(20) }, (): Input => ({ kind: upTo(2), isFound: random.chance(0.7) }));
		const limit = upTo(30);
		const submitted: number[] = [];
		let left = limit;
		for (const [item, input] of inputs.entries()) {
			const together = [...submitted, item].map((each) => inputs[each]);
			if (input.isFound && (left === 0 || needed(together) > left)) continue;
			submitted.push(item);
			if (input.isFound) left--;
		}
		expect(await ready(inputs, limit, needed)).toEqual(submitted);
	}
});

it('are counted in time that grows with the items, not with their square', async () => {
	const items = 2000;
	let looked = 0;
	const batch = (inputs: readonly Input[]): number => {
		looked += inputs.length;
		return 2;
	};
	const inputs = Array.from({ length: items }, (): Input => ({ kind: 0, isFound: true }));
	expect(await ready(inputs, items + 2, batch)).toHaveLength(items);
	expect(looked).toBeLessThan(20 * items);
});
