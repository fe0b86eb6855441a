/**
 * Everything about the sandbox that can be switched while it runs. Where sources about the service
 * contradict each other the default is the harder of the two for a client.
 */
export interface Settings {
	/** Real milliseconds before each answer. */
	latencyMs: number;

	/** Requests a day before 429 and a 24-hour block; null for no limit, the specified one is in the contract. */
	requestsPerDay: number | null;
	/** B2B requests a month before 429 until the next month; null for no limit. */
	b2bRequestsPerMonth: number | null;
	/** B2C requests a month before 429 until the next month; null for no limit. */
	b2cRequestsPerMonth: number | null;
	/** The caller's address: unknown to the whitelist, on it (exempt from the daily limit) or refused (401). */
	callerIp: 'unlisted' | 'listed' | 'refused';
	/** Whether the interface is released for the account; otherwise 406. */
	released: boolean;
	/** Shape of error bodies; all of them were met. */
	errorShape: 'object' | 'text' | 'detail' | 'message' | 'html';

	/** Whether the order of filter values makes another search (credit rule 2). */
	searchIdentity: 'asSent' | 'sorted';
	/** A later page without cache key: charged each time, or free while its search is known. */
	laterPageWithoutKey: 'charged' | 'free';
	/** A cache key without `total_cacheado`: as if no key had been sent, or enough. */
	cacheKeyAlone: 'ignored' | 'enough';
	/** Price of a search that matches nothing. */
	emptySearch: 'charged' | 'free';
	/** A filter value outside the closed list: matches nothing (and is charged), or 400. */
	unknownFilterValues: 'matchNothing' | 'refused';
	/** Calls whose price the specification does not state. */
	notStatedPrice: 'charged' | 'free';

	/** Speed of batches. */
	recordsPerSecond: number;
	/** Least time that a batch takes, on the clock. */
	batchMinimumSeconds: number;
	/** Every n-th record of a batch (and every n-th synchronous call) fails; 0 for none. */
	failEveryNthRecord: number;
	/** Every n-th record succeeds with `detalhes_contato` null; 0 for none. */
	emptyEveryNthRecord: number;
	/** Every n-th synchronous call is slow; 0 for none. */
	slowEveryNthRecord: number;
	/** How long a slow synchronous record takes; above 50 s the answer is 202. */
	slowRecordSeconds: number;
	/** Synchronous calls that run at the same time; one more is answered with 429. */
	syncSlots: number;
	/** An empty record of a batch: charged as measured, or refunded. */
	emptyRecords: 'charged' | 'refunded';
	/** An empty record of a synchronous call: refunded as specified, or charged. */
	syncEmptyRecords: 'refunded' | 'charged';
	/** A contact of a batch without any recognised identifier. */
	unidentifiedContacts: 'charged' | 'failed';
	/** Company enrichment by bare CNPJ: full record, or charged and empty as one client measured. */
	companyByCnpj: 'full' | 'empty';
	/** Order of `contatos` in a result. */
	rowOrder: 'shuffled' | 'asSent';
	/** `valor_entrada` as text, or in the type that was sent. */
	echoedIdentifier: 'text' | 'asSent';
	/** Fewer credits than records: the accepted batch fails, or the submission is refused with 402. */
	batchShortage: 'fail' | 'refuse';
	/** Batches fail as a whole with this reason; null for not at all. */
	batchException: string | null;
	/** Records that a batch which fails by exception has already done; they stay charged. */
	recordsBeforeException: number;
	/** Status of the acknowledgement of a batch. */
	acknowledgementStatus: 200 | 202;
	/** What an acknowledgement carries besides its own fields. */
	acknowledgement: 'bare' | 'statusRecord';
	/** Name of the count of records in the status record. */
	recordCountName: 'total_registros' | 'total';

	/** How `url_webhook` is tested before a batch is accepted. */
	webhookProbe: 'head' | 'headAndGet' | 'none';
	/** `url_webhook` in the acknowledgement; nulled means that no push will come. */
	webhookEcho: 'echoed' | 'nulled';
	/** `id_processamento` in the push. */
	pushedId: 'same' | 'altered' | 'missing';

	/** Shape of the answer of GET /balance. */
	balanceShape: 'nested' | 'flat';
}

export const defaultSettings: Readonly<Settings> = {
	latencyMs: 0,
	requestsPerDay: null,
	b2bRequestsPerMonth: null,
	b2cRequestsPerMonth: null,
	callerIp: 'unlisted',
	released: true,
	errorShape: 'object',
	searchIdentity: 'asSent',
	laterPageWithoutKey: 'charged',
	cacheKeyAlone: 'ignored',
	emptySearch: 'charged',
	unknownFilterValues: 'matchNothing',
	notStatedPrice: 'charged',
	recordsPerSecond: 5000,
	batchMinimumSeconds: 2,
	failEveryNthRecord: 0,
	emptyEveryNthRecord: 0,
	slowEveryNthRecord: 0,
	slowRecordSeconds: 60,
	syncSlots: 10,
	emptyRecords: 'charged',
	syncEmptyRecords: 'refunded',
	unidentifiedContacts: 'charged',
	companyByCnpj: 'full',
	rowOrder: 'shuffled',
	echoedIdentifier: 'text',
	batchShortage: 'fail',
	batchException: null,
	recordsBeforeException: 0,
	acknowledgementStatus: 202,
	acknowledgement: 'bare',
	recordCountName: 'total_registros',
	webhookProbe: 'head',
	webhookEcho: 'echoed',
	pushedId: 'same',
	balanceShape: 'nested',
};

/** Changes settings; a name that does not exist is refused, so that a test cannot switch nothing. */
export function changeSettings(settings: Settings, changes: Readonly<Record<string, unknown>>): void {
	const unknown = Object.keys(changes).filter((name) => !(name in defaultSettings));
	if (unknown.length > 0) throw new Error(`No such setting: ${unknown.join(', ')}`);
	Object.assign(settings, changes);
}
