import { limits } from '../../contract/model/limits';
import { Refusal } from '../base/refusal';
import type { Settings } from '../base/settings';

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
