import { hash } from '../base/random';

/** Synthetic records, made from their index each time they are asked for. */
export abstract class Synthetic {
	constructor(
		protected readonly seed: number,
		readonly count: number,
		private readonly firstId: number,
	) {}

	id = (i: number): number => this.firstId + i;
	indexOfId = (id: number): number | undefined => this.known(id - this.firstId);

	/** One of so many, by the number of the property, so that properties vary independently. */
	protected pick = (i: number, salt: number, of: number): number => hash(this.seed, i, salt) % of;
	protected known = (index: number): number | undefined =>
		Number.isInteger(index) && index >= 0 && index < this.count ? index : undefined;
	/** By the number that ends what is written of it, which starts with 1. */
	protected numbered(pattern: RegExp, text: string): number | undefined {
		const found = pattern.exec(text);
		return found === null ? undefined : this.known(Number(found[1]) - 1);
	}
}
