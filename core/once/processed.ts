import type { DeduplicationScope, IExecuteFunctions } from 'n8n-workflow';

import { attempt, serialize } from '../base/async';

/** Most entries that n8n keeps for a node or workflow, as hashes; the oldest are dropped first. */
const entries = { mode: 'entries', maxEntries: 200_000 } as const;

/** n8n reads, changes and writes the whole list: parallel changes would overwrite each other. */
const oneByOne = async <T>(work: () => Promise<T>): Promise<T> =>
	await serialize('what n8n has stored as processed', work);

/**
 * Adds entries to n8n's deduplication store of a node or workflow, which outlives the execution and the process
 * immediately.
 * @returns the entries that were already there
 */
export async function add(
	{ helpers }: IExecuteFunctions,
	scope: DeduplicationScope,
	wanted: readonly string[],
): Promise<string[]> {
	if (helpers.checkProcessedAndRecord === undefined) {
		throw new Error(
			'This n8n version cannot remember what a workflow has processed, which prevents charging twice. Nothing was sent. Update n8n.',
		);
	}
	const noted = await attempt(
		oneByOne(async () => await helpers.checkProcessedAndRecord([...wanted], scope, entries)),
	);
	if (noted.ok) return noted.value.processed.map(String);
	throw new Error(
		`n8n could not look up what the workflow has processed (${noted.error.message}). Nothing was sent. Run it again.`,
	);
}

/** Removes entries from n8n's deduplication store. */
export async function remove(
	{ helpers }: IExecuteFunctions,
	scope: DeduplicationScope,
	noted: readonly string[],
): Promise<void> {
	await oneByOne(async () => await helpers.removeProcessed([...noted], scope, entries));
}
