import type { Clock } from '../base/clock';
import type { Settings } from '../base/settings';

/** The business contexts that were asked for; each is read from the company's site for some minutes. */
export class IntelRequests {
	private readonly readyAt = new Map<string, number>();

	constructor(
		private readonly clock: Clock,
		private readonly settings: Settings,
	) {}

	/** Asks for the context of a CNPJ, once, and tells whether it is ready. */
	isReady(cnpj: string): boolean {
		const due = this.readyAt.get(cnpj) ?? this.clock.now() + this.settings.intelSeconds * 1000;
		this.readyAt.set(cnpj, due);
		return this.clock.now() >= due;
	}
}
