import { isCharged } from '../../contract/model/billing';
import { isUncharged, ServiceFailure } from '../client/failure';
import type { Finding } from './claims';

/** Work that must not be sent: it was or may have been charged before, and its result has not come out. */
export class UncertainWork extends Error {}

/** A record that an earlier execution output, left out by Skip Records Enriched Before. */
export class KnownRecord extends Error {}

/** The error of a unit that must not be sent, by what another execution has done. */
export const refusal = (finding: Finding, what: string): Error =>
	finding === 'retried'
		? new UncertainWork(
				`${what} sent by an earlier retry of the same failed execution, which has its result. Nothing was sent again. Use the output of that execution, or start a new one.`,
			)
		: new UncertainWork(
				`${what} sent before by an execution that is still running, was interrupted, got no response or no record for it, or failed before it output the result, so credits may have been charged. Nothing was sent again. If the error of that execution names a batch or job ID, reading its result is free; the panel lists batches and jobs, too. To send it again and maybe pay again, set Options > Submit Again for one run.`,
			);

/** Whether a failed item may have been charged: it was sent and got no response. */
export const mayBeCharged = (error: Error): boolean =>
	error instanceof UncertainWork ||
	(error instanceof ServiceFailure && isCharged(error.endpoint.billing) && !isUncharged(error));
