/**
 * Numbers that look arbitrary and can be read back: index → number → index, by multiplication modulo a
 * prime. So a document leads to its record without a table.
 */
export class Numbering {
	private readonly inverse: bigint;

	constructor(
		private readonly prime: number,
		private readonly factor: number,
		private readonly offset: number,
	) {
		this.inverse = power(BigInt(factor), BigInt(prime) - 2n, BigInt(prime));
	}

	numberOf(index: number): number {
		return Number((BigInt(index) * BigInt(this.factor) + BigInt(this.offset)) % BigInt(this.prime));
	}

	/** -1 for what is no number, as where a document has letters. */
	indexOf(number: number): number {
		if (!Number.isInteger(number)) return -1;
		const prime = BigInt(this.prime);
		return Number((((BigInt(number - this.offset) * this.inverse) % prime) + prime) % prime);
	}
}

function power(base: bigint, exponent: bigint, modulus: bigint): bigint {
	let result = 1n;
	let square = base % modulus;
	for (let rest = exponent; rest > 0n; rest >>= 1n) {
		if (rest & 1n) result = (result * square) % modulus;
		square = (square * square) % modulus;
	}
	return result;
}
