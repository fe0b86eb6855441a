import { endpoints, type EndpointName } from '../../contract';

/**
 * Something that goes wrong on purpose.
 * - `refuse`: the connection is reset before the body is read.
 * - `reset`: the connection is reset instead of an answer.
 * - `status`: another status (and body, headers).
 * - `truncated`: the JSON of the answer breaks off in the middle.
 * - `html`, `empty`: a page, nothing.
 * - `redirect`: to `location`.
 * - `delay`: nothing but `delayMs`.
 * - `forget`: the service has forgotten all searches and their keys; the call itself is served.
 */
const KINDS = [
	'refuse',
	'reset',
	'status',
	'truncated',
	'html',
	'empty',
	'redirect',
	'delay',
	'forget',
] as const;

export type FaultKind = (typeof KINDS)[number];

/** A fault, and when it strikes. */
export interface Fault {
	readonly kind: FaultKind;
	/** Endpoint by its name in the contract; absent or `*` for all. */
	readonly endpoint?: EndpointName | '*';
	/**
	 * Before the service has done anything, or after it has processed (and charged) the call.
	 * By default before; `truncated` is always after.
	 */
	readonly when?: 'before' | 'after';
	/** How many calls it strikes; 1 by default. */
	readonly times?: number | 'always';
	/** Calls that it lets pass first. */
	readonly skip?: number;
	/** Real milliseconds before the answer. */
	readonly delayMs?: number;
	readonly status?: number;
	readonly body?: unknown;
	readonly headers?: Readonly<Record<string, string>>;
	readonly location?: string;
}

interface Planned {
	readonly fault: Fault;
	skip: number;
	left: number;
}

/** The faults that are set up. */
export class Faults {
	private planned: Planned[] = [];

	get active(): readonly Fault[] {
		return this.planned.map(({ fault }) => fault);
	}

	add(...faults: readonly Fault[]): void {
		for (const fault of faults) {
			const { kind, endpoint = '*' } = fault;
			// Faults come over HTTP, too: one that can never strike would let a test pass for nothing.
			if (!KINDS.includes(kind) || (endpoint !== '*' && !(endpoint in endpoints))) {
				throw new Error(`No such fault: ${kind} at ${endpoint}`);
			}
			const left = fault.times === 'always' ? Infinity : (fault.times ?? 1);
			this.planned.push({ fault, left, skip: fault.skip ?? 0 });
		}
	}

	clear(): void {
		this.planned = [];
	}

	/** The fault that strikes this call, if any; it is used up by one. */
	take(endpoints: readonly EndpointName[], kinds: 'refusals' | 'others'): Fault | undefined {
		for (const planned of this.planned) {
			const { endpoint = '*', kind } = planned.fault;
			if ((kind === 'refuse') !== (kinds === 'refusals')) continue;
			if (endpoint !== '*' && !endpoints.includes(endpoint)) continue;
			if (planned.skip-- > 0) continue;
			planned.left--;
			this.planned = this.planned.filter(({ left }) => left > 0);
			return planned.fault;
		}
		return undefined;
	}
}
