import { limits } from '../../contract/model/limits';
import type { Clock } from '../base/clock';
import { Refusal } from '../base/refusal';
import type { Settings } from '../base/settings';

/** Requests so far against the daily limit; every call counts, the free ones too. */
export class Usage {
	private day = '';
	private today = 0;
	private blockedUntil = 0;

	constructor(
		private readonly clock: Clock,
		private readonly settings: Settings,
	) {}

	/** Counts a call, or refuses it with 429. */
	count(): void {
		const now = this.clock.now();
		const day = new Date(now).toISOString().slice(0, 10);
		if (day !== this.day) this.today = 0;
		this.day = day;
		const most = this.settings.requestsPerDay;
		if (most !== null && now >= this.blockedUntil && this.today >= most) {
			this.blockedUntil = now + limits.blockHours * 3_600_000;
			// After the block the account starts anew, on whatever day that is.
			this.today = 0;
		}
		if (now < this.blockedUntil) throw new Refusal(429, 'daily_limit', 'Daily request limit exceeded.');
		this.today++;
	}
}
