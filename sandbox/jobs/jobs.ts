import { hash } from '../base/random';
import type { LoggedRequest } from '../state/requestLog';
import type { Service } from '../state/service';

export type Cell = string | number | null | undefined;

/** Rows of a result file. */
export interface Table {
	/** Name of the file, without its ending. */
	readonly name: string;
	readonly columns: readonly string[];
	readonly rows: ReadonlyArray<readonly Cell[]>;
}

/** The kinds of job as the event webhook names them. */
export type JobType = 'prospecting' | 'enrichment';

/** What is known of a job when it is accepted. */
export interface JobOrder {
	readonly type: JobType;
	/** Absent for what nobody has ordered. */
	readonly request?: LoggedRequest;
	/** Credits that were taken. */
	readonly charged: number;
	/** Credits that go back at the end, of records without result. */
	readonly refunded: number;
	readonly spreadsheet: boolean;
	/** The result, made when it is fetched. */
	readonly tables: () => readonly Table[];
}

/** A job that makes a file. */
export interface Job extends JobOrder {
	readonly id: number;
	/** Name of its zip at the place of files. */
	readonly file: string;
	state: 'requested' | 'done' | 'error';
	/** Why it failed. */
	error?: string;
	/** The file, once it was fetched. */
	content?: Uint8Array;
}

/** The first job id; far from the numbers by which events name batches. */
const FIRST_ID = 100_001;

/** Accepts jobs and carries them out on the clock. */
export class JobRunner {
	private readonly jobs: Job[] = [];

	constructor(private readonly service: Service) {}

	find(type: JobType, id: number): Job | undefined {
		return this.jobs.find((job) => job.id === id && job.type === type);
	}

	/** The job that is done and has this file. */
	withFile(file: string): Job | undefined {
		return this.jobs.find((job) => job.file === file && job.state === 'done');
	}

	start(order: JobOrder): Job {
		const { clock, settings } = this.service;
		const id = FIRST_ID + this.jobs.length;
		const secret = hash(id, 0, 11).toString(16).padStart(8, '0');
		const job: Job = { ...order, id, file: `${order.type}-${id}-${secret}.zip`, state: 'requested' };
		this.jobs.push(job);
		clock.after(settings.jobSeconds * 1000, () => this.close(job));
		return job;
	}

	private close(job: Job): void {
		const { settings, ledger, webhooks } = this.service;
		const { id, type, request, charged, refunded } = job;
		const error = settings.jobException ?? undefined;
		job.error = error;
		job.state = error === undefined ? 'done' : 'error';
		ledger.refund(error === undefined ? refunded : charged, { wallet: 'b2c', request });
		webhooks.pushEvent(id, type, job.state);
	}
}
