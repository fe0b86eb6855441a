import type { IDataObject } from 'n8n-workflow';

import { isCharged } from '../../contract/model/billing';
import { balanceBefore, readBalance } from './balance';
import { claimsOf } from './claims';
import { isUncharged, ServiceFailure } from '../client/failure';
import { clock } from '../base/clock';
import type { Call } from '../client/request';
import type { Service } from '../client/service';
import { attempt } from '../base/async';
import { fingerprint } from '../base/fingerprint';
import { Submissions } from '../client/runState';

/** A submission that the service may have accepted; it must not be sent again without checking. */
export class UncertainSubmission extends Error {}

export interface Submission {
	readonly call: Call;
	/** Identifies the call in later attempts; differs from `call` when a part changes with each attempt. */
	readonly identity?: Call;
	/** Sent instead when the service rejects the call, which was then not charged. */
	readonly orElse?: Call;
	/** Subject and verb for messages: `The job was`, `12 records were`. */
	readonly what: string;
}

/** A submission that the service accepted. */
export interface Acknowledged {
	readonly id: string;
	/** The part of the response that later attempts of this execution need; stored with the execution. */
	readonly remembered?: IDataObject;
}

/** A submission accepted in this attempt of the execution or an earlier one. */
export type Accepted<A extends Acknowledged> =
	({ readonly earlier: false } & A) | ({ readonly earlier: true } & Acknowledged);

/**
 * Sends a call that creates something new each time (a batch, a job), at most once per run of the node. Equal
 * submissions of a run share one call. When n8n retries the node, accepted submissions are resumed and those without
 * a response are not sent again.
 * @throws UncertainSubmission when an earlier attempt sent it and got no response.
 */
export async function submitOnce<A extends Acknowledged>(
	service: Service,
	submission: Submission,
	read: (answer: unknown) => A,
): Promise<Accepted<A>> {
	const { call, identity = call } = submission;
	const keys = keysOf(service, identity);
	return await service.session.once(keys.inRun, async () => await submit(service, submission, keys, read));
}

/** Keys of a remembered submission. */
interface Keys {
	/** For the run of the node, across n8n's retry attempts. */
	readonly inRun: string;
	/** For all executions that use the account. */
	readonly inAccount: string;
}

function keysOf(service: Service, identity: Call): Keys {
	const { runKey, connection } = service.session;
	const signature = service.signature(identity);
	return {
		inRun: fingerprint(runKey, signature),
		inAccount: fingerprint(connection.account, signature),
	};
}

/** Whether an earlier attempt of this execution sent the call, whatever the result. */
export const wasSubmittedBefore = (service: Service, identity: Call): boolean =>
	new Submissions(service.session.context).find(keysOf(service, identity).inRun) !== undefined;

async function submit<A extends Acknowledged>(
	service: Service,
	{ call, orElse, what }: Submission,
	keys: Keys,
	read: (answer: unknown) => A,
): Promise<Accepted<A>> {
	const submissions = new Submissions(service.session.context);
	const earlier = submissions.find(keys.inRun);
	if (earlier?.id !== undefined) {
		return { id: earlier.id, remembered: earlier.answer, earlier: true };
	}
	if (earlier !== undefined) {
		throw new UncertainSubmission(
			`${what} submitted at ${new Date(earlier.sentAt).toISOString()} by an earlier attempt of this execution that got no response, so credits may have been charged. Nothing was submitted again. Check the balance, and the batches and jobs in the panel; to submit it anyway, start a new execution with Options > Submit Again.${await balances(service, call, earlier.balance)}`,
		);
	}
	if (isCharged(call.endpoint.billing)) await claim(service, call, keys.inAccount, what);
	const before = await balanceBefore(service, call);
	const sentAt = new Date(clock.now()).toISOString();
	submissions.sending(keys.inRun, before);
	let sent = await attempt(service.call(call).then(({ body }) => read(body)));
	if (!sent.ok && orElse !== undefined && isRefusal(sent.error)) {
		sent = await attempt(service.call(orElse).then(({ body }) => read(body)));
	}
	if (!sent.ok) {
		if (isUncharged(sent.error)) {
			submissions.forget(keys.inRun);
			claimsOf(service.session).settle(keys.inAccount);
		}
		if (!(sent.error instanceof ServiceFailure) || sent.error.phase !== 'lost') throw sent.error;
		throw sent.error.withNote(`${what} submitted at ${sentAt}.${await balances(service, call, before)}`);
	}
	submissions.accepted(keys.inRun, sent.value.id, sent.value.remembered);
	claimsOf(service.session).settle(keys.inAccount);
	return { ...sent.value, earlier: false };
}

const isRefusal = (error: Error): boolean =>
	error instanceof ServiceFailure && error.kind === 'rejected' && isUncharged(error);

/** Fails when an interrupted or running execution may have submitted the same, unless Submit Again is set. */
async function claim(service: Service, call: Call, key: string, what: string): Promise<void> {
	const claims = claimsOf(service.session);
	if (service.session.submitsAgain) return await claims.takeOver(key);
	if (await claims.take(key)) return;
	throw new UncertainSubmission(
		`${what} submitted before by an execution that was interrupted, got no response or is still running, so credits may have been charged. Nothing was submitted again. Look up the batches and jobs in the panel: an accepted one can be read by its ID at no charge. To submit it anyway, set Options > Submit Again for one run.${await balances(service, call, undefined)}`,
	);
}

/** The balance before a submission with a lost response, if it was read, and the current one. */
async function balances(service: Service, { endpoint }: Call, before: string | undefined): Promise<string> {
	if (!isCharged(endpoint.billing)) return '';
	const now = await readBalance(service);
	if (before === undefined) return now === undefined ? '' : ` Balance now: ${now}.`;
	return ` Balance before the first large submission: ${before}; ${now === undefined ? 'unavailable now' : `now: ${now}`}.`;
}
