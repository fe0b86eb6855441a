import type { JsonObject } from '../document/types';
import { endpointIndex, type Address } from './endpointIndex';
import type { OperationFacts } from './facts';
import { fieldDifferences, parameterDifferences } from './fieldDifferences';

/** The groups of a report, in its order. */
export const GROUPS = [
	'Endpoints only here',
	'Endpoints only there',
	'Methods',
	'Trailing slashes',
	'Parameters',
	'Body fields',
	'Answer fields',
] as const;

/** One way in which two documents differ. "Here" is our document, "there" the given one. */
export interface Difference {
	readonly group: (typeof GROUPS)[number];
	/** Method and path. */
	readonly endpoint: string;
	readonly text: string;
	/** Our side is assumed: it may be wrong. Otherwise the specification says it. */
	readonly assumed: boolean;
}

const nameOf = (operation: OperationFacts): string => `${operation.method} ${operation.path}`;

const onlyOneSide = (group: Difference['group'], address: Address): Difference[] =>
	[...address.operations.values()].map((operation) => ({
		group,
		endpoint: nameOf(operation),
		text: '',
		assumed: operation.extra,
	}));

function methodDifferences(here: Address, there: Address): Difference[] {
	const ours = [...here.operations.keys()].sort();
	const theirs = [...there.operations.keys()].sort();
	if (ours.join() === theirs.join()) return [];
	const [operation] = here.operations.values();
	return [
		{
			group: 'Methods',
			endpoint: operation.path,
			text: `${ours.join(', ')} here, ${theirs.join(', ')} there`,
			assumed: operation.extra,
		},
	];
}

function slashDifferences(here: Address, there: Address): Difference[] {
	if ([...here.slashes].some((slash) => there.slashes.has(slash))) return [];
	const [operation] = here.operations.values();
	const [ours, theirs] = here.slashes.has(true) ? ['with', 'without'] : ['without', 'with'];
	const text = `${ours} a slash at the end here, ${theirs} one there`;
	return [{ group: 'Trailing slashes', endpoint: operation.path, text, assumed: true }];
}

/** Every difference between our document and another one; `answers` takes in the fields of the answers. */
export function differences(
	ours: JsonObject,
	theirs: JsonObject,
	{ answers = false }: { readonly answers?: boolean } = {},
): readonly Difference[] {
	const here = endpointIndex(ours);
	const there = endpointIndex(theirs);
	const found: Difference[] = [];
	for (const [key, address] of here) {
		const other = there.get(key);
		if (other === undefined) {
			found.push(...onlyOneSide('Endpoints only here', address));
			continue;
		}
		found.push(...methodDifferences(address, other), ...slashDifferences(address, other));
		for (const [method, operation] of address.operations) {
			const counterpart = other.operations.get(method);
			if (counterpart === undefined) continue;
			const at = (group: Difference['group']) => (difference: { text: string; assumed: boolean }) =>
				found.push({ group, endpoint: nameOf(operation), ...difference });
			parameterDifferences(operation, counterpart).forEach(at('Parameters'));
			fieldDifferences('body', operation, counterpart).forEach(at('Body fields'));
			if (answers) fieldDifferences('answer', operation, counterpart).forEach(at('Answer fields'));
		}
	}
	for (const [key, address] of there) {
		if (!here.has(key)) found.push(...onlyOneSide('Endpoints only there', address));
	}
	return found;
}
