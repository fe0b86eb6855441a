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

/** Something of which it is not known whether the service took it; it must not be sent again blindly. */
export class UncertainSubmission extends Error {}

export interface Submission {
	readonly call: Call;
	/** The call as it is recognised in a later try; differs from it where a part changes with every try. */
	readonly identity?: Call;
	/** What is sent instead when the service refuses the call, which then took nothing. */
	readonly orElse?: Call;
	/** What is sent, for messages: `The job was`, `12 records were`. */
	readonly what: string;
}

/** What the service took. */
export interface Acknowledged {
	readonly id: string;
	/** What a later try of this execution is told of the answer; it is stored with the execution. */
	readonly remembered?: IDataObject;
}

/** What the service took, in this try or an earlier one of the execution. */
export type Accepted<A extends Acknowledged> =
	({ readonly earlier: false } & A) | ({ readonly earlier: true } & Acknowledged);

/**
 * Sends something that makes a new thing each time (a batch, a job), at most once within a run of the node:
 * equal ones of one run share a call; when n8n tries the node again, what was accepted before is taken up,
 * and what got no answer is not sent again.
 * @throws UncertainSubmission when an earlier try sent it and got no answer.
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

/** Under which a submission is remembered. */
interface Keys {
	/** By the run of the node, over n8n's tries. */
	readonly inRun: string;
	/** By all executions that use the account. */
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

/** Whether an earlier try of this execution has sent something, whatever came of it. */
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
			`${what} submitted at ${new Date(earlier.sentAt).toISOString()} by an earlier try of this execution and no answer came, so that credits may have been charged; nothing was submitted again. Compare the balance, and the batches and jobs in the panel; to submit it anyway, start a new execution with Options > Submit Again.${await balances(service, call, earlier.balance)}`,
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

/** Makes sure that no execution that was cut off may have submitted the same, unless that is to be risked. */
async function claim(service: Service, call: Call, key: string, what: string): Promise<void> {
	const claims = claimsOf(service.session);
	if (service.session.submitsAgain) return await claims.takeOver(key);
	if (await claims.take(key)) return;
	throw new UncertainSubmission(
		`${what} submitted before by an execution that got no answer or was cut off, or by one that is still running, so that credits may have been charged; nothing was submitted again. Look the batches and jobs up in the panel: what was accepted can be read at no charge by its ID. To submit it anyway, set Options > Submit Again for one run.${await balances(service, call, undefined)}`,
	);
}

/** The balance before a submission whose answer was lost, where it was read, and the present one. */
async function balances(service: Service, { endpoint }: Call, before: string | undefined): Promise<string> {
	if (!isCharged(endpoint.billing)) return '';
	const now = await readBalance(service);
	if (before === undefined) return now === undefined ? '' : ` Balance now: ${now}.`;
	return ` Balance before the first large submission: ${before}; ${now === undefined ? 'not to be had' : `now: ${now}`}.`;
}
