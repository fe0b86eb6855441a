import { isCharged, priceOf } from '../../../contract/model/billing';
import { descriptionOf } from '../../../nodes/PersonCompanyData/run/describe';
import { resources } from '../../../nodes/PersonCompanyData/operations';
import { printedDescriptions, typeDefinition } from './types';

/** What assistants and other builders of workflows read: the type definition of the node, made by n8n. */

/** n8n prints each field once for each operation that has it. */
const MOST_CHARACTERS = 105_000;

const types = typeDefinition();
const printed = new Map(printedDescriptions(types));
const operations = Object.entries(resources).flatMap(([resource, each]) =>
	Object.entries(each.operations).map(([name, operation]) => [`${resource}.${name}`, operation] as const),
);

it('has all operations', () => {
	expect([...printed.keys()].sort()).toEqual(operations.map(([name]) => name).sort());
});

it.each(operations)('describes %s, at its own price', (name, operation) => {
	const description = printed.get(name);
	expect(description).toBe(descriptionOf(operation));
	const { billing, wallet } = operation.calls.find((call) => isCharged(call.billing)) ?? operation.calls[0];
	const { price } = priceOf(billing, wallet);
	expect(description).toContain(` ${price}.`);
});

it('is as short as its forms allow: it is always handed out whole', () => {
	expect(types.length).toBeLessThanOrEqual(MOST_CHARACTERS);
});

it('names no two operations alike: n8n looks descriptions up by the name of the operation alone', () => {
	const names = operations.map(([name]) => name.split('.')[1]);
	expect(names.filter((name, at) => names.indexOf(name) !== at)).toEqual([]);
});
