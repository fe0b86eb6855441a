import type { IDataObject } from 'n8n-workflow';

import { isCharged } from '../../contract/model/billing';
import { AdvisedError } from '../base/errors';
import { serviceSays } from '../base/redact';
import type { Connection } from '../client/connection';
import { isUncharged, ServiceFailure } from '../client/failure';
import type { Answer } from '../read/answer';
import { reasonIn } from '../read/error';

/** May have been charged, and its result, or a part of it, has not come out. */
export class UncertainWork extends AdvisedError {
	constructor(
		title: string,
		advice: string,
		readonly raw?: IDataObject,
	) {
		super(title, advice);
	}
}

/** By the user: comes out as skipped. */
export class MarkedAsDone extends Error {}

const READ_IT =
	"If an earlier message or n8n's log names a batch or job ID, read its result by that for free. Otherwise check the balance and the service's web app";

/** @param what subject and verb, such as `12 records were` */
export function refusal(status: string, what: string): Error {
	if (status === 'done')
		return new MarkedAsDone("Sent before, and marked as done by 'If Sent Before'. Nothing was sent.");
	return new UncertainWork(
		`${what} sent before without a result, and may have been charged`,
		`Nothing was sent again. An earlier execution is still running, was interrupted, failed, or got no record for it. ${READ_IT}. To send it again and possibly pay twice, set 'If Sent Before' to 'Send Again' for one execution. To output it as skipped instead, choose 'Mark as Done'.`,
	);
}

export const lostBefore = (what: string, at: number): Error =>
	new UncertainWork(
		`${what} sent by an earlier attempt that got no response`,
		`It was sent at ${new Date(at).toISOString()}, may have been charged, and was not sent again. ${READ_IT}. To send it again and possibly pay twice, start a new execution with 'If Sent Before' on 'Send Again'.`,
	);

/** Accepted under no ID. @param what such as `batch ID for 12 records` */
export function withoutId({ kind, raw }: Answer, what: string, redact: Connection['redact']): UncertainWork {
	return new UncertainWork(
		`The service returned no ${what}`,
		`${serviceSays(reasonIn(raw), redact)}It may have been charged. Look it up in the service's web app before you run this again.`,
		kind === 'unknown' ? raw : undefined,
	);
}

/** A response with status 200 may be charged, whatever it says. */
export const mayBeChargedAgain = (error: Error): boolean =>
	error instanceof ServiceFailure &&
	error.isChargedAgain === true &&
	(!isUncharged(error) || (error.phase === 'rejected' && (error.status ?? 200) < 300));

export const mayBeCharged = (error: Error): boolean =>
	error instanceof UncertainWork ||
	mayBeChargedAgain(error) ||
	(error instanceof ServiceFailure && isCharged(error.endpoint.billing) && !isUncharged(error));
