import type { Wallet } from '../../contract/model/billing';
import type { Endpoint } from '../../contract/model/endpoint';
import { limits } from '../../contract/model/limits';
import type { Clock } from '../base/clock';
import { Refusal } from '../base/refusal';
import type { Settings } from '../base/settings';

/** A burst, and the block that follows it (one client's measurements, not specified). */
const BURST_MS = 10_000;
const CALM_MS = 300_000;

/** The product whose monthly limit a call counts against. */
const productOf = (endpoint: Endpoint): Wallet =>
	endpoint.wallet ?? (endpoint.path.startsWith('/b2b/') ? 'b2b' : 'b2c');

/** Requests so far against the daily and the monthly limits; every call counts, the free ones too. */
export class Usage {
	private day = '';
	private today = 0;
	private month = '';
	private readonly thisMonth: Record<Wallet, number> = { b2b: 0, b2c: 0 };
	private blockedUntil = 0;
	private latest: number[] = [];
	private calmUntil = 0;

	constructor(
		private readonly clock: Clock,
		private readonly settings: Settings,
	) {}

	/** Counts a call, or refuses it with 429. */
	count(endpoint: Endpoint): void {
		this.turnPeriods();
		this.countBurst();
		if (this.settings.callerIp !== 'listed') this.countDay();
		this.countMonth(productOf(endpoint));
	}

	private turnPeriods(): void {
		const day = new Date(this.clock.now()).toISOString().slice(0, 10);
		if (day !== this.day) this.today = 0;
		this.day = day;
		const month = day.slice(0, 7);
		if (month !== this.month) this.thisMonth.b2b = this.thisMonth.b2c = 0;
		this.month = month;
	}

	private countBurst(): void {
		const most = this.settings.callsPerBurst;
		if (most === null) return;
		const now = this.clock.now();
		this.latest = [...this.latest.filter((time) => time > now - BURST_MS), now];
		if (this.latest.length > most) this.calmUntil = now + CALM_MS;
		if (now < this.calmUntil) throw new Refusal(429, 'burst', 'Too many requests in a short time.');
	}

	private countDay(): void {
		const now = this.clock.now();
		const most = this.settings.requestsPerDay;
		if (most !== null && now >= this.blockedUntil && this.today >= most) {
			this.blockedUntil = now + limits.blockHours * 3_600_000;
			// After the block the account starts anew, on whatever day that is.
			this.today = 0;
		}
		if (now < this.blockedUntil) throw new Refusal(429, 'daily_limit', 'Daily request limit exceeded.');
		this.today++;
	}

	private countMonth(product: Wallet): void {
		const most = this.settings[`${product}RequestsPerMonth`];
		if (most !== null && this.thisMonth[product] >= most) {
			throw new Refusal(429, 'monthly_limit', `Monthly ${product.toUpperCase()} request limit exceeded.`);
		}
		this.thisMonth[product]++;
	}
}
