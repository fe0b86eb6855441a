import type { IDataObject, IExecuteFunctions, INodeExecutionData } from 'n8n-workflow';
import { NodeApiError, NodeOperationError } from 'n8n-workflow';
import groupBy from 'lodash/groupBy';
import pLimit from 'p-limit';

import { isCharged } from '../contract/billing';
import { connect } from './connection';
import { optionsField, type Resources } from './describe';
import { toNodeError } from './explain';
import { ServiceFailure } from './failure';
import type { Fields, Where } from './field';
import { DEFAULT_CONCURRENCY, overridesOf, type GenericOptions } from './genericOptions';
import {
	gather,
	PartialResult,
	type Operation,
	type Outcome,
	type Output,
	type Prepared,
	type Problem,
} from './operation';
import { Service, Session } from './service';
import { settle } from './settle';

/** The one loop over input items: reading, checking, calling, pairing and failing are done here for all operations. */
export async function run(context: IExecuteFunctions, resources: Resources): Promise<INodeExecutionData[][]> {
	const operation = chosenOperation(context, resources);
	const { prepared, problems } = prepareAll(context, operation);
	// Nothing was sent yet: a mistake in one item stops everything before anything is charged.
	if (problems.length > 0 && !context.continueOnFail()) throw nodeError(context, problems[0]);
	if (prepared.length === 0) return [toItems(context, { outputs: [], problems })];

	const session = new Session(context, await connect(context));
	const outcome = operation.runAll
		? await runTogether(operation.runAll, prepared, session)
		: await runEach(operation, prepared, session);
	const all = { outputs: outcome.outputs, problems: [...problems, ...outcome.problems] };
	if (all.problems.length > 0 && mustStop(context, operation, prepared, all)) {
		throw nodeError(context, all.problems[0]);
	}
	if (outcome.problems.length > 0 && !context.continueOnFail()) {
		session.hint(
			`${outcome.problems.length} of ${context.getInputData().length} items failed; what the others obtained is output. The failed items carry their reason in the field error.`,
		);
	}
	return [toItems(context, all)];
}

/** An item's checked input, its options, and what it was turned into. */
interface Request {
	readonly request: unknown;
	readonly options: GenericOptions;
}

function chosenOperation(context: IExecuteFunctions, resources: Resources): Operation {
	const resource = context.getNodeParameter('resource', 0) as string;
	const name = context.getNodeParameter('operation', 0) as string;
	const operation = resources[resource]?.operations[name];
	if (operation === undefined) {
		throw new NodeOperationError(
			context.getNode(),
			`The operation "${name}" of "${resource}" does not exist`,
			{
				description:
					'Choose another operation. For calls that this node does not have, use the HTTP Request node with this credential.',
			},
		);
	}
	return operation;
}

/** Reads and checks every item before anything is sent. */
function prepareAll(context: IExecuteFunctions, operation: Operation) {
	const prepared: Array<Prepared<Request>> = [];
	const problems: Problem[] = [];
	const fields: Fields = { ...operation.fields, options: optionsField(operation) };
	// n8n copies the node each time it is asked for it.
	const node = context.getNode();
	for (const [item, { json }] of context.getInputData().entries()) {
		try {
			const input = readInput(context, fields, { node, item });
			const at = (field: string) => ({ node, item, field });
			const options = input.options as GenericOptions;
			prepared.push({ item, request: { request: operation.prepare(input, at, json), options } });
		} catch (error) {
			problems.push({ items: [item], error: error as Error });
		}
	}
	return { prepared, problems };
}

function readInput(
	context: IExecuteFunctions,
	fields: Fields,
	{ node, item }: Omit<Where, 'field'>,
): Readonly<Record<string, unknown>> {
	const raw: Record<string, unknown> = {};
	const input: Record<string, unknown> = {};
	for (const [name, field] of Object.entries(fields)) {
		const hidden = Object.entries(field.show ?? {}).some(
			([other, values]) => !values.some((value) => value === raw[other]),
		);
		if (hidden) continue;
		raw[name] = context.getNodeParameter(name, item, field.property.default, { extractValue: true });
		input[name] = field.read(raw[name], { node, item, field: field.property.displayName });
	}
	return input;
}

async function runEach(
	operation: Operation,
	prepared: ReadonlyArray<Prepared<Request>>,
	session: Session,
): Promise<Outcome> {
	const limit = pLimit(prepared[0].request.options.maxConcurrentRequests ?? DEFAULT_CONCURRENCY);
	const results = await Promise.all(
		prepared.map(({ item, request }) => limit(async () => await runOne(operation, item, request, session))),
	);
	return gather(results);
}

async function runOne(
	operation: Operation,
	item: number,
	{ request, options }: Request,
	session: Session,
): Promise<Outcome> {
	const outputsOf = (records: readonly IDataObject[]): Output[] =>
		records.map((json) => ({ json, items: [item] }));
	try {
		const records = await operation.run?.(request, new Service(session, overridesOf(options)));
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
	session: Session,
): Promise<Outcome> {
	const groups = groupBy(prepared, ({ request }) => JSON.stringify(overridesOf(request.options)));
	const outcomes: Outcome[] = [];
	for (const group of Object.values(groups)) {
		const service = new Service(session, overridesOf(group[0].request.options));
		const requests = group.map(({ item, request }) => ({ item, request: request.request }));
		const ended = await settle(runAll(requests, service));
		outcomes.push(
			ended.ok
				? ended.value
				: { outputs: [], problems: [{ items: group.map(({ item }) => item), error: ended.error }] },
		);
	}
	return gather(outcomes);
}

/**
 * Whether the node must end with an error. Results that were charged are never thrown away for the failure
 * of another item, unless the user wants it so.
 */
function mustStop(
	context: IExecuteFunctions,
	operation: Operation,
	prepared: ReadonlyArray<Prepared<Request>>,
	{ outputs }: Outcome,
): boolean {
	if (context.continueOnFail()) return false;
	const paid = outputs.length > 0 && operation.calls.some(({ billing }) => isCharged(billing));
	return !paid || prepared[0].request.options.ifSomeItemsFail === 'stop';
}

/** An n8n error of whatever went wrong; holds neither key nor request. */
function nodeError(context: IExecuteFunctions, { error, items }: Problem): NodeApiError | NodeOperationError {
	if (error instanceof NodeApiError || error instanceof NodeOperationError) return error;
	if (error instanceof ServiceFailure) return toNodeError(context.getNode(), error, items[0]);
	return new NodeOperationError(context.getNode(), error.message, { itemIndex: items[0] });
}

/** Output items in input order, each paired; a failed item carries its message and nothing else of the error. */
function toItems(context: IExecuteFunctions, { outputs, problems }: Outcome): INodeExecutionData[] {
	const good = outputs.map(({ json, items }) => ({
		first: items[0] ?? Number.MAX_SAFE_INTEGER,
		data: { json, pairedItem: items.length === 1 ? { item: items[0] } : items.map((item) => ({ item })) },
	}));
	const bad = problems.flatMap((problem) => {
		const error = nodeError(context, problem);
		return problem.items.map((item) => ({
			first: item,
			data: {
				json: { error: error.message, ...(error.description && { advice: error.description }) },
				error,
				pairedItem: { item },
			},
		}));
	});
	return [...good, ...bad].sort((a, b) => a.first - b.first).map(({ data }) => data);
}
