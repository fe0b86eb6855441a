import type { INodeExecutionData, IPollFunctions } from 'n8n-workflow';

import { attempt } from '../../core/base/async';
import { clock } from '../../core/base/clock';
import { Memory } from '../../core/base/memory';
import { operationError } from '../../core/base/operationError';
import { sharedSession } from '../../core/background/sharedSession';
import { connect, type Connection } from '../../core/client/connection';
import { explain } from '../../core/client/explain';
import { ServiceFailure } from '../../core/client/failure';
import { UnreadableState } from '../../core/client/runState';
import { DEFAULT_CONCURRENCY } from '../../core/client/pace';
import { Service } from '../../core/client/service';
import { toNodeError } from '../../core/output/nodeError';
import { blockedUntil, rememberBlock } from './blocks';
import { readNewLeads, type Wanted } from './form';
import { after, load, type Loaded } from './load';
import { isOpen, Positions, type Position } from './position';
import { nextStep, readable, whyMissed } from './step';

type Polled = INodeExecutionData[][] | null;

/** Triggers that this process is polling right now. */
const underWay = new Set<string>();
/**
 * n8n keeps the context of a trigger from its first poll, when it is published or n8n starts, to its last. With its
 * opt-in scheduler each poll has its own context, so that all count as first: failures are then only in the log.
 */
const polled = new WeakSet<IPollFunctions>();
/** What each trigger has last said in the log. */
const said = new Memory<string>(1000, 8 * 24 * 60 * 60 * 1000);

const BUDGET_MS = 5 * 60 * 1000;

/** Returns the next results of the search; `null` starts nothing. */
export async function poll(context: IPollFunctions): Promise<Polled> {
	const isManual = context.getMode() === 'manual';
	const isFirst = !isManual && !polled.has(context);
	polled.add(context);
	// A start of n8n is not the schedule of the user.
	if (isFirst && ['init', 'leadershipChange'].includes(context.getActivationMode())) return null;
	// What is wrong here is wrong until the user changes it, so it may also keep the workflow from being published.
	const wanted = readNewLeads(context);
	const connection = await connect(context);
	if (isManual) return await testRun(context, wanted, connection);

	const place = `${context.getWorkflow().id} ${context.getNode().id}`;
	// n8n begins the next poll beside one that takes longer than its interval.
	if (underWay.has(place)) return null;
	underWay.add(place);
	const next = await attempt(nextResults(context, place, wanted, connection));
	underWay.delete(place);
	// Of the first poll, n8n stores all in any case.
	if (next.ok) return isFirst && next.value?.[0].length === 0 ? null : next.value;
	const error = toError(context, connection, next.error);
	// If the first poll failed, n8n would repeat it at once, and then never poll again.
	if (!isFirst) throw error;
	context.logger.warn(`${error.message}. ${error.description ?? ''} The next poll tries again.`);
	return null;
}

const serviceFor = (context: IPollFunctions, connection: Connection, { options }: Wanted): Service =>
	new Service(
		sharedSession(context, connection, {
			concurrency: DEFAULT_CONCURRENCY,
			requestsPerMinute: options.maxRequestsPerMinute,
			purpose: 'polls',
		}),
		[],
	);

/** Older versions of n8n give no budget. */
const budgetOf = (context: Partial<Pick<IPollFunctions, 'getPollBudgetMs'>>): number =>
	context.getPollBudgetMs?.() ?? BUDGET_MS;

