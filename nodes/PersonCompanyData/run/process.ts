import groupBy from 'lodash/groupBy';

import { atMost, attempt, turnIfDue } from '../../../core/base/async';
import { Service } from '../../../core/client/service';
import type { Session } from '../../../core/client/session';
import {
	combine,
	NotFound,
	type RunResult,
	type Output,
	PartialResult,
	type Produced,
	toOutputs,
} from '../../../core/output/outcome';
import { withUnknownAnswers } from '../../../core/output/items';
import { readFunds } from '../../../core/purchase/balance';
import { choose } from './choose';
import { mayCost } from './describe';
import type { Items } from './estimate';
import type { CheckedItem, Operation } from './operation';
import { overridesOf } from './options/overrides';
import { serviceFor } from './plan';
import { settleItems, skip, withRows } from './settle';

/** Leaves out what must not be sent or exceeds the limits, and calls the service for the rest. */
export async function processItems(session: Session, operation: Operation, items: Items): Promise<RunResult> {
	if (mayCost(operation)) await readFunds(new Service(session, []));
	const { fit, settled, skipped } = await choose(session, operation, items);
	const processed = await (operation.runAll === undefined
		? processEach(session, operation, fit)
		: processTogether(session, operation, operation.runAll, fit));
	settleItems(session, fit, processed);
	const outputs = skip(session, operation, skipped, items.length);
	const all = withRows(operation, fit, combine([settled, processed, { outputs, problems: [] }]));
	return withUnknownAnswers(session, all);
}

/** Of more results, those of the first stand for equal items, too: repeated thousands of times, they fill n8n's memory. */
const MOST_REPEATED = 200;

/** The items that get the results; `undefined` when those of an equal earlier item stand for this one, too. */
type Pair = (item: CheckedItem, results: number) => readonly number[] | undefined;

function pairing(): Pair {
	const first = new Map<string, number[]>();
	return ({ purchaseKey, item }, results) => {
		const earlier = first.get(purchaseKey);
		const items = [item];
		if (earlier === undefined) first.set(purchaseKey, items);
		if (earlier === undefined || results <= MOST_REPEATED) return items;
		earlier.push(item);
		return undefined;
	};
}

async function processEach(session: Session, operation: Operation, items: Items): Promise<RunResult> {
	const pair = pairing();
	const work = async (item: CheckedItem): Promise<RunResult> =>
		await processOne(session, operation, item, pair);
	return combine(await atMost(session.limits.concurrency, items, work));
}

async function processOne(
	session: Session,
	operation: Operation,
	checked: CheckedItem,
	pair: Pair,
): Promise<RunResult> {
	const { item, input, options } = checked;
	const outputsOf = (produced: readonly Produced[]): Output[] => {
		// All records share one list of items: a large search has many records.
		const items = pair(checked, produced.length);
		const outputs = items === undefined ? [] : toOutputs(produced, items, options.ifNothingFound);
		// A refunded record is paid for again.
		if (!outputs.some(({ json }) => json.outcome === 'failed')) session.noteAnswered(checked.purchaseKey);
		return outputs;
	};
	// Answers from memory and refusals do not wait for anything, so they would block n8n.
	await turnIfDue();
	try {
		const produced = (await operation.run?.(input, serviceFor(session, operation, options), checked)) ?? [];
		const foundNothing = produced.length === 0 && operation.options?.ifNothingFound !== undefined;
		return { outputs: outputsOf(foundNothing ? [new NotFound()] : produced), problems: [] };
	} catch (error) {
		if (error instanceof PartialResult) {
			const records = error.records.filter((record) => !(record instanceof NotFound));
			return { outputs: outputsOf(records), problems: [{ items: [item], error: error.reason }] };
		}
		return { outputs: [], problems: [{ items: [item], error: error as Error }] };
	}
}

async function processTogether(
	session: Session,
	operation: Operation,
	runAll: NonNullable<Operation['runAll']>,
	items: Items,
): Promise<RunResult> {
	const groups = groupBy(items, ({ options }) => JSON.stringify(overridesOf(options)));
	const results: RunResult[] = [];
	for (const group of Object.values(groups)) {
		const service = serviceFor(session, operation, group[0].options);
		const ended = await attempt(runAll(group, service));
		results.push(
			ended.ok
				? ended.value
				: { outputs: [], problems: [{ items: group.map(({ item }) => item), error: ended.error }] },
		);
	}
	return combine(results);
}
