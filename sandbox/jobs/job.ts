import type { EndpointName } from '../../contract';
import type { Table } from './table';

/** The kinds of job as the event webhook names them. */
export type JobType = 'prospecting' | 'enrichment';

/** What is known of a job when it is accepted. */
export interface JobOrder {
	readonly type: JobType;
	readonly endpoint: EndpointName;
	readonly requestId: number;
	readonly name: string;
	/** Records that are exported or worked on. */
	readonly records: number;
	/** Credits that were taken. */
	readonly charged: number;
	/** Credits that go back at the end, of records without result. */
	readonly refunded: number;
	readonly spreadsheet: boolean;
	readonly callbackEmail?: string;
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
