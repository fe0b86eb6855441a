import { endpoints, type EndpointName } from '../../contract';
import { type Answer, json, type WrittenAnswer } from '../base/answer';

/**
 * Something that goes wrong on purpose.
 * - `reset`: the connection is reset instead of an answer.
 * - `status`: an answer with another status (and body, headers).
 * - `truncated`: the JSON of the answer breaks off in the middle.
 * - `delay`: nothing but `delayMs`.
 */
const KINDS = ['reset', 'status', 'truncated', 'delay'] as const;

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
	/** A text is sent as it is, anything else as JSON. */
	readonly body?: unknown;
	readonly headers?: Readonly<Record<string, string>>;
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
	take(name: EndpointName): Fault | undefined {
		for (const planned of this.planned) {
			const { endpoint = '*' } = planned.fault;
			if (endpoint !== '*' && endpoint !== name) continue;
			if (planned.skip-- > 0) continue;
			planned.left--;
			this.planned = this.planned.filter(({ left }) => left > 0);
			return planned.fault;
		}
		return undefined;
	}
}

/** Does the call get processed although the fault strikes? */
export const isProcessed = ({ kind, when }: Fault): boolean =>
	when === 'after' || kind === 'truncated' || kind === 'delay';

/** What a fault makes of the answer; of no answer when the call was not processed. */
export function spoiled(fault: Fault, answer: WrittenAnswer | undefined): Answer {
	const { kind, status = 500, headers = {} } = fault;
	if (kind === 'status') {
		const { body = { error: { code: 'fault', description: `Fault ${status}` } } } = fault;
		return typeof body === 'string' ? { status, headers, text: body } : json(status, body, headers);
	}
	if (kind === 'reset' || answer === undefined) return 'reset';
	return kind === 'delay' ? answer : { ...answer, text: answer.text.slice(0, answer.text.length >> 1) };
}
