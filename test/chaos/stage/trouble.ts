import type { EndpointName } from '../../../contract';
import type { Fault, LoggedRequest, Sandbox } from '../../../sandbox';
import { status } from '../../support/chaosCases';
import type { Trouble } from '../sequence/steps';
import type { Answer } from './process';

type Kind = Trouble['kind'];

/** When a call may ask for a slot again. */
const SLOT_SECONDS = '5';

/** Troubles that are faults of calls that are charged. */
const FAULTS: Partial<Record<Kind, Omit<Fault, 'endpoint'>>> = {
	lostBefore: { kind: 'reset', when: 'before' },
	lostAfter: { kind: 'reset', when: 'after' },
	'503Before': status(503, 'before'),
	'503After': status(503, 'after'),
	truncated: { kind: 'truncated' },
	noSlot: status(429, 'before', { headers: { 'Retry-After': SLOT_SECONDS } }),
};

/** After these, a run may have to leave open what becomes of what it has sent. */
const LEAVE_OPEN: readonly Kind[] = ['slow', 'notReady', 'pollLost'];

const DAY_MS = 24 * 3_600_000;

/** Makes what goes wrong in a step. */
export class TroubleMaker {
	private trouble?: Trouble;
	private requests = 0;
	/** When the block of the account ends. */
	private blockedUntil = 0;

	constructor(private readonly sandbox: Sandbox) {}

	/** The service blocks the account. */
	get isBlocking(): boolean {
		return this.sandbox.clock.now() < this.blockedUntil;
	}

	/** Whether an answer tells of the block, rather than of a slot that is not free. */
	tellsOfBlock({ statusCode, headers }: Answer): boolean {
		return statusCode === 429 && this.isBlocking && headers['retry-after'] !== SLOT_SECONDS;
	}

	begin(trouble: Trouble | undefined, endpoints: readonly EndpointName[]): void {
		this.trouble = trouble;
		this.requests = 0;
		if (trouble === undefined) return;
		const { kind, times, skip } = trouble;
		const fault = FAULTS[kind];
		if (fault !== undefined) {
			// Only synchronous calls have slots; elsewhere such an answer is a limit.
			const struck = new Set(endpoints.filter((name) => kind !== 'noSlot' || name.endsWith('Now')));
			for (const endpoint of struck) this.sandbox.faults.add({ ...fault, endpoint, times, skip });
		}
		switch (kind) {
			case 'pollLost':
				return this.sandbox.faults.add({
					kind: 'reset',
					when: 'after',
					endpoint: 'batchStatus',
					times,
					skip,
				});
			case 'slow':
				return this.sandbox.set({ slowEveryNthRecord: 1, slowRecordSeconds: [60, 30, 200][skip] });
			case 'notReady':
				return this.sandbox.set({ batchMinimumSeconds: [1000, 100, 36_000][skip], jobSeconds: 1000 });
			case 'failed':
				return this.sandbox.set({ failEveryNthRecord: 1 });
			case 'empty':
				return this.sandbox.set({ emptyEveryNthRecord: 2 });
			case 'batchFails':
				return this.sandbox.set({ batchException: 'exception' });
			default:
		}
	}

	/** A request is about to leave: whether there is a way for it. */
	leaves(): boolean {
		const { kind, times = 0, skip = 0 } = this.trouble ?? {};
		const struck = this.requests >= skip && this.requests < skip + times;
		this.requests++;
		if (kind === 'blocked' && struck && !this.isBlocking) {
			this.sandbox.set({ requestsPerDay: 0 });
			this.blockedUntil = this.sandbox.clock.now() + DAY_MS;
		}
		return !(kind === 'noConnection' && struck);
	}

	/** Whether the client can know what became of a request. */
	tells({ fault, status: answered }: LoggedRequest): boolean {
		if (this.trouble !== undefined && LEAVE_OPEN.includes(this.trouble.kind)) return false;
		return answered === 429 || fault === undefined;
	}

	end(): void {
		this.sandbox.faults.clear();
		this.sandbox.set({
			requestsPerDay: null,
			slowEveryNthRecord: 0,
			batchMinimumSeconds: 2,
			jobSeconds: 20,
			failEveryNthRecord: 0,
			emptyEveryNthRecord: 0,
			batchException: null,
		});
	}
}
