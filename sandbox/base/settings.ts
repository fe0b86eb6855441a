/**
 * Everything about the sandbox that can be switched while it runs. Where sources about the service
 * contradict each other the default is the harder of the two for a client.
 */

/** Settings with a closed list of values; the first is the default. */
const choices = {
	/** The caller's address: unknown to the whitelist, on it (exempt from the daily limit) or refused (401). */
	callerIp: ['unlisted', 'listed', 'refused'],
	/** Whether the interface is released for the account; otherwise 406. */
	released: [true, false],

	/** A filter value outside the closed list: matches nothing (and is charged), or 400. */
	unknownFilterValues: ['matchNothing', 'refused'],
	/** Calls whose price the specification does not state; `observed`: free are only those that were observed to be. */
	notStatedPrice: ['charged', 'observed', 'free'],

	/** Company enrichment by bare CNPJ: full record, or charged and empty as one client measured. */
	companyByCnpj: ['full', 'empty'],
	/** What an acknowledgement carries besides its own fields. */
	acknowledgement: ['bare', 'statusRecord'],

	/** How `url_webhook` is tested before a batch is accepted. */
	webhookProbe: ['head', 'none'],
	/** `id_processamento` in the push. */
	pushedId: ['same', 'altered'],

	/** Where a result record holds its data: in `detalhes_contato`, or in the record itself. */
	recordData: ['details', 'record'],

	/** A lookup by document that finds nothing. */
	lookupMiss: ['emptyList', 'notFound'],
	/** CPF and CNPJ in records, of lookups and enrichments, and in result files; numbers lose their leading zeros. */
	documentsAs: ['text', 'number'],

	/** The name of a persons job: also part of the persons' names, as specified and as in a count, or only a name. */
	jobName: ['filters', 'nameOnly'],

	/** Which form of autocomplete is recognised: the kind as the parameter's name, or `term` and `field`. */
	autocompleteForm: ['kind', 'termAndField'],
	/** Autocomplete with an empty text: 400, or the first values. */
	emptyTerm: ['refused', 'answered'],
} as const;

/** Settings that are numbers, with their defaults. */
const numbers = {
	/** Real milliseconds before each answer. */
	latencyMs: 0,
	/** Speed of batches. */
	recordsPerSecond: 5000,
	/** Least time that a batch takes, on the clock. */
	batchMinimumSeconds: 2,
	/** Every n-th record of a batch (and every n-th synchronous call) fails; 0 for none. */
	failEveryNthRecord: 0,
	/** Every n-th record succeeds with `detalhes_contato` null; 0 for none. */
	emptyEveryNthRecord: 0,
	/** Every n-th synchronous call is slow; 0 for none. */
	slowEveryNthRecord: 0,
	/** How long a slow synchronous record takes; above 50 s the answer is 202. */
	slowRecordSeconds: 60,
	/** How many later pages a cache key serves before the service forgets it; 0 for as many as are asked for. */
	pagesPerKey: 0,
	/** Most entries in one answer of the reference data; 0 for no limit. */
	largestPage: 0,
	/** How long a job takes, from its acceptance to its file. */
	jobSeconds: 20,
	/** How long the business context of a company takes. */
	intelSeconds: 180,
	/** Synchronous calls that run at the same time; one more is answered with 429. */
	syncSlots: 10,
	/** Records that a batch which fails by exception has already done; they stay charged. */
	recordsBeforeException: 0,
};

/** Settings that may be absent. */
interface Optional {
	/** Requests a day before 429 and a 24-hour block; null for no limit. */
	requestsPerDay: number | null;
	/** B2B requests a month before 429 until the next month; null for no limit. */
	b2bRequestsPerMonth: number | null;
	/** B2C requests a month before 429 until the next month; null for no limit. */
	b2cRequestsPerMonth: number | null;
	/** Calls within 10 seconds before a block of 5 minutes against abuse (measured by one client: about 10). */
	callsPerBurst: number | null;
	/** A second key of the account; null for none. */
	secondKey: string | null;
	/** Batches fail as a whole with this reason; null for not at all. */
	batchException: string | null;
	/** Jobs fail with this reason and cost nothing; null for not at all. */
	jobException: string | null;
}

type Choices = { -readonly [Name in keyof typeof choices]: (typeof choices)[Name][number] };

/** What can be switched while the sandbox runs. */
export type Settings = Choices & typeof numbers & Optional;

const optional: Readonly<Record<keyof Optional, 'number' | 'string'>> = {
	requestsPerDay: 'number',
	b2bRequestsPerMonth: 'number',
	b2cRequestsPerMonth: 'number',
	callsPerBurst: 'number',
	secondKey: 'string',
	batchException: 'string',
	jobException: 'string',
};

/** The settings that a sandbox starts with. */
export const defaultSettings = (): Settings => ({
	...(Object.fromEntries(Object.entries(choices).map(([name, [first]]) => [name, first])) as Choices),
	...numbers,
	requestsPerDay: null,
	b2bRequestsPerMonth: null,
	b2cRequestsPerMonth: null,
	callsPerBurst: null,
	secondKey: null,
	batchException: null,
	jobException: null,
});

/** Changes settings; what does not exist is refused, so that a test cannot switch nothing. */
export function changeSettings(settings: Settings, changes: Readonly<Record<string, unknown>>): void {
	for (const [name, value] of Object.entries(changes)) {
		if (!isAllowed(name, value)) throw new Error(`No such setting: ${name} = ${JSON.stringify(value)}`);
	}
	Object.assign(settings, changes);
}

function isAllowed(name: string, value: unknown): boolean {
	if (name in choices) {
		const allowed: readonly unknown[] = choices[name as keyof typeof choices];
		return allowed.includes(value);
	}
	if (name in numbers) return typeof value === 'number';
	return name in optional && (value === null || typeof value === optional[name as keyof Optional]);
}
