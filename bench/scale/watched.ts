import type { InstalledHost } from '../../tools/host/install/install';
import { Pings, type Answered } from '../../tools/host/pings/pings';
import { storeCalls, storeOf } from '../store/figures';
import { STORES_EXECUTION, type Block, type Took, type WatchedN8n } from '../store/watchedN8n';
import { PING_EVERY_MS } from './plan';

/** The longest of some blocks. */
export type Longest = Took & Pick<Block, 'collectedMs'>;

/** What n8n was like while it ran something. */
export interface Seen<T> {
	readonly result: T;
	readonly ms: number;
	/** How it answered its health check meanwhile. */
	readonly health: Answered;
	/** Storing the execution, from the call until the database has it. */
	readonly storingMs: number;
	/** Its longest blocks: by the store of processed entries, while it stored the execution, and by anything else. */
	readonly byEntries: Longest;
	readonly byStoring: Longest;
	readonly otherwise: Longest;
	/** Calls of the store of processed entries, together. */
	readonly entriesMs: number;
}

const sum = (figures: readonly number[]): number => figures.reduce((total, figure) => total + figure, 0);

/** The longest block by the clock, of what a block has of something. */
function longest(blocks: readonly Block[], part: (block: Block, of: keyof Took) => number): Longest {
	const all = blocks.map((block): Longest => ({
		ms: part(block, 'ms'),
		workedMs: part(block, 'workedMs'),
		collectedMs: block.collectedMs,
	}));
	return all.reduce((most, one) => (one.ms > most.ms ? one : most), { ms: 0, workedMs: 0, collectedMs: 0 });
}

const storing = ({ byKind }: Block, of: keyof Took): number => byKind[STORES_EXECUTION]?.[of] ?? 0;

/** Runs something in n8n and looks at it meanwhile. */
export async function watchedRun<T>(
	host: InstalledHost,
	n8n: WatchedN8n,
	run: () => Promise<T>,
): Promise<Seen<T>> {
	await n8n.begin();
	const pings = new Pings(host, `${n8n.now.url}/healthz`, PING_EVERY_MS);
	const begun = Date.now();
	const result = await run();
	const ms = Date.now() - begun;
	const health = await pings.stop();
	const watched = await n8n.end();
	const { blocks, calls } = watched;
	return {
		result,
		ms,
		health,
		storingMs: sum(calls.flatMap((call) => (call.kind === STORES_EXECUTION ? call.ms : []))),
		byEntries: longest(blocks, storeOf),
		byStoring: longest(blocks, storing),
		otherwise: longest(blocks, (block, of) =>
			Math.max(0, block[of] - storeOf(block, of) - storing(block, of)),
		),
		entriesMs: sum(storeCalls(watched).map((call) => call.ms)),
	};
}
