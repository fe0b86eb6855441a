import type { LoggedRequest } from '../../sandbox';
import { unitsOf } from './ledger';
import type { Start } from './load';
import { CONCURRENCY } from './workflows';

/** A time on the sandbox's clock during which the account was blocked as a whole. */
export interface Block {
	readonly from: number;
	readonly to: number;
}

/** Whether an answer says that the account is blocked: that of a synchronous call may say that a slot is missing. */
const isBlock = ({ status, endpoint, time }: LoggedRequest, blocks: readonly Block[]): boolean =>
	status === 429 &&
	(endpoint?.endsWith('EnrichNow') !== true || blocks.some(({ from, to }) => from <= time && time < to));

/**
 * Requests that an execution sent after the service had told it that the account is blocked, beyond those that
 * were under way by then. Looked at are the executions whose records nobody else asked for.
 */
export function sentAfterBlocks(
	requests: readonly LoggedRequest[],
	starts: readonly Start[],
	blocks: readonly Block[],
): { readonly blocked: number; readonly problems: string[] } {
	const owners = new Map<string, Start[]>();
	for (const start of starts) {
		for (const { unit } of start.asks) owners.set(unit, [...(owners.get(unit) ?? []), start]);
	}
	const ownerOf = (request: LoggedRequest): Start | undefined => {
		const tags = new Set(unitsOf(request).flatMap((unit) => owners.get(unit) ?? []));
		return tags.size === 1 ? [...tags][0] : undefined;
	};
	const byStart = new Map<Start, LoggedRequest[]>();
	for (const request of requests) {
		const owner = ownerOf(request);
		if (owner !== undefined) byStart.set(owner, [...(byStart.get(owner) ?? []), request]);
	}
	const problems: string[] = [];
	let blocked = 0;
	for (const [start, sent] of byStart) {
		const block = sent.findIndex((request) => isBlock(request, blocks));
		if (block < 0) continue;
		blocked++;
		const after = sent.length - block - CONCURRENCY;
		if (after > 0)
			problems.push(`${start.tag} (${start.workflow.kind.name}): ${after} requests after a block`);
	}
	return { blocked, problems };
}
