/** Where the numbers begin, so that the first ones are no rows of zeros. */
const FIRST = 1_234_567;

/**
 * Numbers of some digits that can be read back, so that a document leads to its record without a table. They are
 * written backwards: neighbours differ from the first digit on, and one in ten begins with a zero.
 */
export class Numbering {
	constructor(
		private readonly digits: number,
		private readonly offset: number,
	) {}

	numberOf(index: number): string {
		return turned(String(index + this.offset + FIRST).padStart(this.digits, '0'));
	}

	/** NaN where a document has letters. */
	indexOf(number: string): number {
		return Number(turned(number)) - this.offset - FIRST;
	}
}

const turned = (text: string): string => [...text].reverse().join('');
