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

/** The service as an item's options change it. */
export const serviceFor = (session: Session, operation: Operation, options: GenericOptions): Service =>
	new Service(session, operation.overridable ?? [operation.calls[0]], overridesOf(options));

/** Serves items whose input is in order: leaves out what need not or may not be paid for, and calls the service. */
export async function serve(session: Session, operation: Operation, items: Items): Promise<Outcome> {
	// 1. What was enriched before is left out, where the user wants that.
	const { fresh, settle } = await leaveOutEnriched(session, operation, items);
	// 2. What Maximum Credits do not allow is reported as not sent.
	const { fit, left } = affordable(operation, fresh);
	// 3. The operation calls the service, for each item or for all of them together.
	const serveFit = operation.runAll === undefined ? serveEach : serveTogether;
	const outcome = combine([await serveFit(session, operation, fit), { outputs: [], problems: left }]);
	// 4. What was, or may have been, charged is noted for later runs.
	await settle(outcome);
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
	// One list for all records: of a large search there are many.
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

/** Items that share their options are served together; the others in groups of their own. */
async function serveTogether(session: Session, operation: Operation, items: Items): Promise<Outcome> {
	const groups = groupBy(items, ({ options }) => JSON.stringify(overridesOf(options)));
	const outcomes: Outcome[] = [];
	for (const group of Object.values(groups)) {
		const service = serviceFor(session, operation, group[0].options);
		const ended = await attempt(operation.runAll?.(group, service) ?? Promise.resolve(combine([])));
		outcomes.push(
			ended.ok
				? ended.value
				: { outputs: [], problems: [{ items: group.map(({ item }) => item), error: ended.error }] },
		);
	}
	return combine(outcomes);
}
