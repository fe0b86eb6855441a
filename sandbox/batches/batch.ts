import type { EndpointName } from '../../contract';
import type { Contact, Identified, Kind } from './contact';

/** What became of one record. Its details are made when they are read. */
export interface RecordResult {
	readonly identified?: Identified;
	readonly status: 'completed' | 'failed';
	readonly error?: string;
	/** Succeeded without details. */
	readonly empty: boolean;
	/** Its credit goes back. */
	readonly refunded: boolean;
}

/** An enrichment that was accepted. */
export interface Batch {
	readonly id: string;
	/** The integer that the event webhook names it by. */
	readonly jobId: number;
	readonly kind: Kind;
	readonly contacts: readonly Contact[];
	readonly endpoint: EndpointName;
	readonly requestId: number;
	readonly sync: boolean;
	readonly webhookUrl?: string;
	readonly startedAt: number;
	readonly durationMs: number;
	/** Credits were taken for its records; otherwise there were not enough and it will fail. */
	readonly paid: boolean;
	state: 'processing' | 'completed' | 'failed';
	closedAt?: number;
	/** Why the whole batch failed. */
	error?: string;
	results: readonly RecordResult[];
	/** The status answer of a closed batch, as it is cached. */
	cached?: { readonly text: string; readonly until: number };
}
