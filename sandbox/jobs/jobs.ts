import type { EndpointName } from '../../contract';
import { hash } from '../base/random';
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
	readonly endpoint: EndpointName;
	readonly requestId: number;
	/** Records that are exported or worked on. */
	readonly records: number;
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

/** The first job id; far from the ids by which events name batches. */
const FIRST_ID = 100_001;

/** Accepts jobs and carries them out on the clock. */
export class JobRunner {
	private readonly jobs = new Map<number, Job>();

	constructor(private readonly service: Service) {}

	get all(): readonly Job[] {
		return [...this.jobs.values()];
	}

	find(type: JobType, id: number): Job | undefined {
		const job = this.jobs.get(id);
		return job?.type === type ? job : undefined;
	}

	/** The job that is done and has this file. */
	withFile(file: string): Job | undefined {
		return this.all.find((job) => job.file === file && job.state === 'done');
	}

	start(order: JobOrder): Job {
		const { clock, settings } = this.service;
		const id = FIRST_ID + this.jobs.size;
		const secret = hash(id, order.records, 11).toString(16).padStart(8, '0');
		const job: Job = { ...order, id, file: `${order.type}-${id}-${secret}.zip`, state: 'requested' };
		this.jobs.set(id, job);
		clock.after(settings.jobSeconds * 1000, () => this.close(job));
		return job;
	}

	private close(job: Job): void {
		const { jobException } = this.service.settings;
		job.state = jobException === null ? 'done' : 'error';
		if (jobException !== null) job.error = jobException;
		this.refund(job, jobException === null ? job.refunded : job.charged);
		this.announce(job);
	}

	private refund({ id, endpoint, requestId }: Job, credits: number): void {
		this.service.ledger.refund(credits, {
			wallet: 'b2c',
			reason: 'records without result',
			endpoint,
			requestId,
			batchId: jobReference(id),
		});
	}

	private announce({ id, type, state }: Job): void {
		this.service.webhooks.pushEvent(id, type, state);
	}
}

/** How the ledger names a job. */
export const jobReference = (id: number): string => `job-${id}`;
