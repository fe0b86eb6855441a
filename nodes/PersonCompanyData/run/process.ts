import groupBy from 'lodash/groupBy';

import { atMost, attempt, turnIfDue } from '../../../core/base/async';
import { fingerprint } from '../../../core/base/fingerprint';
import { Service } from '../../../core/client/service';
import type { Session } from '../../../core/client/session';
import {
	combine,
	failed,
	NotFound,
	PartialResult,
	toOutputs,
	type Output,
	type Produced,
	type RunResult,
} from '../../../core/output/result';
import { withUnknownAnswers } from '../../../core/output/items';
import { readFunds } from '../../../core/purchase/balance';
import { choose } from './choose';
import { mayCost } from './describe';
import { serviceFor, type CheckedItem, type Items, type Operation } from './operation';
import { overridesOf } from './options';
import { settleItems, skippedAsRows, unfinishedAsRows } from './settle';

/** Leaves out what must not be sent or exceeds the limits, and calls the service for the rest. */
export async function processItems(session: Session, operation: Operation, items: Items): Promise<RunResult> {
	if (mayCost(operation)) await readFunds(new Service(session, []));
	const { fit, settled, skipped } = await choose(session, operation, items);
	const processed = await (operation.runAll === undefined
		? processEach(session, operation, fit)
		: processTogether(session, operation, operation.runAll, fit));
	settleItems(session, fit, processed);
	const outputs = skippedAsRows(session, operation, skipped, items.length);
	const all = unfinishedAsRows(operation, fit, combine([settled, processed, { outputs }]));
	return withUnknownAnswers(session, all);
}

/**
 * More results than this are output once for all equal items. A search after a node with 50 rows, the commonest mistake
 * in n8n, runs 50 times: with all results each time, it would fill n8n's memory.
 */
const MOST_REPEATED = 200;

async function processEach(session: Session, operation: Operation, items: Items): Promise<RunResult> {
	/** By what was asked: the items that get the results of the first one. */
	const pairings = new Map<string, number[]>();
	const work = async (item: CheckedItem): Promise<RunResult> =>
		await processOne(session, operation, item, pairings);
	return combine(await atMost(session.limits.concurrency, items, work));
}

async function processOne(
	session: Session,
	operation: Operation,
	checked: CheckedItem,
	pairings: Map<string, number[]>,
): Promise<RunResult> {
	const { item, input, options, purchaseKey } = checked;
	const outputsOf = (produced: readonly Produced[]): Output[] => {
		// What is bought alone does not tell how many of its results are asked for.
		const asked = produced.length > MOST_REPEATED && fingerprint(purchaseKey, input);
		const first = asked ? pairings.get(asked) : undefined;
		first?.push(item);
		// All records share one list of items: a large search has many records.
		const items = first ?? [item];
		if (asked) pairings.set(asked, items);
		const outputs = first ? [] : toOutputs(produced, items, options.ifNothingFound);
		// A refunded record is paid for again.
		if (!outputs.some(({ json }) => json.outcome === 'failed')) session.noteAnswered(purchaseKey);
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
		return failed([item], error as Error);
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
		const ofGroup = group.map(({ item }) => item);
		results.push(ended.ok ? ended.value : failed(ofGroup, ended.error));
	}
	return combine(results);
}
