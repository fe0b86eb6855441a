import groupBy from 'lodash/groupBy';

import { atMost, attempt } from '../../../core/base/async';
import { Service } from '../../../core/client/service';
import type { Session } from '../../../core/client/session';
import { toOutputs } from '../../../core/output/nothingFound';
import {
	combine,
	NotFound,
	PartialResult,
	type Outcome,
	type Output,
	type Produced,
} from '../../../core/output/outcome';
import { affordable } from './affordable';
import { leaveOutEnriched } from './enrichedBefore';
import type { CheckedItem, Operation } from './operation';
import { overridesOf, type GenericOptions } from './options';

type Items = readonly CheckedItem[];

/** The service with an item's overrides applied. */
export const serviceFor = (session: Session, operation: Operation, options: GenericOptions): Service =>
	new Service(session, operation.overridable ?? [operation.calls[0]], overridesOf(options));

/** Processes valid items: skips what is already enriched or too expensive, and calls the service for the rest. */
export async function serve(session: Session, operation: Operation, items: Items): Promise<Outcome> {
	// 1. Skip previously enriched records if the user enabled that.
	const { fresh, noteCharged } = await leaveOutEnriched(session, operation, items);
	// 2. Report items beyond Maximum Credits as not sent.
	const { fit, left } = affordable(operation, fresh);
	// 3. Let the operation call the service (`Service.ask`), per item or for all items together.
	const { runAll } = operation;
	const served =
		runAll === undefined
			? await serveEach(session, operation, fit)
			: await serveTogether(session, operation, runAll, fit);
	const outcome = combine([served, { outputs: [], problems: left }]);
	// 4. Record what was, or may have been, charged for later runs.
	await noteCharged(outcome);
	return outcome;
}

async function serveEach(session: Session, operation: Operation, items: Items): Promise<Outcome> {
	return combine(
		await atMost(session.concurrency, items, async (item) => await serveOne(session, operation, item)),
	);
}

async function serveOne(
	session: Session,
	operation: Operation,
	{ item, input, options }: CheckedItem,
): Promise<Outcome> {
	// All records share one list: a large search has many.
	const items = [item];
	const outputsOf = (produced: readonly Produced[]): Output[] =>
		toOutputs(produced, items, options.ifNothingFound);
	try {
		const produced = (await operation.run?.(input, serviceFor(session, operation, options))) ?? [];
		const foundNothing = produced.length === 0 && operation.options?.ifNothingFound !== undefined;
		return { outputs: outputsOf(foundNothing ? [new NotFound()] : produced), problems: [] };
	} catch (error) {
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
