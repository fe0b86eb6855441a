/** What is wished: the longest time without an answer of n8n. */
export const MOST_GAP_MS = 200;
export const PING_EVERY_MS = 100;

/** Sizes of executions, in items. */
export const SIZES = [10_000, 100_000] as const;
/** Contacts of one batch: a node may have 75,000 records open at once, so more go in turns of a loop. */
export const PER_TURN = 10_000;
/** Documents that are looked up: items beyond them ask for the same again, which takes no further request. */
export const DOCUMENTS = 1000;

/** Entries that n8n remembers for the nodes of a workflow, when all have run. */
export const MARKS = 200_000;
/** As many nodes: one may have 75,000. */
export const NODES = 3;
/** Contacts that each of them then enriches. */
export const CONTACTS = 2000;
