import type { Clock } from '../base/clock';
import type { Configuration } from '../base/options';
import type { Settings } from '../base/settings';
import { BatchRunner } from '../batches/runner';
import { DocumentGrace, Ledger } from '../billing/ledger';
import { SearchCache } from '../billing/searchCache';
import type { Companies } from '../data/companies';
import type { Persons } from '../data/persons';
import type { Population } from '../data/population';
import { JobRunner } from '../jobs/jobs';
import { Faults } from '../state/faults';
import { Idempotency, SyncSlots } from '../state/syncCalls';
import { RequestLog } from '../state/requestLog';
import type { Service } from '../state/service';
import { Usage } from '../state/usage';
import { Webhooks } from '../state/webhooks';

/** A set of prospecting filters that the account keeps. */
export interface SavedFilter {
	readonly id: number;
	readonly filter_name: string;
	/** 1 for persons, 2 for companies. */
	readonly filter_type: number;
	readonly data: unknown;
}

/** Everything that the service remembers. A reset makes a new one. */
export class World implements Service {
	readonly settings: Settings;
	readonly requests: RequestLog;
	readonly ledger: Ledger;
	readonly faults = new Faults();
	readonly usage: Usage;
	readonly searches: SearchCache;
	readonly documentGrace: DocumentGrace;
	readonly idempotency: Idempotency;
	readonly slots: SyncSlots;
	readonly webhooks: Webhooks;
	readonly batches: BatchRunner;
	readonly jobs: JobRunner;
	readonly savedFilters: SavedFilter[] = [];
	/** When the business context of a CNPJ is ready. */
	readonly intelReadyAt = new Map<string, number>();
	readonly persons: Persons;
	readonly companies: Companies;

	constructor(
		readonly config: Configuration,
		readonly clock: Clock,
		population: Population,
		/** Where result files are. */
		readonly filesUrl: string,
	) {
		this.settings = { ...config.settings };
		this.persons = population.persons;
		this.companies = population.companies;
		this.requests = new RequestLog(clock, config.keepRequests);
		this.ledger = new Ledger(clock, config.keepRequests, (entry) => this.requests.noteCredits(entry));
		this.usage = new Usage(clock, this.settings);
		this.searches = new SearchCache(clock);
		this.documentGrace = new DocumentGrace(clock);
		this.idempotency = new Idempotency(clock);
		this.slots = new SyncSlots(this.settings);
		this.webhooks = new Webhooks(clock, this.settings, config.keepRequests);
		this.batches = new BatchRunner(this);
		this.jobs = new JobRunner(this);
		this.ledger.set('b2b', config.credits.b2b);
		this.ledger.set('b2c', config.credits.b2c);
	}
}
