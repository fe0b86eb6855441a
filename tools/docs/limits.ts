import { assumedLimits, limits } from '../../contract/model/limits';
import { entry, list } from '../text/markdown';

const number = (value: number): string => value.toLocaleString('en-US');

/** The limits of the service that users meet, and what the node does about each. */
export const limitsList = (): string =>
	list(
		[
			[
				'Requests of an account that has no other agreement',
				`${number(limits.requestsPerDay)} a day; then blocked for ${limits.blockHours} hours`,
				'The node sends nothing further once it is met; **Maximum Requests** stops before',
			],
			[
				'Requests of a month',
				`${number(limits.b2bRequestsPerMonth)} B2B, ${number(limits.b2cRequestsPerMonth)} B2C`,
				'The node does the same',
			],
			[
				'Contacts of one batch',
				number(limits.contactsPerBatch),
				'The node splits more into several batches, which run beside one another',
			],
			[
				'Results of one search page',
				`${number(assumedLimits.searchPageSize)} (assumed)`,
				'The node loads as many pages as **Limit** or **Return All** need; they are free',
			],
			[
				'A search and its further pages stay free',
				`${limits.searchCacheDays} days`,
				'The node loads pages with the key of the search; the **New Leads** trigger searches again after that only when told to',
			],
			[
				'The same document stays free',
				`${limits.documentGraceHours} hours`,
				'The node asks for each document once in a run',
			],
			[
				'Result of an idempotency key',
				`${limits.idempotencyKeyHours} hours`,
				'Enrich Now always sends one, made of the contact',
			],
			[
				'Time that a synchronous call may be held',
				`${limits.holdSeconds} s`,
				`The node gives such a call up after ${assumedLimits.heldRequestSeconds} s only`,
			],
			[
				'Polling gains nothing below',
				`${limits.pollSeconds} s`,
				'The node leaves at least that time between two polls of a batch',
			],
			[
				'Numbers of one chat app batch',
				number(limits.chatAppBatchNumbers),
				'The node splits more into several batches',
			],
			[
				'Answer to a webhook',
				`within ${limits.webhookTimeoutSeconds} s; ${limits.webhookAttempts} attempts, ${limits.webhookRetrySeconds} s apart`,
				'The node answers an event when n8n has stored it, and a callback when the execution has it; the same event starts one workflow',
			],
		].map(([limit, value, done]) => entry(limit, `${value}. ${done}.`)),
	);
