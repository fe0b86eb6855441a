import { isCharged, repeatAfterLoss, type Wallet } from '../../contract/model/billing';
import { quoted } from '../base/redact';
import type { Endpoint } from '../../contract/model/endpoint';
import { limits } from '../../contract/model/limits';
import type { FailureKind, ServiceFailure } from './failure';

/** What happened, in a sentence, and what to do next. */
export interface Explanation {
	readonly message: string;
	readonly advice: string;
}

const walletName = (wallet: Wallet | undefined): string =>
	wallet === undefined ? 'this product' : `the ${wallet.toUpperCase()} product`;

const monthly = (wallet: Wallet | undefined): string => {
	if (wallet === undefined) return '';
	const limit = wallet === 'b2b' ? limits.b2bRequestsPerMonth : limits.b2cRequestsPerMonth;
	return ` (by default ${limit.toLocaleString('en-US')} requests)`;
};

const BLOCKED =
	'No further call of this run was sent. Repeating now only fails: wait until the block ends, or ask the administrator of the account for a higher limit or to whitelist the address of this n8n.';

/** What to tell after an answer was lost: whether the call may have cost something, and what is safe. */
function afterLoss(endpoint: Endpoint): string {
	if (!isCharged(endpoint.billing)) return 'The call is free and can be sent again.';
	switch (repeatAfterLoss(endpoint)) {
		case 'safe':
			return 'Sending the same call again costs nothing more: the service does not charge it twice.';
		case 'sameKeyAfterHold':
			return 'The call may have been processed and charged. Retry this execution rather than starting a new one: it sends the same idempotency key, so that a finished call is answered without a new charge.';
		case 'never':
			return 'The call may have been processed and charged, so it was not sent again. Compare the balance of the account, or the list of batches and jobs in the panel, before you run it again.';
	}
}

type Explain = (failure: ServiceFailure) => Explanation;

/** One explanation for each kind of failure. The service's own words are added by `explain`. */
const EXPLANATIONS: Readonly<Record<FailureKind, Explain>> = {
	unauthorized: () => ({
		message: 'The service did not accept the API key or the address of this n8n',
		advice:
			"Check the API key in the credential. If the service's text names an IP address, that address must be added to the account's whitelist by its administrator.",
	}),
	noCredit: ({ endpoint }) => ({
		message: `No credit left for ${walletName(endpoint.wallet)}`,
		advice: `The call was not charged. The shortage concerns ${walletName(endpoint.wallet)} only; Account > Get Balance shows what is left of each product.`,
	}),
	notReleased: () => ({
		message: 'The key is valid, but the account may not use this part of the service',
		advice: 'The administrator of the account must have it released by the service. Repeating does not help.',
	}),
	notFound: () => ({
		message: 'The service found nothing under what was asked for',
		advice: 'Check the document, URL or ID that was sent. Nothing was charged.',
	}),
	rejected: () => ({
		message: 'The service refused the request',
		advice:
			'Change what its text names. If a parameter name or format is wrong, it can be replaced under Options.',
	}),
	noSlot: ({ retryAfterSeconds }) => ({
		message: 'The service had no slot free for a synchronous call',
		advice: `Nothing was charged. Try again ${retryAfterSeconds === undefined ? 'shortly' : `in ${retryAfterSeconds} seconds`}, run fewer calls at once, or use the batch operation.`,
	}),
	dailyLimit: () => ({
		message: `The account's daily request limit is used up; the service blocks it for ${limits.blockHours} hours`,
		advice: BLOCKED,
	}),
	monthlyLimit: ({ endpoint }) => ({
		message: `The monthly request limit of ${walletName(endpoint.wallet)} is used up${monthly(endpoint.wallet)}`,
		advice: BLOCKED,
	}),
	limit: () => ({
		message: `A request limit of the account is used up: the daily one, which blocks for ${limits.blockHours} hours, or the monthly one of the product`,
		advice: BLOCKED,
	}),
	pending: () => ({
		message: 'The result is not ready yet',
		advice: 'Ask again later; nothing is lost.',
	}),
	serverError: ({ endpoint, status }) => ({
		message: `The service failed with status ${status}`,
		advice: afterLoss(endpoint),
	}),
	redirected: () => ({
		message: 'The service answered with a redirect or a web page instead of data',
		advice:
			'The redirect was not followed, so that the key goes to no other address. Check the base address in the credential (it ends in /v1). If it is right, the path can be replaced under Options > Request Path.',
	}),
	unexpected: ({ endpoint, status }) => ({
		message: `The service answered with the unexpected status ${status}`,
		advice: `${afterLoss(endpoint)} If it persists, report it to the service.`,
	}),
	noConnection: ({ cause }) => ({
		message: `No connection to the service (${cause})`,
		advice:
			'Nothing was sent or charged. Check the base address in the credential and the network of this n8n.',
	}),
	timeout: ({ endpoint, elapsedMs }) => ({
		message: `The service did not answer within ${Math.round((elapsedMs ?? 0) / 1000)} seconds`,
		advice: afterLoss(endpoint),
	}),
	reset: ({ endpoint, cause }) => ({
		message: `The connection to the service broke off before an answer came${cause === undefined ? '' : ` (${cause})`}`,
		advice: afterLoss(endpoint),
	}),
	unreadable: ({ endpoint, cause, status }) => ({
		message: `The service's answer could not be read: status ${status}, ${cause === 'HTML' ? 'a web page instead of data' : 'not complete JSON'}`,
		advice: `${cause === 'HTML' ? 'Check the base address in the credential (it ends in /v1). ' : ''}${afterLoss(endpoint)}`,
	}),
	cancelled: ({ endpoint }) => ({
		message: 'The execution was stopped while a call was under way',
		advice: isCharged(endpoint.billing)
			? 'The call may have been processed and charged.'
			: 'Nothing was charged.',
	}),
	requestLimit: () => ({
		message: 'Not sent, because the run has used up its Maximum Requests',
		advice: 'Nothing was charged for it. Raise Options > Maximum Requests, or run the rest later.',
	}),
	notSent: ({ serviceText }) => ({
		message: "Not sent, because the run ended before this item's turn",
		advice: serviceText ?? BLOCKED,
	}),
};

/** Says what happened and what to do next; the service's own words stand in the message. */
export function explain(failure: ServiceFailure): Explanation {
	const { message, advice } = EXPLANATIONS[failure.kind](failure);
	const words = failure.kind === 'notSent' ? '' : quoted(failure.serviceText);
	return {
		message: `${message}${words}`,
		advice: failure.note === undefined ? advice : `${advice} ${failure.note}`,
	};
}
