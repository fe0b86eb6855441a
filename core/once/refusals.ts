import { isCharged } from '../../contract/model/billing';
import { isUncharged, ServiceFailure } from '../client/failure';

/** What is known about a unit of work before it is sent. */
export type Finding =
	/** This run may send it. */
	| 'free'
	/** Another execution sent it, and its result was not output: it is under way, or was lost. */
	| 'open'
	/** The same, but recently enough for its idempotency key to be valid still. */
	| 'openRecently'
	/** Another execution looks whether it is known, or was interrupted while it did, so that nobody can tell. */
	| 'unclear'
	/** An earlier execution output its result. */
	| 'known'
	/** An earlier retry of the same failed execution sent it. */
	| 'retried';

/** Work that must not be sent: it was or may have been charged before, and its result has not come out. */
export class UncertainWork extends Error {}

/** A part of a result that was sent for without an answer, so that it may have been charged; the rest has come. */
export class LostPart extends Error {}

/** A record that an earlier execution output, left out by Skip Records Enriched Before. */
export class KnownRecord extends Error {}

/** The error of a unit that must not be sent, by what another execution has done. */
export function refusal(finding: Finding, what: string): Error {
	if (finding === 'retried')
		return new UncertainWork(
			`${what} sent by an earlier retry of the same failed execution, which has its result. Nothing was sent again. Use the output of that execution, or start a new one.`,
		);
	if (finding === 'unclear')
		return new UncertainWork(
			`${what} claimed by an execution that is looking whether it was enriched before, or was interrupted while it looked. Whether an earlier one has sent or enriched it is not known any more. Nothing was sent. If the error of an earlier execution or n8n's log names a batch or job ID, reading its result is free; the panel lists batches and jobs, too. To enrich it and maybe pay again, run the workflow once with only this record as input, with Options > Submit Again on and Skip Records Enriched Before off. Keep its result and take the record out of the list: that option may not know it afterwards.`,
		);
	return new UncertainWork(
		`${what} sent before by an execution that is still running, was interrupted, got no response or no record for it, or failed before it output the result, so credits may have been charged. Nothing was sent again. If the error of that execution or n8n's log names a batch or job ID, reading its result is free; the panel lists batches and jobs, too. To send it again and maybe pay again, set Options > Submit Again for one run.`,
	);
}

/**
 * Whether a call that is charged again has failed so that it may have been charged. What is answered with status 200
 * may be, whatever the answer says.
 */
export const mayBeChargedAgain = (error: Error): boolean =>
	error instanceof ServiceFailure &&
	error.isChargedAgain === true &&
	(!isUncharged(error) || (error.phase === 'rejected' && (error.status ?? 200) < 300));

/** Whether a failed item may have been charged: it was sent and got no response. */
export const mayBeCharged = (error: Error): boolean =>
	error instanceof UncertainWork ||
	error instanceof LostPart ||
	mayBeChargedAgain(error) ||
	(error instanceof ServiceFailure && isCharged(error.endpoint.billing) && !isUncharged(error));
