import pick from 'lodash/pick';
import type { INodeExecutionData, IPollFunctions } from 'n8n-workflow';

import { attempt } from '../../core/base/async';
import { clock } from '../../core/base/clock';
import { Memory } from '../../core/base/memory';
import { operationError } from '../../core/base/errors';
import { sharedSession } from '../../core/background/sharedSession';
import { connect } from '../../core/client/connection';
import { LASTS_MS, ServiceFailure } from '../../core/client/failure';
import { Service } from '../../core/client/service';
import { presented } from '../../core/leads/present';
import { toError } from '../../core/output/items';
import { loadResults, MAY_BE_CHARGED, type Results } from '../../core/search/results';
import { isOld, LIFE_MS, newCursor, storeCursor, storedCursor, whyOver, type LeadsCursor } from './cursor';
import { readNewLeads, type Wanted } from './form';

type Polled = INodeExecutionData[][] | null;

interface Trigger {
	/**
	 * n8n keeps one context from publishing or startup to the last poll. With its opt-in scheduler each poll has its
	 * own, so that all count as first: failures are then only logged.
	 */
	context?: IPollFunctions;
	isPolling?: boolean;
	/** The text logged last. */
	lastLogged?: string;
	cursor?: LeadsCursor;
	/** An account that refuses everything is left alone until then. */
	rests?: { readonly account: string; readonly until: number };
}

const triggers = new Memory<Trigger>(1000, 2 * LIFE_MS);

const HOUR_MS = 60 * 60 * 1000;
const BUDGET_MS = 5 * 60 * 1000;
/** Share of the poll's time budget in which it still requests pages. */
const USED_OF_BUDGET = 0.7;

interface Poll {
	readonly context: IPollFunctions;
	readonly wanted: Wanted;
	readonly service: Service;
}

/** `null` starts nothing. */
export async function poll(context: IPollFunctions): Promise<Polled> {
	const isManual = context.getMode() === 'manual';
	// By its name, too: a renamed trigger begins again, as n8n keeps nothing for it.
	const { id, name } = context.getNode();
	const trigger = triggers.use(`${context.getWorkflow().id} ${id} ${name}`, () => ({}));
	const isFirst = !isManual && trigger.context !== context;
	if (isFirst) trigger.context = context;
	// n8n's start is not the user's schedule.
	if (isFirst && ['init', 'leadershipChange'].includes(context.getActivationMode())) return null;
	// May throw, which also prevents publishing: only the user can correct these errors.
	const wanted = readNewLeads(context);
	const service = new Service(sharedSession(context, await connect(context), 'polls'), []);
	const own: Poll = { context, wanted, service };
	if (isManual) return await testRun(own);

	// n8n starts the next poll even if the last one is still running.
	if (trigger.isPolling === true) return null;
	trigger.isPolling = true;
	const next = await attempt(nextResults(own, trigger));
	trigger.isPolling = false;
	// After a first poll, n8n stores everything in any case.
	if (next.ok) return isFirst && next.value?.[0].length === 0 ? null : next.value;
	const error = pollError(own, next.error, trigger);
	// If the first poll failed, n8n would repeat it at once, and then never poll again.
	if (!isFirst) throw error;
	context.logger.warn(`${error.message}. ${error.description ?? 'The next poll tries again.'}`);
	return null;
}

async function nextResults(own: Poll, trigger: Trigger): Promise<Polled> {
	const { context, wanted, service } = own;
	const { account, until = 0 } = trigger.rests ?? {};
	if (account === service.session.connection.account && until > clock.now())
		return sayOnce(context, trigger, sendsNothing(until));
	const { search } = wanted;
	// Within a process the cursor never goes back.
	const before = trigger.cursor?.search === search ? trigger.cursor : storedCursor(context, search);
	if (before !== undefined && (before.end !== undefined || isOld(before)))
		return sayOnce(context, trigger, whyOver(before));
	const cursor = before ?? newCursor(search);
	const results = await load(own, cursor);
	const { rows, charged, failure, end } = results;
	if (failure !== undefined) {
		if (rows.length === 0 && charged === 0) throw failure;
		const { message, description } = pollError(own, failure, trigger);
		context.logger.warn(`Not all results could be loaded: ${message}. ${description ?? ''}`);
	}
	const items = await leadsIn(own, results);
	trigger.cursor = { ...cursor, ...results.cursor, lastOffset: cursor.offset, end };
	storeCursor(context, trigger.cursor);
	if (end !== undefined) sayOnce(context, trigger, whyOver(trigger.cursor));
	// If a poll starts nothing, n8n stores nothing, and a paid key is lost. An execution without items stores it.
	return items.length > 0 || charged > 0 ? [items] : null;
}

async function load({ context, wanted, service }: Poll, cursor: LeadsCursor): Promise<Results> {
	const { kind, filters, perRun: limit } = wanted;
	// The service gave this key and has not refused it, so a page whose answer was lost may be requested again.
	service.session.remember(cursor.key);
	// Older versions of n8n give no budget.
	const { getPollBudgetMs }: Partial<IPollFunctions> = context;
	const deadline = clock.now() + USED_OF_BUDGET * (getPollBudgetMs?.call(context) ?? BUDGET_MS);
	return await loadResults(service, { kind, filters, cursor, limit, byPolls: true, deadline });
}

async function leadsIn({ wanted, service }: Poll, results: Results): Promise<INodeExecutionData[]> {
	const found = results.rows.map((row) => ({ json: { outcome: 'found', ...row }, items: [] }));
	return (await presented(service.session, found, wanted.view)).map(({ json }) => ({ json }));
}

/** Does not affect what the schedule delivers. */
async function testRun(own: Poll): Promise<Polled> {
	const { context } = own;
	const { search } = own.wanted;
	const stored = storedCursor(context, search);
	const continued = stored !== undefined && !isOld(stored) ? pick(stored, 'key', 'total', 'size') : {};
	const loaded = await attempt(load(own, { ...newCursor(search), ...continued }));
	if (!loaded.ok) throw toError(context.getNode(), { error: loaded.error, items: [] });
	if (loaded.value.rows.length > 0) return [await leadsIn(own, loaded.value)];
	throw operationError(context.getNode(), 'The search matched nothing', { description: MAY_BE_CHARGED });
}

const sendsNothing = (until: number): string => `Until ${new Date(until).toISOString()}, polls send nothing.`;

/** Says when the next poll sends something. */
function pollError({ context, service }: Poll, error: Error, trigger: Trigger): ReturnType<typeof toError> {
	const shown = toError(context.getNode(), { error, items: [] });
	if (!(error instanceof ServiceFailure)) return shown;
	// Each request counts. Only the user can correct a wrong key or missing credits.
	const restMs = LASTS_MS[error.kind] ?? (error.phase === 'blocked' ? HOUR_MS : 0);
	const until = clock.now() + restMs;
	if (restMs > 0) trigger.rests = { account: service.session.connection.account, until };
	const next = restMs > 0 ? sendsNothing(until) : 'The next poll continues at the same place.';
	shown.description = `${error.advice} No result is lost. ${next}`;
	return shown;
}

function sayOnce(context: IPollFunctions, trigger: Trigger, text: string): null {
	if (trigger.lastLogged !== text) context.logger.info(text);
	trigger.lastLogged = text;
	return null;
}
