import chunk from 'lodash/chunk';
import groupBy from 'lodash/groupBy';

import { endpoints } from '../../../contract';
import { ServiceFailure } from '../../../core/client/failure';
import { findAhead } from '../../../nodes/PersonCompanyData/run/findAhead';
import { withFindings } from '../../../nodes/PersonCompanyData/run/claim';
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

/** One request for each that is to be found, and two for each batch. */
const needed = (inputs: readonly Input[]): number =>
	inputs.filter(({ isFound }) => isFound).length +
	2 * Object.values(groupBy(inputs, ({ kind }) => kind)).flatMap((group) => chunk(group, PER_BATCH)).length;

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
			return { about: needs(items.map(({ input }) => input)) };
		},
		unit: (input: Input) => ({ found: input }),
		find: async (input: Input, _: unknown, before: () => Promise<void>) => {
			await before();
			session.tally.send();
			return { input: { ...input, isFound: false } };
		},
	} as unknown as Operation;
	const items = inputs.map((input, item): CheckedItem => ({ item, input, unit: `${item}`, options: {} }));
	return (await findAhead(session, operation, items, {})).ready.map(({ item }) => item);
}

it('are those of all items together, whatever is counted of them', async () => {
	const random = randomOf(1);
	const upTo = (most: number): number => random.between(0, most);
	for (let turn = 0; turn < 300; turn++) {
		const inputs = Array.from({ length: upTo(20) }, (): Input => ({
			kind: upTo(2),
			isFound: random.chance(0.7),
		}));
		const limit = upTo(30);
		// What need not be found is submitted in any case.
		const submitted = inputs.flatMap(({ isFound }, item) => (isFound ? [] : [item]));
		let left = limit;
		for (const [item, input] of inputs.entries()) {
			if (!input.isFound) continue;
			const others = submitted.map((each) => ({ ...inputs[each], isFound: false }));
			if (needed([...others, input]) > left) continue;
			submitted.push(item);
			left--;
		}
		expect(await ready(inputs, limit, needed)).toEqual(submitted.sort((a, b) => a - b));
	}
});

describe('are counted in time that grows with the items, not with their square', () => {
	const items = 2000;
	const found = { isFound: true };
	it.each([
		['all fit', items + 2, items, []],
		['few fit', 100, 98, []],
		[
			'they are of another batch, which does not fit',
			4,
			500,
			[...Array(500)].map(() => ({ kind: 1, isFound: false })),
		],
	])('where %s', async (_, limit, fit, others) => {
		let looked = 0;
		const counted = (inputs: readonly Input[]): number => {
			looked += inputs.length;
			return (
				inputs.filter(({ isFound }) => isFound).length + 2 * new Set(inputs.map(({ kind }) => kind)).size
			);
		};
		const inputs = Array.from({ length: items }, (): Input => ({ kind: 0, ...found }));
		expect(await ready([...inputs, ...others], limit, counted)).toHaveLength(fit);
		expect(looked).toBeLessThan(40 * items);
	});
});

it('say of what was found and is not sent that its finding may have been charged, and of nothing else', () => {
	const { b2bCompanyEnrichBatch: endpoint } = endpoints;
	const item = (at: number, also?: string): CheckedItem => ({
		item: at, input: {}, unit: `${at}`, options: {}, ...(also !== undefined && { also }),
	}); // prettier-ignore
	const failed = (kind: 'requestLimit' | 'serverError', note?: string) =>
		new ServiceFailure({ kind, endpoint, note });
	const notesOf = (error: Error) =>
		withFindings([item(0, 'a'), item(1), item(2, 'c')], {
			outputs: [],
			problems: [{ items: [0, 1, 2], error }],
		}).problems.map(({ items, error: told }) => [
			items,
			told instanceof ServiceFailure ? told.note : told.message,
		]);
	const note = 'Finding its ID may have been charged.';
	expect(notesOf(failed('requestLimit'))).toEqual([
		[[0, 2], note],
		[[1], undefined],
	]);
	expect(notesOf(failed('requestLimit', 'More.'))).toEqual([
		[[0, 2], `More. ${note}`],
		[[1], 'More.'],
	]);
	// It was sent, and says what may have been charged by itself.
	expect(notesOf(failed('serverError'))).toEqual([[[0, 1, 2], undefined]]);
	expect(notesOf(new Error('Other'))).toEqual([[[0, 1, 2], 'Other']]);
});
