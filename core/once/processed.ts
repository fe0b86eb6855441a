import type { DeduplicationScope, IExecuteFunctions } from 'n8n-workflow';

import { attempt, serialize } from '../base/async';

/** Entries that n8n keeps at most for a node or workflow, as hashes; the oldest go first. */
const entries = { mode: 'entries', maxEntries: 200_000 } as const;

/** n8n reads, changes and writes the whole list: changes at the same time would undo each other. */
const oneByOne = async <T>(work: () => Promise<T>): Promise<T> =>
	await serialize('what n8n has stored as processed', work);

/**
 * Notes entries in n8n's own store of what a node or workflow has processed, which outlives the execution and
 * the process at once.
 * @returns those that were noted before
 */
export async function add(
	{ helpers }: IExecuteFunctions,
	scope: DeduplicationScope,
	wanted: readonly string[],
): Promise<string[]> {
	if (helpers.checkProcessedAndRecord === undefined) {
		throw new Error(
			'This n8n cannot remember what a workflow has processed, which is what keeps anything from being paid twice; nothing was sent. Update n8n.',
		);
	}
	const noted = await attempt(
		oneByOne(async () => await helpers.checkProcessedAndRecord([...wanted], scope, entries)),
	);
	if (noted.ok) return noted.value.processed.map(String);
	throw new Error(
		`n8n could not look up what the workflow has processed (${noted.error.message}); nothing was sent. Run it again.`,
	);
}

/** Strikes entries out of n8n's store again. */
export async function remove(
	{ helpers }: IExecuteFunctions,
	scope: DeduplicationScope,
	noted: readonly string[],
): Promise<void> {
	await oneByOne(async () => await helpers.removeProcessed([...noted], scope, entries));
}
