import groupBy from 'lodash/groupBy';

import { digits } from '../../../core/base/text';
import { atMost, attempt, turnIfDue } from '../../../core/base/async';
import type { Session } from '../../../core/client/session';
import {
	combine,
	NotFound,
	type Outcome,
	type Output,
	PartialResult,
	type Produced,
	toOutputs,
} from '../../../core/output/outcome';
import { withUnknownAnswers } from '../../../core/output/unknownAnswers';
import { choose } from './choose';
import { readFundsFor, type Items } from './estimate';
import type { CheckedItem, Operation } from './operation';
import type { RunOptions } from './options/options';
import { overridesOf } from './options/overrides';
import { serviceFor } from './plan';
import { settleItems, skip, withRows } from './settle';

/** Leaves out what must not be sent or exceeds the limits, and calls the service for the rest. */
export async function processItems(
	session: Session,
	operation: Operation,
	items: Items,
	options: RunOptions,
): Promise<Outcome> {
	await readFundsFor(session, operation, items);
	const { fit, settled, skipped } = await choose(session, operation, items, options);
	const processed = await (operation.runAll === undefined
		? processEach(session, operation, fit)
		: processTogether(session, operation, operation.runAll, fit));
	settleItems(session, fit, processed);
	const outputs = skip(session, operation, skipped, items.length);
	const all = withRows(operation, fit, combine([settled, processed, { outputs, problems: [] }]));
	return withUnknownAnswers(session, all);
}

async function processEach(session: Session, operation: Operation, items: Items): Promise<Outcome> {
	const repeats = new Repeats();
	return combine(
		await atMost(
			session.limits.concurrency,
			items,
			async (item) => await processOne(session, operation, item, repeats),
		),
	);
}

/** Repeated results per run, so that they do not fill n8n's memory. */
const MOST_REPEATED = 100_000;

/**
 * Gives each item with the same question its own copy of the results, up to a limit: a search of 10,000 results in
 * a list of 2,000 rows would come to 20 million items.
 */
class Repeats {
	private readonly first = new Map<string, number[]>();
	private repeated = 0;

	/** The items that get the results; `undefined` when an earlier item's results stand for this one. */
	itemsOf(purchaseKey: string, item: number, results: number): readonly number[] | undefined {
		const earlier = this.first.get(purchaseKey);
		if (earlier === undefined || results < 2) {
			const items = [item];
			if (earlier === undefined) this.first.set(purchaseKey, items);
			return items;
		}
		if (this.repeated + results > MOST_REPEATED) {
			earlier.push(item);
			return undefined;
		}
		this.repeated += results;
		return [item];
	}
}

const NOT_REPEATED = `Items with the same question have more than ${digits(MOST_REPEATED)} results together, so the results of the first stand for the others, too. To ask once, set Settings > Execute Once.`;

async function processOne(
	session: Session,
	operation: Operation,
	checked: CheckedItem,
	repeats: Repeats,
): Promise<Outcome> {
	const { item, input, options } = checked;
	const outputsOf = (produced: readonly Produced[]): Output[] => {
		// All records share one list of items: a large search has many records.
		const items = repeats.itemsOf(checked.purchaseKey, item, produced.length);
		if (items === undefined) session.hint(NOT_REPEATED);
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
): Promise<Outcome> {
	const groups = groupBy(items, ({ options }) => JSON.stringify(overridesOf(options)));
	const outcomes: Outcome[] = [];
	for (const group of Object.values(groups)) {
		const service = serviceFor(session, operation, group[0].options);
		const ended = await attempt(runAll(group, service));
		outcomes.push(
			ended.ok
				? ended.value
				: { outputs: [], problems: [{ items: group.map(({ item }) => item), error: ended.error }] },
		);
	}
	return combine(outcomes);
}
