/** Limits of the service (specification, "Limits"); names give the unit. */
export const limits = {
	requestsPerDay: 100,
	blockHours: 24,
	b2cRequestsPerMonth: 100_000,
	b2bRequestsPerMonth: 50_000,
	searchCacheDays: 7,
	documentGraceHours: 24,
	completedStatusCacheSeconds: 30,
	/** Polling a batch more often has no benefit. */
	pollSeconds: 10,
	/** Also the longest list in any request. */
	contactsPerBatch: 10_000,
	/** The server may hold a synchronous call this long. */
	holdSeconds: 50,
	/** `Retry-After` when no synchronous slot is free. */
	slotRetrySeconds: 5,
	idempotencyKeyLength: 200,
	idempotencyKeyHours: 24,
	chatAppBatchNumbers: 1000,
	autocompleteResults: 50,
	layout3Emails: 5,
	leastJobQuantity: 1,
	webhookTimeoutSeconds: 30,
	webhookAttempts: 3,
	webhookRetrySeconds: 60,
} as const;

export const assumedLimits = {
	/** Rows per B2B search page; more returns 400 (documented, measured by one client). */
	searchPageSize: 50,
	/** Only the maximum for persons is specified; assumed to be the same (guess). */
	companiesPerBatch: limits.contactsPerBatch,
	/** Gets a whole list of codes in one request; every list is shorter (guess). */
	wholeListSize: 5000,
	/** Bursts of ten were seen to block an account. */
	concurrentRequests: 5,
	/** With the first burst, ten in ten seconds, which was not seen to block an account. */
	requestsPerMinute: 30,
	/** For requests that the server does not hold (guess). */
	requestSeconds: 60,
	/** For requests that the server may hold: above 55 s. */
	heldRequestSeconds: 75,
	/** More is not read: some five times the largest answer of the specification, the status of 10,000 contacts. */
	answerMegabytes: 64,
	answerValues: 2_000_000,
	answerLevels: 500,
} as const;

export const paceRanges = {
	maxConcurrentRequests: { minimum: 1, maximum: 100 },
	maxRequestsPerMinute: { minimum: 0 },
	/** Node timers are limited to 24 days; a longer one fires at once. */
	requestTimeout: { minimum: 1, maximum: 3600 },
} as const;
