import { spreadOf } from '../measure/statistics';

/** What stands where there is no figure. */
export const NONE = '–';

export const seconds = (ms: number): string => (ms / 1000).toFixed(2);
export const megabytes = (bytes: number): string => (bytes / 1_000_000).toFixed(0);
export const milliseconds = (ms: number): string => ms.toFixed(0);

/** Figures of all samples: one when they agree, else from the least to the most. */
export function range(figures: readonly number[]): string {
	const { min, max } = spreadOf(figures);
	return min === max ? String(min) : `${min}–${max}`;
}

/** The middle of all samples, with the least and the most when there are several. */
export function spread(figures: readonly number[], write: (figure: number) => string = seconds): string {
	if (figures.length === 0) return NONE;
	const { median, min, max } = spreadOf(figures);
	return figures.length === 1 ? write(median) : `${write(median)} (${write(min)}–${write(max)})`;
}
