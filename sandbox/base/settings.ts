import { type BrandTerms, neutralNames } from '../../contract/brandTerms';

/**
 * Everything about the sandbox that can be switched while it runs. Of several values the first is the default: where
 * sources about the service contradict each other, the harder one for a client.
 */
export class Settings {
	/** Calls whose price the specification does not state; `observed`: free are only those that were observed to be. */
	notStatedPrice: 'charged' | 'observed' | 'free' = 'charged';
	/** Company enrichment by bare CNPJ: full record, or charged and empty as one client measured. */
	companyByCnpj: 'full' | 'empty' = 'full';
	/** What an acknowledgement carries besides its own fields. */
	acknowledgement: 'bare' | 'statusRecord' = 'bare';
	/** How `url_webhook` is tested before a batch is accepted. */
	webhookProbe: 'head' | 'none' = 'head';
	/** Which form of autocomplete is recognized: the kind as the parameter's name, or `term` and `field`. */
	autocompleteForm: 'kind' | 'termAndField' = 'kind';
	/** Autocomplete with an empty text: 400, or the first values. */
	emptyTerm: 'refused' | 'answered' = 'refused';

	/** Real milliseconds before each answer. */
	latencyMs = 0;
	/** Speed of batches. */
	recordsPerSecond = 5000;
	/** Least time that a batch takes, on the clock. */
	batchMinimumSeconds = 2;
	/** Every n-th record of a batch (and every n-th synchronous call) fails; 0 for none. */
	failEveryNthRecord = 0;
	/** Every n-th record succeeds with `detalhes_contato` null; 0 for none. */
	emptyEveryNthRecord = 0;
	/** Every n-th synchronous call is slow; 0 for none. */
	slowEveryNthRecord = 0;
	/** How long a slow synchronous record takes; above 50 s the answer is 202. */
	slowRecordSeconds = 60;
	/** How many later pages a cache key serves before the service forgets it; 0 for as many as are asked for. */
	pagesPerKey = 0;
	/** Most entries in one answer of the reference data; 0 for no limit. */
	largestPage = 0;
	/** How long a job takes, from its acceptance to its file. */
	jobSeconds = 20;
	/** How long the business context of a company takes. */
	intelSeconds = 180;
	/** Synchronous calls that run at the same time; one more is answered with 429. */
	syncSlots = 10;

	/** Requests a day before 429 and a 24-hour block; null for no limit. */
	requestsPerDay: number | null = null;
	/** Batches fail as a whole with this reason; null for not at all. */
	batchException: string | null = null;
	/** Jobs fail with this reason and cost nothing; null for not at all. */
	jobException: string | null = null;
}

/** Changes settings; one that does not exist is refused, so that a test cannot switch nothing. */
export function changeSettings(settings: Settings, changes: Partial<Settings>): void {
	const known: object = settings;
	const unknown = Object.keys(changes).find((name) => !(name in known));
	if (unknown !== undefined) throw new Error(`No such setting: ${unknown}`);
	Object.assign(settings, changes);
}

/** How a sandbox is started. */
export interface Configuration {
	/** Port on the loopback address; 0 takes a free one. */
	readonly port: number;
	readonly apiKey: string;
	/** The same seed gives the same persons and companies. */
	readonly seed: number;
	readonly persons: number;
	readonly companies: number;
	/** `real` runs by itself; `manual` stands still until it is advanced. */
	readonly clock: 'real' | 'manual';
	/** How much faster than reality a real clock runs. */
	readonly speed: number;
	/** How many of the latest requests, deliveries and ledger entries are kept to be read. */
	readonly keepRequests: number;
	/** The live spelling of the three neutral words; answers use it, requests may use either. */
	readonly brandTerms: BrandTerms;
}

/** Every setting may be given, too. */
export type SandboxOptions = Partial<Configuration> & Partial<Settings>;

export const defaults: Configuration = {
	port: 0,
	apiKey: 'sandbox-key',
	seed: 1,
	persons: 100_000,
	companies: 20_000,
	clock: 'real',
	speed: 1,
	keepRequests: 10_000,
	brandTerms: neutralNames,
};
