import type { Clock } from '../base/clock';

/** Documents that were paid for lately: asking again is free (credit rule 4). For the account, not the key. */
export class DocumentGrace {
	private readonly until = new Map<string, number>();

	constructor(private readonly clock: Clock) {}

	isOpen(document: string): boolean {
		return this.clock.now() < (this.until.get(document) ?? 0);
	}

	open(document: string, hours: number): void {
		this.until.set(document, this.clock.now() + hours * 3_600_000);
	}
}
