import { digits, duration } from '../base/text';
import { isCharged, repeatAfterLoss, type RepeatAfterLoss, type Wallet } from '../../contract/model/billing';
import { AdvisedError } from '../base/errors';
import { quoted } from '../base/redact';
import { limits } from '../../contract/model/limits';
import { ServiceFailure, type FailureKind } from './failure';
import { MOST_BYTES } from './request';

export interface Explanation {
	readonly message: string;
	readonly advice: string;
}

const walletName = (wallet: Wallet | undefined): string =>
	wallet === undefined ? 'this product' : `the ${wallet.toUpperCase()} product`;

const monthly = (wallet: Wallet | undefined): string => {
	if (wallet === undefined) return '';
	const limit = wallet === 'b2b' ? limits.b2bRequestsPerMonth : limits.b2cRequestsPerMonth;
	return ` (by default ${digits(limit)} requests)`;
};

const BLOCKED =
	"No more requests were sent. Wait until the block ends, or ask the account administrator to raise the limit or to exempt this n8n's IP address.";

const AFTER_LOSS: Readonly<Record<RepeatAfterLoss, string>> = {
	safe: 'Retrying the same call is safe: the service does not charge it twice.',
	sameKeyAfterHold:
		'The call may have been processed and charged. Retry this execution instead of starting a new one: it sends the same idempotency key, so a finished call is not charged again.',
	never:
		"The call may have been processed and charged, so it was not retried. Check the balance, or the batches and jobs in the service's web app, before you run it again.",
};

function afterLoss({ endpoint, isChargedAgain }: ServiceFailure): string {
	if (!isCharged(endpoint.billing)) return 'The call is free and can be retried.';
	if (isChargedAgain) {
		return 'The page may have been charged as a new search, so it was not requested again. Check the balance before you run it again.';
	}
	return AFTER_LOSS[repeatAfterLoss(endpoint)];
}

const UNREADABLE: Readonly<Partial<Record<string, string>>> = {
	HTML: 'a web page instead of data',
	nothing: 'an empty response',
	'no batch': "an answer that doesn't mention the batch",
};

type Words = readonly [message: string, advice: string];

const EXPLANATIONS: Readonly<Record<FailureKind, Words | ((failure: ServiceFailure) => Words)>> = {
	unauthorized: [
		'The service did not accept the API key or the IP address of this n8n instance',
		"Check the API key in the credential. If the service's message names an IP address, the account administrator must add it to the account's whitelist.",
	],
	noCredit: ({ endpoint: { wallet } }) => [
		`No credits left for ${walletName(wallet)}`,
		`The call was not charged. Only ${walletName(wallet)} is out of credits; Account > Get Balance shows the remaining credits of each product.`,
	],
	notReleased: [
		'This part of the service is not enabled for the account',
		'The API key is valid. The account administrator must have this part enabled.',
	],
	notFound: [
		'The service found nothing for this request',
		'Check the document, URL or ID. Nothing was charged.',
	],
	rejected: [
		'The service rejected the request',
		"Fix what the quoted message reports. If a parameter name or format is wrong, you can override it in 'Advanced (JSON)'.",
	],
	noSlot: ({ retryAfterSeconds: seconds }) => [
		'The service had no free slot for a synchronous call',
		`Nothing was charged. Try again ${seconds === undefined ? 'shortly' : `in ${duration(seconds)}`}, run fewer calls in parallel, or use the batch operation.`,
	],
	dailyLimit: [
		`The account's daily request limit is used up; the service blocks it for ${limits.blockHours} hours`,
		BLOCKED,
	],
	monthlyLimit: ({ endpoint: { wallet } }) => [
		`The monthly request limit of ${walletName(wallet)} is used up${monthly(wallet)}`,
		BLOCKED,
	],
	limit: [
		'The account has reached its daily or monthly request limit',
		`A daily limit blocks the account for ${limits.blockHours} hours. ${BLOCKED}`,
	],
	pending: ['The result is not ready yet', 'Try again later; nothing is lost.'],
	serverError: (failure) => [`The service failed with status ${failure.status}`, afterLoss(failure)],
	redirected: [
		'The service answered with a redirect or a web page instead of data',
		'The redirect was not followed, so the key was not sent anywhere else. Check the base address in the credential (it ends in /v1).',
	],
	reported: (failure) => [
		'The service rejected the request',
		`It answered with status 200 and no result. ${repeatAfterLoss(failure.endpoint) === 'safe' ? afterLoss(failure) : 'Answers without a result are not charged.'} Fix what the quoted message reports, or try again later.`,
	],
	unexpected: (failure) => [
		`The service answered with the unexpected status ${failure.status}`,
		`${afterLoss(failure)} If this persists, report it to the service.`,
	],
	noConnection: ({ cause }) => [
		`No connection to the service (${cause})`,
		'Nothing was sent or charged. Check the base address in the credential and the network of this n8n instance.',
	],
	timeout: (failure) => [
		`The service did not respond within ${duration(Math.round((failure.elapsedMs ?? 0) / 1000))}`,
		afterLoss(failure),
	],
	reset: (failure) => [
		`The connection to the service was lost before a response arrived${failure.cause === undefined ? '' : ` (${failure.cause})`}`,
		afterLoss(failure),
	],
	unreadable: (failure) => [
		`The service's response could not be read: status ${failure.status}, ${UNREADABLE[failure.cause ?? ''] ?? 'incomplete JSON'}`,
		`${failure.cause === 'HTML' ? 'Check the base address in the credential (it ends in /v1). ' : ''}${afterLoss(failure)}`,
	],
	tooLarge: (failure) => [
		`The service's response is larger than ${MOST_BYTES / 1024 / 1024} MB and was not read`,
		`${afterLoss(failure)} Ask for less at once; a finished batch or job can also be read in the service's web app, free.`,
	],
	cancelled: ({ endpoint: { billing } }) => [
		'The execution was stopped during a call',
		isCharged(billing) ? 'The call may have been processed and charged.' : 'Nothing was charged.',
	],
	requestLimit: [
		"Not sent: the execution reached 'maxRequests'",
		"Raise it in 'Advanced (JSON)', or run the remaining items later.",
	],
	creditLimit: [
		"Not sent: the execution reached 'Maximum Credits'",
		"This call was not charged. Raise 'Maximum Credits', or run the remaining items later.",
	],
	balanceLimit: [
		"Not sent: the balance must not fall below 'Minimum Balance'",
		"This call was not charged. Lower 'Minimum Balance', or buy credits; 'Account > Get Balance' shows those of each product.",
	],
	notSent: ({ serviceText }) => ['Not sent: the run stopped before this item', serviceText ?? BLOCKED],
};

export function explain(failure: ServiceFailure): Explanation {
	const words = EXPLANATIONS[failure.kind];
	const [message, advice] = typeof words === 'function' ? words(failure) : words;
	const text = failure.kind === 'notSent' ? '' : quoted(failure.serviceText);
	return { message: `${message}${text}`, advice: [advice, failure.note].filter(Boolean).join(' ') };
}

/** What happened and what to do, as sentences for a hint or a reason. */
export function explained(error: Error): string {
	if (!(error instanceof ServiceFailure || error instanceof AdvisedError)) return error.message;
	const { message, advice } = error instanceof ServiceFailure ? explain(error) : error;
	return `${message}. ${advice}`;
}

export const reasonOf = (error: Error): string =>
	error instanceof ServiceFailure ? explain(error).message : error.message;
