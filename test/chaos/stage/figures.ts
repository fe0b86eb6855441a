/** What was counted while sequences were played. */
export interface Figures {
	sequences: number;
	steps: number;
	runs: number;
	requests: number;
	troubles: number;
	kills: number;
	stops: number;
	overlaps: number;
	charged: number;
	refunded: number;
	/** Sequences in which something that docs/edge-cases.md gives up has happened, by its sentence. */
	givenUp: Readonly<Record<string, number>>;
}

/** Nothing yet. */
export const NO_FIGURES: Figures = {
	sequences: 0,
	steps: 0,
	runs: 0,
	requests: 0,
	troubles: 0,
	kills: 0,
	stops: 0,
	overlaps: 0,
	charged: 0,
	refunded: 0,
	givenUp: {},
};
