import { limits } from '../../contract/model/limits';
import type { WrittenAnswer } from '../base/answer';
import type { Clock } from '../base/clock';
import { Expiring } from '../base/expiring';
import { changeSettings, type Configuration, Settings } from '../base/settings';
import { BatchRunner } from '../batches/runner';
import { Ledger } from '../state/ledger';
import { SearchCache } from '../state/searchCache';
import type { Companies } from '../data/companies';
import type { Persons } from '../data/persons';
import type { Population } from '../data/population';
import { JobRunner } from '../jobs/jobs';
import { Faults } from '../state/faults';
import { RequestLog } from '../state/requestLog';
import type { Service } from '../state/service';
import { SyncSlots } from '../state/syncCalls';
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
	readonly settings = new Settings();
	readonly requests: RequestLog;
	readonly ledger: Ledger;
	readonly faults = new Faults();
	readonly usage: Usage;
	readonly searches: SearchCache;
	/** Documents that were paid for lately: asking again is free (credit rule 4). For the account, not the key. */
	readonly paidDocuments: Expiring<true>;
	/** Answers by Idempotency-Key, for the account: neither the body nor the endpoint counts. */
	readonly idempotency: Expiring<WrittenAnswer>;
	readonly slots: SyncSlots;
	/** Synchronous calls so far, by which some of them fail, are empty or are slow. */
	syncCalls = 0;
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
		settings: Partial<Settings>,
		readonly clock: Clock,
		{ persons, companies }: Population,
		/** Where result files are. */
		readonly filesUrl: string,
	) {
		changeSettings(this.settings, settings);
		this.persons = persons;
		this.companies = companies;
		this.requests = new RequestLog(clock, config.keepRequests);
		this.ledger = new Ledger(clock, config.keepRequests);
		this.usage = new Usage(clock, this.settings);
		this.searches = new SearchCache(clock);
		this.paidDocuments = new Expiring(clock, limits.documentGraceHours);
		this.idempotency = new Expiring(clock, limits.idempotencyKeyHours);
		this.slots = new SyncSlots(this.settings);
		this.webhooks = new Webhooks(clock, this.settings, config);
		this.batches = new BatchRunner(this);
		this.jobs = new JobRunner(this);
	}
}
