import { limits } from '../../contract/model/limits';
import type { Clock } from '../base/clock';
import { Refusal } from '../base/refusal';
import type { Settings } from '../base/settings';

/** An answer as it left. */
export interface StoredAnswer {
	readonly status: number;
	readonly headers: Readonly<Record<string, string>>;
	readonly text: string;
}

const keyOf = (key: string): string => key.slice(0, limits.idempotencyKeyLength);

/** Answers by Idempotency-Key, for the account: neither the body nor the endpoint counts. */
export class Idempotency {
	private readonly answers = new Map<string, StoredAnswer & { readonly until: number }>();

	constructor(private readonly clock: Clock) {}

	/** The answer that left under this key in the last 24 hours. */
	find(key: string): StoredAnswer | undefined {
		const answer = this.answers.get(keyOf(key));
		return answer !== undefined && this.clock.now() < answer.until ? answer : undefined;
	}

	/** Keeps an answer that leaves. One that another answer under the key overtook stays unkept. */
	store(key: string, answer: StoredAnswer): void {
		if (this.find(key) !== undefined) return;
		const until = this.clock.now() + limits.idempotencyKeyHours * 3_600_000;
		this.answers.set(keyOf(key), { ...answer, until });
	}
}

/** Room for synchronous calls that run at the same time. */
export class SyncSlots {
	private taken = 0;

	constructor(private readonly settings: Settings) {}

	/** Takes a slot for as long as the call runs, or refuses it with 429. */
	async during<T>(run: () => Promise<T>): Promise<T> {
		if (this.taken >= this.settings.syncSlots) {
			throw new Refusal(429, 'no_slot', 'No slot for synchronous execution.', {
				'Retry-After': String(limits.slotRetrySeconds),
			});
		}
		this.taken++;
		try {
			return await run();
		} finally {
			this.taken--;
		}
	}
}
