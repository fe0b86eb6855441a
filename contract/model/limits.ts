/** Limits of the service (specification, "Limits"), each in its unit. The one home of these numbers. */
export const limits = {
	requestsPerDay: 100,
	blockHours: 24,
	b2cRequestsPerMonth: 100_000,
	b2bRequestsPerMonth: 50_000,
	searchCacheDays: 7,
	documentGraceHours: 24,
	completedStatusCacheSeconds: 30,
	/** Polling a batch more often gains nothing. */
	pollSeconds: 10,
	contactsPerBatch: 10_000,
	/** The server may hold a synchronous call this long. */
	holdSeconds: 50,
	/** What `Retry-After` says when no synchronous slot is free. */
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

/** Limits that the specification does not show. */
export const assumedLimits = {
	/** Most rows of one B2B search page; more is answered with 400 (documented, measured by one client). */
	searchPageSize: 50,
	/** Most companies of one batch: only the persons' maximum is specified; taken to be the same (guess). */
	companiesPerBatch: limits.contactsPerBatch,
	/** Rows that are asked for to have a list of codes in one request; all of them have fewer (guess). */
	wholeListSize: 5000,
	/** A request is given up after this time when the server does not hold calls (guess). */
	requestSeconds: 60,
	/** A request that the server may hold is given up after this time: above 55 s. */
	heldRequestSeconds: 75,
} as const;
