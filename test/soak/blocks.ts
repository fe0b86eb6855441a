import type { LoggedRequest } from '../../sandbox';
import { unitsOf } from './ledger';
import type { Start } from './load';
import { CONCURRENCY } from './workflows';

/** Whether an answer says that the account is blocked, rather than that a slot is missing. */
const isBlock = ({ status, endpoint }: LoggedRequest, slotless: ReadonlySet<number>, id: number): boolean =>
	status === 429 && !slotless.has(id) && endpoint !== undefined;

/**
 * Requests that an execution sent after the service had told it that the account is blocked, beyond those that
 * were under way by then. Looked at are the executions whose records nobody else asked for.
 */
export function sentAfterBlocks(
	requests: readonly LoggedRequest[],
	starts: readonly Start[],
): { readonly blocked: number; readonly problems: string[] } {
	const owners = new Map<string, Start[]>();
	for (const start of starts) {
		for (const { unit } of start.asks) owners.set(unit, [...(owners.get(unit) ?? []), start]);
	}
	const ownerOf = (request: LoggedRequest): Start | undefined => {
		const tags = new Set(unitsOf(request).flatMap((unit) => owners.get(unit) ?? []));
		return tags.size === 1 ? [...tags][0] : undefined;
	};
	// A missing slot is told with the time to ask again, which only synchronous calls are.
	const slotless = new Set(
		requests
			.filter(({ fault, endpoint }) => fault === 'status' && endpoint?.endsWith('EnrichNow'))
			.map(({ id }) => id),
	);
	const byStart = new Map<Start, LoggedRequest[]>();
	for (const request of requests) {
		const owner = ownerOf(request);
		if (owner !== undefined) byStart.set(owner, [...(byStart.get(owner) ?? []), request]);
	}
	const problems: string[] = [];
	let blocked = 0;
	for (const [start, sent] of byStart) {
		const block = sent.findIndex((request) => isBlock(request, slotless, request.id));
		if (block < 0) continue;
		blocked++;
		const after = sent.length - block - CONCURRENCY;
		if (after > 0)
			problems.push(`${start.tag} (${start.workflow.kind.name}): ${after} requests after a block`);
	}
	return { blocked, problems };
}
