import groupBy from 'lodash/groupBy';

import { atMost } from '../../../core/base/atMost';
import { overridesOf, type GenericOptions } from './options';
import {
	FileRecord,
	gather,
	PartialResult,
	type Operation,
	type Outcome,
	type Output,
	type Prepared,
	type Produced,
} from './operation';
import type { Request } from './prepare';
import { Service } from '../../../core/client/service';
import type { Session } from '../../../core/client/session';
import { settle } from '../../../core/base/settle';

/** The service as an item's options change it. */
export const serviceFor = (session: Session, operation: Operation, options: GenericOptions): Service =>
	new Service(session, operation.mainCalls ?? [operation.calls[0]], overridesOf(options));

/** Serves items whose input is in order, each with calls of its own or all together. */
export async function serve(
	session: Session,
	operation: Operation,
	prepared: ReadonlyArray<Prepared<Request>>,
): Promise<Outcome> {
	return operation.runAll
		? await serveTogether(session, operation, operation.runAll, prepared)
		: await serveEach(session, operation, prepared);
}

async function serveEach(
	session: Session,
	operation: Operation,
	prepared: ReadonlyArray<Prepared<Request>>,
): Promise<Outcome> {
	return gather(
		await atMost(
			session.concurrency,
			prepared,
			async ({ item, request }) =>
				await serveOne(operation, item, request, serviceFor(session, operation, request.options)),
		),
	);
}

async function serveOne(
	operation: Operation,
	item: number,
	{ request }: Request,
	service: Service,
): Promise<Outcome> {
	// One list for all records: of a large search there are many.
	const items = [item];
	const outputsOf = (records: readonly Produced[]): Output[] =>
		records.map((record) =>
			record instanceof FileRecord
				? { json: record.json, binary: record.binary, items }
				: { json: record, items },
		);
	try {
		const records = await operation.run?.(request, service);
		return { outputs: outputsOf(records ?? []), problems: [] };
	} catch (error) {
		if (error instanceof PartialResult) {
			return { outputs: outputsOf(error.records), problems: [{ items: [item], error: error.reason }] };
		}
		return { outputs: [], problems: [{ items: [item], error: error as Error }] };
	}
}

/** Items that share their options are served together; the others in groups of their own. */
async function serveTogether(
	session: Session,
	operation: Operation,
	runAll: NonNullable<Operation['runAll']>,
	prepared: ReadonlyArray<Prepared<Request>>,
): Promise<Outcome> {
	const groups = groupBy(prepared, ({ request }) => JSON.stringify(overridesOf(request.options)));
	const outcomes: Outcome[] = [];
	for (const group of Object.values(groups)) {
		const requests = group.map(({ item, request }) => ({ item, request: request.request }));
		const service = serviceFor(session, operation, group[0].request.options);
		const ended = await settle(runAll(requests, service));
		outcomes.push(
			ended.ok
				? ended.value
				: { outputs: [], problems: [{ items: group.map(({ item }) => item), error: ended.error }] },
		);
	}
	return gather(outcomes);
}
