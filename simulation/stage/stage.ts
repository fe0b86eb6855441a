import type { IDataObject } from 'n8n-workflow';

import { startSandbox, type Sandbox, type SandboxOptions } from '../../sandbox';
import type { Figures } from '../plan/paper';
import { SERVICE } from '../plan/plan';
import { Callbacks } from './callbacks';
import { Engine } from './engine';
import { Records } from './records';
import { SimulatedTime } from './time';
import { Traffic } from './traffic';

/** Everything begins at this time: the first of a month of 31 days, at nine. */
const START = Date.UTC(2026, 2, 1, 9);
const DAY_MS = 86_400_000;

/** What was seen of a scenario. */
export interface Seen extends Figures {
	readonly requestsByEndpoint: Readonly<Record<string, number>>;
	readonly executions: number;
	/** Records that came out, each of them another one. */
	readonly records: number;
	/** Items that came out without a record: not sent, or refused. */
	readonly notObtained: number;
	/** Answers that blocked the account. */
	readonly blocks: number;
	/** Synchronous calls for which there was no slot. */
	readonly noSlot: number;
	readonly mostWithinTenSeconds: number;
	readonly mostWithinADay: number;
	/** The ledger charges each record that came out once, and nothing else. */
	readonly ledgerEqualsOutput: boolean;
}

/** The account of a scenario. */
export type Account = Pick<
	SandboxOptions,
	'callerIp' | 'requestsPerDay' | 'b2bRequestsPerMonth' | 'slowRecordSeconds' | 'recordsPerSecond'
>;

const OPERATIONS = {
	enrichNow: { persons: 'enrichPersonNow', companies: 'enrichCompanyNow' },
	enrichBatch: { persons: 'enrichPersonBatch', companies: 'enrichCompanyBatch' },
} as const;

/** One execution: of which records, and how. */
export interface Work {
	readonly kind: 'companies' | 'persons';
	readonly operation: 'enrichNow' | 'enrichBatch';
	readonly parameters?: IDataObject;
	readonly first: number;
	readonly count: number;
}

/** An n8n and a service that share a simulated time. */
export class Stage {
	readonly start: number;
	private workerMs = 0;
	private executions = 0;
	private notObtained = 0;
	private readonly records = new Records();

	constructor(
		private readonly sandbox: Sandbox,
		readonly time: SimulatedTime,
		private readonly traffic: Traffic,
		private readonly engine: Engine,
		private readonly callbacks: Callbacks,
	) {
		this.start = time.now();
	}

	/** Waits until so many seconds after the beginning. */
	async at(seconds: number): Promise<void> {
		await this.time.until(this.start + seconds * 1000);
	}

	/** Executes a workflow and takes what comes out of it, also after a wait by webhook. */
	async execute({ kind, operation, parameters, first, count }: Work): Promise<void> {
		const people = kind === 'persons';
		const field = people ? 'id_pessoa' : 'id_empresa';
		const idOf = people ? this.sandbox.persons.id : this.sandbox.companies.id;
		const began = this.time.now();
		this.executions++;
		const execution = await this.engine.execute({
			resource: people ? 'b2bPerson' : 'b2bCompany',
			operation: OPERATIONS[operation][kind],
			parameters: { identifyBy: field, [field]: `={{ $json.${field} }}`, ...parameters },
			items: Array.from({ length: count }, (_, i) => ({ [field]: idOf(first + i) })),
		});
		this.workerMs += this.time.now() - began;
		const items = await this.callbacks.itemsOf(execution);
		const obtained = this.records.take(items.map(({ json }) => json));
		this.notObtained += count - obtained;
	}

	/** What was seen so far. */
	seen(): Seen {
		const { ledger, requests } = this.sandbox;
		const credits = ledger.charged('b2b') - ledger.refunded('b2b');
		return {
			elapsedSeconds: (this.time.now() - this.start) / 1000,
			workerSeconds: this.workerMs / 1000,
			requests: requests.traffic.requests,
			credits,
			requestsByEndpoint: { ...requests.countByEndpoint },
			executions: this.executions,
			records: this.records.distinct,
			notObtained: this.notObtained,
			blocks: this.traffic.blocks,
			noSlot: this.traffic.noSlot,
			mostWithinTenSeconds: this.traffic.mostWithin(10_000),
			mostWithinADay: this.traffic.mostWithin(DAY_MS),
			ledgerEqualsOutput: credits === this.records.distinct && this.records.all === this.records.distinct,
		};
	}
}

/** Sets up an n8n and a service with so many records, lets the time pass until the work is done, and looks. */
export async function onStage(
	account: Account,
	population: number,
	work: (stage: Stage) => Promise<unknown>,
): Promise<Seen> {
	const sandbox = await startSandbox({
		clock: 'manual',
		persons: population,
		companies: population,
		credits: { b2b: 2 * population },
		// The bodies of large batches are large.
		keepRequests: 5,
		callsPerBurst: SERVICE.callsPerBurst,
		syncSlots: SERVICE.syncSlots,
		// Every synchronous call takes its time.
		slowEveryNthRecord: 1,
		slowRecordSeconds: SERVICE.callSeconds,
		...account,
	});
	await sandbox.clock.advance(START - sandbox.clock.now());
	const time = new SimulatedTime(sandbox.clock);
	const traffic = new Traffic(time);
	const callbacks = new Callbacks(time, traffic);
	const engine = new Engine(sandbox, traffic, await callbacks.open());
	callbacks.serve(engine);
	const stage = new Stage(sandbox, time, traffic, engine, callbacks);
	try {
		await time.pass(work(stage));
		return stage.seen();
	} finally {
		time.end();
		callbacks.close();
		await sandbox.close();
	}
}
