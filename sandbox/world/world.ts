import type { Clock } from '../base/clock';
import type { Configuration } from '../base/options';
import type { Settings } from '../base/settings';
import { BatchRunner } from '../batches/runner';
import { DocumentGrace } from '../billing/documentGrace';
import { Ledger } from '../billing/ledger';
import { SearchCache } from '../billing/searchCache';
import type { Companies } from '../data/companies';
import type { Persons } from '../data/persons';
import type { Population } from '../data/population';
import { JobRunner } from '../jobs/runner';
import { Faults } from '../state/faults';
import { Idempotency } from '../state/idempotency';
import { IntelRequests } from '../state/intel';
import { RequestLog } from '../state/requestLog';
import { SavedFilters } from '../state/savedFilters';
import type { Service } from '../state/service';
import { SyncSlots } from '../state/syncSlots';
import { Usage } from '../state/usage';
import { Webhooks } from '../state/webhooks';

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
	readonly savedFilters = new SavedFilters();
	readonly intel: IntelRequests;
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
		this.intel = new IntelRequests(clock, this.settings);
		this.ledger.set('b2b', config.credits.b2b);
		this.ledger.set('b2c', config.credits.b2c);
	}
}
