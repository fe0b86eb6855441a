import { BALANCE_FIRST_FROM_CREDITS } from '../purchase/balance';

/** About how many requests work sends to the service: when all goes well. */
export interface Requests {
	readonly about: number;
	/** Why there may be any number more. */
	readonly note?: string;
}

export const requests = (about: number, note?: string): Requests => ({
	about,
	...(about > 0 && note !== undefined && { note }),
});

export const sumOf = (all: readonly Requests[]): Requests => {
	const about = all.reduce((sum, each) => sum + each.about, 0);
	return requests(about, all.find(({ note }) => note !== undefined)?.note);
};

/**
 * The balance that a run reads once before its first expensive submission.
 * @param credits the most that each submission can cost; `undefined` where it is not known
 */
export const balanceFirst = (credits: ReadonlyArray<number | undefined>, isLimited: boolean): Requests => {
	const isRead = credits.some((each) => each === undefined || each >= BALANCE_FIRST_FROM_CREDITS);
	return requests(isRead && !isLimited ? 1 : 0);
};
