import type { IExecuteFunctions, INodeExecutionData } from 'n8n-workflow';
import groupBy from 'lodash/groupBy';
import pLimit from 'p-limit';

import { connect } from './connection';
import type { Resources } from './describe';
import { DEFAULT_CONCURRENCY, overridesOf, type GenericOptions } from './genericOptions';
import { toError, toItems } from './items';
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
import { chosenOperation, prepareAll, type Request } from './prepare';
import { Service, Session } from './service';
import { settle } from './settle';

/** The one loop over input items: reading, checking, calling, pairing and failing are done here for all operations. */
export async function run(context: IExecuteFunctions, resources: Resources): Promise<INodeExecutionData[][]> {
	const node = context.getNode();
	const operation = chosenOperation(context, resources);
	const { prepared, problems } = prepareAll(context, operation);
	// Nothing was sent yet: a mistake in one item stops everything before anything is charged.
	if (problems.length > 0 && !context.continueOnFail()) throw toError(node, problems[0]);

	const outcome = await serve(context, operation, prepared);
	const all = gather([{ outputs: [], problems }, outcome]);
	if (all.problems.length > 0 && mustStop(context, prepared, all)) {
		throw toError(node, all.problems[0]);
	}
	return [toItems(node, all)];
}

/** Serves the items whose input is in order. */
async function serve(
	context: IExecuteFunctions,
	operation: Operation,
	prepared: ReadonlyArray<Prepared<Request>>,
): Promise<Outcome> {
	if (prepared.length === 0) return { outputs: [], problems: [] };
	const connected = await settle(connect(context));
	if (!connected.ok) {
		return { outputs: [], problems: [{ items: prepared.map(({ item }) => item), error: connected.error }] };
	}
	const { maxConcurrentRequests } = prepared[0].request.options;
	const session = new Session(context, connected.value, maxConcurrentRequests);
	const serviceFor = (options: GenericOptions): Service =>
		new Service(session, operation.calls[0], overridesOf(options));
	const outcome = operation.runAll
		? await runTogether(operation.runAll, prepared, serviceFor)
		: await runEach(operation, prepared, serviceFor);
	const failed = outcome.problems.flatMap(({ items }) => items).length;
	if (failed > 0 && outcome.outputs.length > 0 && !context.continueOnFail()) {
		session.hint(
			`${failed} of ${prepared.length} items failed; what the others obtained is output. The failed items carry their reason in the field error.`,
		);
	}
	return outcome;
}

async function runEach(
	operation: Operation,
	prepared: ReadonlyArray<Prepared<Request>>,
	serviceFor: (options: GenericOptions) => Service,
): Promise<Outcome> {
	const limit = pLimit(prepared[0].request.options.maxConcurrentRequests ?? DEFAULT_CONCURRENCY);
	const results = await Promise.all(
		prepared.map(({ item, request }) =>
			limit(async () => await runOne(operation, item, request, serviceFor(request.options))),
		),
	);
	return gather(results);
}

async function runOne(
	operation: Operation,
	item: number,
	{ request }: Request,
	service: Service,
): Promise<Outcome> {
	const outputsOf = (records: readonly Produced[]): Output[] =>
		records.map((record) =>
			record instanceof FileRecord
				? { json: record.json, binary: record.binary, items: [item] }
				: { json: record, items: [item] },
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
async function runTogether(
	runAll: NonNullable<Operation['runAll']>,
	prepared: ReadonlyArray<Prepared<Request>>,
	serviceFor: (options: GenericOptions) => Service,
): Promise<Outcome> {
	const groups = groupBy(prepared, ({ request }) => JSON.stringify(overridesOf(request.options)));
	const outcomes: Outcome[] = [];
	for (const group of Object.values(groups)) {
		const requests = group.map(({ item, request }) => ({ item, request: request.request }));
		const ended = await settle(runAll(requests, serviceFor(group[0].request.options)));
		outcomes.push(
			ended.ok
				? ended.value
				: { outputs: [], problems: [{ items: group.map(({ item }) => item), error: ended.error }] },
		);
	}
	return gather(outcomes);
}

/**
 * Whether the node must end with an error. Results that were obtained are never thrown away for the failure
 * of another item, unless the user wants it so.
 */
function mustStop(
	context: IExecuteFunctions,
	prepared: ReadonlyArray<Prepared<Request>>,
	{ outputs }: Outcome,
): boolean {
	if (context.continueOnFail()) return false;
	return outputs.length === 0 || prepared[0].request.options.ifSomeItemsFail === 'stop';
}
