import chunk from 'lodash/chunk';
import groupBy from 'lodash/groupBy';

import { atMost, attempt } from '../../../core/base/async';
import { Service } from '../../../core/client/service';
import type { Session } from '../../../core/client/session';
import { KnownRecord } from '../../../core/once/refusals';
import { toOutputs } from '../../../core/output/nothingFound';
import {
	combine,
	NotFound,
	PartialResult,
	type Outcome,
	type Output,
	type Produced,
} from '../../../core/output/outcome';
import { claimRecords, decideUnits, hintSkipped } from './claim';
import { affordable } from './estimate';
import type { CheckedItem, Operation } from './operation';
import { overridesOf, type ItemOptions, type RunOptions } from './options';

type Items = readonly CheckedItem[];

/** The service with an item's overrides applied. */
export const serviceFor = (session: Session, operation: Operation, options: ItemOptions): Service =>
	new Service(session, operation.overridable ?? [operation.calls[0]], overridesOf(options));

/** Processes valid items: leaves out what must not be sent or is too expensive, and calls the service for the rest. */
export async function serve(
	session: Session,
	operation: Operation,
	items: Items,
	options: RunOptions,
): Promise<Outcome> {
	const parts = inParts(items, operation.recordsAtOnce);
	if (parts.length > 1) {
		// The limit is that of the run, not of its first part.
		const { fit, left } = affordable(session, operation, items, options);
		const outcomes: Outcome[] = [{ outputs: [], problems: left }];
		for (const part of inParts(fit, operation.recordsAtOnce))
			outcomes.push(await servePart(session, operation, part, options));
		return combine(outcomes);
	}
	return await servePart(session, operation, items, options);
}

/** Items in groups of so many different units; all in one without a number. */
function inParts(items: Items, units = Number.POSITIVE_INFINITY): Items[] {
	const byUnit = Object.values(groupBy(items, ({ unit }) => unit));
	return byUnit.length <= units ? [items] : chunk(byUnit, units).map((groups) => groups.flat());
}

async function servePart(
	session: Session,
	operation: Operation,
	items: Items,
	options: RunOptions,
): Promise<Outcome> {
	const { runAll } = operation;
	// 1. Claim records that are submitted together; what is asked one by one is claimed when it is sent.
	const { fit, left } =
		operation.submitsRecords === true
			? await claimRecords(session, operation, items, options)
			: affordable(session, operation, items, options);
	// 2. Let the operation call the service, per item or for all items together.
	const served =
		runAll === undefined
			? await serveEach(session, operation, fit)
			: await serveTogether(session, operation, runAll, fit);
	// 3. Tell the journal what became of each item.
	decideUnits(session, items, served);
	return combine([served, { outputs: [], problems: left }]);
}

async function serveEach(session: Session, operation: Operation, items: Items): Promise<Outcome> {
	const outcomes = await atMost(session.concurrency, items, async (item) => {
		return await serveOne(session, operation, item);
	});
	hintSkipped(session, outcomes.filter((outcome) => outcome === KNOWN).length, items.length);
	return combine(outcomes);
}

/** Of an item that Skip Records Enriched Before leaves out. */
const KNOWN: Outcome = { outputs: [], problems: [] };

async function serveOne(session: Session, operation: Operation, checked: CheckedItem): Promise<Outcome> {
	const { item, input, options } = checked;
	// All records share one list: a large search has many.
	const items = [item];
	const outputsOf = (produced: readonly Produced[]): Output[] =>
		toOutputs(produced, items, options.ifNothingFound);
	try {
		const produced = (await operation.run?.(input, serviceFor(session, operation, options), checked)) ?? [];
		const foundNothing = produced.length === 0 && operation.options?.ifNothingFound !== undefined;
		return { outputs: outputsOf(foundNothing ? [new NotFound()] : produced), problems: [] };
	} catch (error) {
		if (error instanceof KnownRecord) return KNOWN;
		if (error instanceof PartialResult) {
			const records = error.records.filter((record) => !(record instanceof NotFound));
			return { outputs: outputsOf(records), problems: [{ items, error: error.reason }] };
		}
		return { outputs: [], problems: [{ items, error: error as Error }] };
	}
}

/** Processes items in groups that share the same overrides. */
async function serveTogether(
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
