import { assumedLimits } from '../../../../contract/model/limits';
import type { PageAnswer } from './page';

/** Pages from whose length the size of the others is learned, at most. */
const MOST_LESSONS = 2;

/** A page at the place that it has by the size of the pages. */
export interface PlacedPage {
	readonly answer: PageAnswer;
	/** It has shown another size than was said. */
	readonly isLesson: boolean;
	/** Its size is another than that of the page before or, for the first, than was asked for. */
	readonly isOther: boolean;
}

/**
 * How many rows the pages of a search have, on which their place depends: as the service says, unless the first pages
 * show another number.
 */
export class PageSizes {
	private lessons = MOST_LESSONS;
	private size: number;
	private isShown: boolean;

	/** @param shown what the pages of an earlier run have shown */
	constructor(requested: number, shown?: number) {
		this.size = shown ?? requested;
		this.isShown = shown !== undefined;
	}

	/** Rows on a page, where the pages have shown another number than was asked for. */
	get shown(): number | undefined {
		return this.isShown ? this.size : undefined;
	}

	/** Rows to ask for: also of a service whose pages are longer, no more than it is known to take. */
	get asked(): number {
		return this.isShown ? Math.min(this.size, assumedLimits.searchPageSize) : this.size;
	}

	/** The number of the page on which a row is. */
	pageOf(offset: number): number {
		return Math.floor(offset / this.size) + 1;
	}

	/** The number of pages with so many rows. */
	pagesFor(rows: number): number {
		return Math.ceil(rows / this.size);
	}

	/**
	 * Places a page, and learns from it if it is one of the first.
	 * @param total rows of the search; `undefined` when the page teaches nothing
	 */
	place(got: PageAnswer, total: number | undefined): PlacedPage {
		const said = this.isShown ? placedBy(got, this.size) : got;
		const shown = this.lessons-- > 0 && total !== undefined ? shownSize(said, total) : undefined;
		if (shown === undefined) this.lessons = 0;
		else this.isShown = true;
		const answer = shown === undefined ? said : placedBy(said, shown);
		const isOther = answer.size !== this.size;
		this.size = answer.size;
		return { answer, isLesson: shown !== undefined, isOther };
	}
}

const placedBy = (answer: PageAnswer, size: number): PageAnswer => ({
	...answer,
	size,
	start: (answer.start / answer.size) * size,
});

/** The number of rows that a page shows, where it is longer than was said, or shorter although there are more rows. */
function shownSize({ rows, start, size }: PageAnswer, total: number): number | undefined {
	const isShorter = rows.length > 0 && rows.length < size && start + rows.length < total;
	return isShorter || rows.length > size ? rows.length : undefined;
}
