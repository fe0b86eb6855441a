import { createHash } from 'node:crypto';
import { DataDeduplicationService } from 'n8n-core';
import type {
	DeduplicationItemTypes,
	DeduplicationMode,
	DeduplicationScope,
	ICheckProcessedContextData,
} from 'n8n-workflow';

/**
 * What n8n keeps in its database of what a node or workflow has processed, here in memory: a row for each node
 * and one for each workflow. As in n8n, every call reads its whole row, changes it, and writes it back, so that
 * calls of several processes at once overwrite each other.
 */
interface Row {
	readonly mode: DeduplicationMode;
	/** Hashes of the entries, the oldest first. */
	readonly data: readonly string[];
}

const rows = new Map<string, Row>();

/** How many entries a workflow has. */
export const entriesOfWorkflow = (workflow: string): number => rows.get(`${workflow} `)?.data.length ?? 0;

/** Puts something else in the place of all that is stored, as a fault of the database or of its restoring does. */
export const damageProcessed = (change: (row: Row) => unknown): void => {
	for (const [place, row] of rows) rows.set(place, change(row) as Row);
};

/** What is no list of entries n8n neither reads nor writes, and says nothing. */
const hasEntries = ({ data }: Row): boolean => Array.isArray(data);

/** What passes between reading a row and writing it; nothing, unless a test wants calls to meet there. */
let pause: (() => Promise<void>) | undefined;

/** As if nothing had ever run. */
export const forgetProcessed = (): void => rows.clear();

/** Lets time pass within each call, so that parallel calls may overwrite each other; without one, none do. */
export const pauseWithinStore = (wait: typeof pause): void => {
	pause = wait;
};

const placeOf = (scope: DeduplicationScope, { workflow, node }: ICheckProcessedContextData): string =>
	scope === 'node' ? `${workflow.id} n:${node?.name}` : `${workflow.id} `;

const hashed = (item: DeduplicationItemTypes): string =>
	createHash('md5').update(String(item)).digest('base64');

/** The row as it was read: what others write from now on is not in it. */
async function read(place: string, mode?: DeduplicationMode): Promise<Row | undefined> {
	await pause?.();
	const row = rows.get(place);
	await pause?.();
	// The database hands out no object for text that is not JSON.
	if (typeof row === 'string') JSON.parse(row);
	if (row !== undefined && mode !== undefined && row.mode !== mode) {
		throw new Error('Deduplication data was originally saved with an incompatible setting');
	}
	return row;
}

async function insert(place: string, row: Row): Promise<void> {
	if (rows.has(place)) {
		throw new Error('SQLITE_CONSTRAINT: UNIQUE constraint failed: processed_data.workflowId, context');
	}
	rows.set(place, row);
	await pause?.();
}

async function update(place: string, row: Row): Promise<void> {
	// It may have been cleared meanwhile.
	if (rows.has(place)) rows.set(place, row);
	await pause?.();
}

/** Gives n8n's engine the store; once per process. */
export const processedStore = async (): Promise<void> =>
	await DataDeduplicationService.init({
		checkProcessedAndRecord: async (items, scope, context, { mode }) => {
			const place = placeOf(scope, context);
			const row = await read(place, mode);
			if (row === undefined) {
				await insert(place, { mode, data: items.map(hashed) });
				return { new: items, processed: [] };
			}
			if (!hasEntries(row)) return { new: [], processed: [] };
			const known = new Set(row.data);
			const wanted = items.map((item) => ({ item, hash: hashed(item) }));
			const added = wanted.filter(({ hash }) => !known.has(hash));
			const found = wanted.filter(({ hash }) => known.has(hash));
			const data = [...row.data, ...added.map(({ hash }) => hash)];
			await update(place, { mode, data });
			return { new: added.map(({ item }) => item), processed: found.map(({ item }) => item) };
		},
		removeProcessed: async (items, scope, context, { mode }) => {
			const place = placeOf(scope, context);
			const row = await read(place, mode);
			if (row === undefined || !hasEntries(row)) return;
			// Of an entry that stands there twice, n8n removes the first.
			const struck = new Map<string, number>();
			for (const hash of items.map(hashed)) struck.set(hash, (struck.get(hash) ?? 0) + 1);
			const data = row.data.filter((hash) => {
				const left = struck.get(hash) ?? 0;
				struck.set(hash, left - 1);
				return left <= 0;
			});
			await update(place, { mode, data });
		},
		clearAllProcessedItems: async (scope, context) => {
			await pause?.();
			rows.delete(placeOf(scope, context));
			await pause?.();
		},
		getProcessedDataCount: async (scope, context) => {
			const row = await read(placeOf(scope, context));
			return row !== undefined && hasEntries(row) ? row.data.length : 0;
		},
	});
