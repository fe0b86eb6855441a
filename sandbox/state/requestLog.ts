import type { EndpointName } from '../../contract';
import type { Clock } from '../base/clock';

/** One call that reached the sandbox. */
export interface LoggedRequest {
	readonly id: number;
	/** On the sandbox's clock. */
	readonly time: number;
	readonly method: string;
	/** Path without the query. */
	readonly path: string;
	readonly query: Readonly<Record<string, string>>;
	/** Headers in lower case, without the key. */
	readonly headers: Readonly<Record<string, string>>;
	/** Whether the right key was sent in the right form. */
	keyAccepted: boolean;
	/** The endpoint of the contract; absent when path and method are of none. */
	endpoint?: EndpointName;
	/** The body as sent, parsed when it is JSON. */
	body?: unknown;
	/** Status answered; 0 when the connection was reset. */
	status: number;
	charged: number;
	refunded: number;
	/** Paths of fields that the service does not know and dropped. */
	unknownFields: readonly string[];
	/** The kind of fault that met the call. */
	fault?: string;
	/** The answer is a replay by Idempotency-Key. */
	replayed: boolean;
}

/** A call at the place of result files, which takes no key. */
export interface Download {
	readonly time: number;
	readonly method: string;
	readonly path: string;
	/** Whether the key, or any authorization, came along. */
	readonly keySent: boolean;
	readonly status: number;
}

/** What is known of a call before it is handled. */
export type Incoming = Pick<LoggedRequest, 'method' | 'path' | 'query' | 'headers'>;

/** Counters of calls and connections, for tests and benchmarks. */
export interface Traffic {
	requests: number;
	inFlight: number;
	maxInFlight: number;
}

/** The calls so far, the latest of them in full. */
export class RequestLog {
	/** Errors of the sandbox itself, which tests expect none of. */
	readonly mistakes: Error[] = [];
	readonly all: LoggedRequest[] = [];
	readonly traffic: Traffic = { requests: 0, inFlight: 0, maxInFlight: 0 };
	/** Calls by endpoint name; those of no endpoint by `none`. */
	readonly countByEndpoint: Record<string, number> = {};
	/** Calls at the place of result files; they do not count as calls of the interface. */
	readonly downloads: Download[] = [];

	constructor(
		private readonly clock: Clock,
		private readonly keep: number,
	) {}

	/** The kept calls of an endpoint, oldest first. */
	of(endpoint: EndpointName): LoggedRequest[] {
		return this.all.filter((request) => request.endpoint === endpoint);
	}

	/** The latest call. */
	get last(): LoggedRequest | undefined {
		return this.all.at(-1);
	}

	begin(incoming: Incoming): LoggedRequest {
		const headers = Object.fromEntries(
			Object.entries(incoming.headers).filter(([name]) => name !== 'authorization'),
		);
		const request: LoggedRequest = {
			...incoming,
			headers,
			id: ++this.traffic.requests,
			time: this.clock.now(),
			keyAccepted: false,
			status: 0,
			charged: 0,
			refunded: 0,
			unknownFields: [],
			replayed: false,
		};
		this.traffic.maxInFlight = Math.max(this.traffic.maxInFlight, ++this.traffic.inFlight);
		this.all.push(request);
		if (this.all.length > this.keep) this.all.shift();
		return request;
	}

	end(request: LoggedRequest, status: number): void {
		request.status = status;
		this.traffic.inFlight--;
		const name = request.endpoint ?? 'none';
		this.countByEndpoint[name] = (this.countByEndpoint[name] ?? 0) + 1;
	}

	noteDownload(download: Omit<Download, 'time'>): void {
		this.downloads.push({ time: this.clock.now(), ...download });
		if (this.downloads.length > this.keep) this.downloads.shift();
	}
}
