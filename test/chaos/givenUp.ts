import type { Payment, Run } from './events';

export const DAY_MS = 24 * 3_600_000;

export const isNow = ({ operation }: Run): boolean => operation === 'enrichNow';

/** A payment for what was paid for before. */
interface Again {
	readonly run: Run;
	readonly paid: Payment;
	readonly at: number;
}

const SECOND_MS = 1000;

export const OTHERS = "Enrich Now and batches don't see each other's open records";

/** Open when the run began: it has claimed or looked by then. */
export const isLeftOpenByOthers = ({ run, paid }: Omit<Again, 'at'>): boolean =>
	isNow(run) !== isNow(paid.run) &&
	(paid.outAt ?? Infinity) > run.startedAt &&
	run.chain[0] !== paid.run.chain[0];

/** A sentence that does not let anything be paid again. */
export const KEYS_USED_UP = 'Enrich Now reports a record that failed three times within 24 hours';

/** What docs/edge-cases.md gives up, sentence by sentence; each holds only for what has not come out, but the first two. */
export const GIVEN_UP: Readonly<Record<string, (again: Again) => boolean>> = {
	'Two workers that enrich the same contact in the same seconds may both pay': ({ run, paid, at }) =>
		run.process !== paid.run.process && !isNow(run) && at - paid.at < 2 * SECOND_MS,
	'Enrich Now run again within a minute of a kill, or beside another worker, may pay twice': ({
		run,
		paid,
		at,
	}) =>
		isNow(run) &&
		// Of the two, the one that skips a record looks to the other as if it were about to pay for it.
		((run.isNowOnTwo && paid.outAt !== undefined) ||
			(run.process !== paid.run.process && isNow(paid.run) && at - paid.at < 60 * SECOND_MS)),
	"If Enrich Now's lost response isn't fetched within 24 hours, you pay again": ({ run, paid, at }) =>
		isNow(run) && isNow(paid.run) && paid.outAt === undefined && at >= paid.at + DAY_MS,
	[OTHERS]: isLeftOpenByOthers,
	'A second Retry of the same failed execution pays again': ({ run, paid }) =>
		run.chain[0] === paid.run.chain[0] && !run.chain.includes(paid.run.chain.at(-1) ?? ''),
};