async function nextResults(
	context: IPollFunctions,
	place: string,
	wanted: Wanted,
	connection: Connection,
): Promise<Polled> {
	if (blockedUntil(context, connection.account) !== undefined) return null;
	const { search, perRun, options } = wanted;
	const positions = new Positions(context, place);
	if (positions.isBehind(search)) return null;
	const begun = clock.now();
	const step = nextStep(
		positions.read(search, options.afterRestart === 'continue'),
		{ search, perRun, startsAgain: options.whenTheSearchEnds === 'newSearch' },
		begun,
	);
	if (step.is === 'rest') return sayOnce(context, place, step.why);
	const { at, from, limit } = step;
	const service = serviceFor(context, connection, wanted);
	// Another node of this process has met it and told of it.
	const block = service.session.reasonNotToCall(wanted.kind.endpoint);
	if (block !== undefined)
		return sayOnce(context, place, `${explain(block).message}. Until that ends, polls send nothing.`);
	const { refusals } = at;
	const loaded = await load(service, wanted, { from, limit, refusals, budgetMs: budgetOf(context) });
	const position = after(at, loaded, begun);
	positions.keep(position);
	if (loaded.failure !== undefined) {
		const { message, description } = toError(context, connection, loaded.failure);
		context.logger.warn(`Not all results could be loaded: ${message}. ${description ?? ''}`);
	}
	const { missing } = loaded.state;
	if (missing !== undefined) context.logger.warn(incomplete(missing.count, position));
	if (loaded.items.length > 0) {
		positions.handOver(position, loaded.state.offset);
		return [loaded.items];
	}
	// What was to come again has been given up.
	if (isOpen(at) && !isOpen(position)) context.logger.warn(GIVEN_UP);
	else if (loaded.failure === undefined) {
		const { missed, ended, offset } = position;
		const isLater = ended === undefined && missed !== undefined;
		sayOnce(context, place, isLater ? whyMissed(missed) : nothingMore(offset));
	}
	// Of a poll that starts nothing n8n stores nothing, and the key that was paid for would be lost when n8n stops. An
	// execution without results has it stored, and no further node runs in it.
	return loaded.charged > 0 ? [[]] : null;
}

const GIVEN_UP =
	'The last results before n8n was started may not have started the workflow, and the service does not return them again. The trigger goes on with the next results. To look for them, search for the same with the action node.';

const incomplete = (missing: number, { total }: Position): string =>
	`The results are not complete: of ${total}, ${missing} were on none of the pages of the service, which were shorter than it says. To look for them, search for the same with the action node.`;

const nothingMore = (delivered: number): string =>
	delivered === 0
		? 'The search matched nothing. The service may still have charged 1 credit for it.'
		: 'The search has no further results.';

/** The first results, without any effect on what is delivered by the schedule. */
async function testRun(context: IPollFunctions, wanted: Wanted, connection: Connection): Promise<Polled> {
	const loaded = await attempt(firstResults(context, wanted, connection));
	if (!loaded.ok) throw toError(context, undefined, loaded.error);
	if (loaded.value.items.length > 0) return [loaded.value.items];
	throw operationError(context.getNode(), 'The search matched nothing', {
		description: 'The service may still have charged 1 credit for it. Change the filters.',
	});
}

async function firstResults(
	context: IPollFunctions,
	wanted: Wanted,
	connection: Connection,
): Promise<Loaded> {
	const at = new Positions(context, '').read(wanted.search, true);
	const from = readable(at, 0, clock.now());
	const part = { from, limit: wanted.perRun, budgetMs: budgetOf(context) };
	return await load(serviceFor(context, connection, wanted), wanted, part);
}

/** n8n's error of a failed poll; without a connection, nothing is remembered. */
function toError(context: IPollFunctions, connection: Connection | undefined, error: Error) {
	const node = context.getNode();
	if (error instanceof UnreadableState)
		return operationError(node, error.message, { description: error.advice });
	if (!(error instanceof ServiceFailure)) return operationError(node, error.message);
	const shown = toNodeError(node, error);
	const until = connection && rememberBlock(context, connection.account, error);
	if (connection === undefined) return shown;
	const next =
		until === undefined
			? 'No result is lost: the next poll continues at the same place.'
			: `No result is lost. Until ${new Date(until).toISOString()}, polls send nothing.`;
	shown.description = `${explain(error).advice} ${next}`;
	return shown;
}

function sayOnce(context: IPollFunctions, place: string, text: string): null {
	if (said.get(place) !== text) context.logger.info(text);
	said.keep(place, text);
	return null;
}
