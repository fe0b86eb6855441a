import type { IDataObject } from 'n8n-workflow';

/** The records that came out of executions, by what they were asked for. */
export class Records {
	private readonly known = new Set<number>();
	/** Records that came out, those that came out again too. */
	all = 0;

	/** Records that came out, each counted once. */
	get distinct(): number {
		return this.known.size;
	}

	/** Takes the output of an execution; returns how many records are in it. */
	take(output: readonly IDataObject[]): number {
		const found = output.filter(({ outcome }) => outcome === 'enriched');
		for (const { valor_entrada: sent } of found) this.known.add(Number(sent));
		this.all += found.length;
		return found.length;
	}
}
