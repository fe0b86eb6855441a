import { assumedLimits } from '../../../../contract/model/limits';
import type { PageAnswer } from './page';

/**
 * Where a search is in its pages. They are asked for one after the other, all of the same size, so that none is left
 * out whatever their lengths: a service may make all of them shorter than was asked for, or leave rows out of some.
 *
 * Offsets count whole pages with the size that was asked for, and then the rows of a page. Where pages have that size
 * they are numbers of rows; where they have not, they still tell the page.
 */
export class Place {
	/** The page of the next row, counted from 1. */
	page = 1;
	/** Rows of that page that were given before. */
	skip = 0;
	/** Rows to ask for on each page. */
	readonly asked: number;
	/** Rows of a page by which offsets count: more than was asked for where pages are longer. */
	size: number;
	/** Where rows may be that were on none of the pages: behind the first that is shorter. */
	shortAt = 0;
	/** Rows of the longest page. */
	private longest = 0;
	/** Whether the offset tells a page by the size of pages that an earlier run has seen. */
	private readonly isSure: boolean;

	constructor(
		requested: number,
		{ offset, pageSize }: { readonly offset: number; readonly pageSize?: number },
	) {
		this.size = pageSize ?? requested;
		this.isSure = pageSize !== undefined;
		// Of a service whose pages are longer, no more is asked for than it is known to take.
		this.asked = Math.min(this.size, Math.max(requested, assumedLimits.searchPageSize));
		this.goTo(offset);
	}

	get offset(): number {
		return (this.page - 1) * this.size + this.skip;
	}

	/**
	 * Learns how long pages are from the one of the next row.
	 * @returns whether, by that, it is not the page of the next row
	 */
	learn(answer: PageAnswer, total: number | undefined, isFirst: boolean): boolean {
		const { length } = answer.rows;
		const { offset, page } = this;
		this.longest = Math.max(this.longest, length);
		this.size = Math.max(this.size, length, saidSize(answer, this.size, total) ?? 0);
		if (this.shortAt === 0 && length < this.size) this.shortAt = (page - 1) * this.size + length;
		// Of further pages, the number is sure.
		if (isFirst && !this.isSure) this.goTo(offset);
		return this.page !== page;
	}

	/** Goes on behind so many rows of a page with this length. */
	pass(rows: number, length: number): void {
		this.skip += rows;
		if (this.skip < length) return;
		this.page++;
		this.skip = 0;
	}

	/**
	 * Whether there may be rows behind those of a page.
	 * @param given rows of the search that were given
	 * @param isCounted whether they were all counted; otherwise there may have been more of them
	 */
	mayHaveMore(answer: PageAnswer, total: number | undefined, given: number, isCounted: boolean): boolean {
		const { page, rows } = answer;
		if (total === undefined) return rows.length >= this.size;
		if (given >= total) return false;
		if (page * this.size < total) return true;
		if (rows.length === 0) return false;
		// Pages may have lacked rows that the total does not count, or be shorter than they are asked for.
		if (isCounted) return true;
		// One that is shorter than was asked for may be the last, or as long as all are.
		return this.longest < this.size;
	}

	/** The last page that is needed for so many rows if the service makes pages as long as was asked for. */
	lastFor(wanted: number, total: number): number {
		return this.page - 1 + Math.ceil(Math.min(wanted, total - this.offset) / this.size);
	}

	/** Goes to the page of a row. */
	goTo(offset: number): void {
		this.page = Math.floor(offset / this.size) + 1;
		this.skip = offset % this.size;
	}
}

/** How long pages are by what the service says, if this page has the rows that it then has, or more than was asked for. */
function saidSize({ said, page, rows }: PageAnswer, asked: number, total = 0): number | undefined {
	if (said === undefined) return undefined;
	const here = Math.max(0, Math.min(said, total - (page - 1) * said));
	return rows.length === here || rows.length > asked ? said : undefined;
}
