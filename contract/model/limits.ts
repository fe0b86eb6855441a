/** Limits of the service (specification, "Limits"). Defined only here; names give the unit. */
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
	/** Also the longest list that any request takes. */
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
	/** Maximum rows per B2B search page; more returns 400 (documented, measured by one client). */
	searchPageSize: 50,
	/** Maximum companies per batch: only the maximum for persons is specified; assumed to be the same (guess). */
	companiesPerBatch: limits.contactsPerBatch,
	/** Page size that gets a whole list of codes in one request; every list is shorter (guess). */
	wholeListSize: 5000,
	/** Parallel requests: bursts of ten were seen to block an account. */
	concurrentRequests: 5,
	/** Requests started per minute: with the first burst, ten in ten seconds, which was not seen to block an account. */
	requestsPerMinute: 30,
	/** Timeout of a request that the server does not hold (guess). */
	requestSeconds: 60,
	/** Timeout of a request that the server may hold: above 55 s. */
	heldRequestSeconds: 75,
} as const;

/** How far the user may go in what is said of an account's pace. */
export const paceRanges = {
	maxConcurrentRequests: { minimum: 1, maximum: 100 },
	maxRequestsPerMinute: { minimum: 0 },
	/** A timer of Node takes no more than 24 days: above that, it would end at once. */
	requestTimeout: { minimum: 1, maximum: 3600 },
} as const;
