import { cpuMs } from '../support/cpuTime';
import { RUNS } from './holds';

/** How the time of a reader grows with its text. */

/** Where properties have but few cases, fewer worst cases are read as long texts, and none as a megabyte. */
const isThorough = RUNS >= 300;

/** Lengths of which each is as many times the one before. */
const STEP = 4;
const [SHORT, MIDDLE, LONG] = [4, 16, 64].map((kilobytes) => kilobytes * 1024);
const LONGEST = (isThorough ? 1024 : 256) * 1024;
/** A linear reader takes so many times as long for a text so many times as long, a quadratic one the square of it. */
const mostGrowth = (times: number): number => (times + times ** 2) / 2;
/**
 * A text four times as long takes too long only where what grows by the square is the greater part of the time for a
 * middle one: then that has grown more than sixfold from a short one.
 */
const FAR_BELOW = 6;
/** Below this, a ratio says nothing. */
const NOISE_MS = 10;
const TRIES = 5;
const CLEARLY = 4;
/** Worst cases that are read as a long text whatever their growth, and those of them as the longest: that took longest. */
const SLOW = isThorough ? 12 : 4;
const SLOWEST = isThorough ? 3 : 1;

/** A text of any length. */
export interface WorstCase {
	readonly name: string;
	readonly textOf: (length: number) => string;
}

/** A worst case that was read. */
interface Grown {
	readonly worst: WorstCase;
	readonly length: number;
	readonly ms: number;
	/** How many times the time of the text before. */
	readonly growth: number;
}

/** The shortest of some times: what else the process does, such as collecting garbage, only adds to it. */
async function bestMs(most: number, work: () => unknown): Promise<number> {
	let best = Number.POSITIVE_INFINITY;
	for (let tries = 0; tries < TRIES && best > most; tries++) {
		best = Math.min(best, await cpuMs(work));
		// No further try makes that good; a single one may have met what other threads of the process do.
		if (tries > 0 && best > CLEARLY * most) break;
	}
	return best;
}

type Read = (text: string) => unknown;

/** Reads a text longer than the one before; what is wrong if that takes too long. */
async function readLonger(before: Grown, length: number, read: Read): Promise<Grown | string> {
	const { worst } = before;
	const text = worst.textOf(length);
	const known = Math.max(before.ms, NOISE_MS);
	const most = known * mostGrowth(length / before.length);
	const ms = await bestMs(most, () => read(text));
	if (ms <= most) return { worst, length, ms, growth: ms / before.ms };
	return `${worst.name}: ${length} characters take ${Math.round(ms)} ms, ${before.length} of them at most ${Math.round(known)} ms`;
}

/** Reads a short text: twice, as much is compared with its time. */
async function readShort(worst: WorstCase, read: Read): Promise<Grown | string> {
	const before = { worst, length: SHORT / STEP, ms: NOISE_MS, growth: 1 };
	const [one, other] = [await readLonger(before, SHORT, read), await readLonger(before, SHORT, read)];
	return typeof one === 'string' || (typeof other !== 'string' && one.ms > other.ms) ? other : one;
}

const slowest = (grown: readonly Grown[], count: number): Grown[] =>
	[...grown].sort((a, b) => b.ms - a.ms).slice(0, count);

/** Whether a long text might take too long, by the times of shorter ones. */
const mayBeTooMuch = ({ ms, growth }: Grown): boolean =>
	ms * STEP ** 2 > NOISE_MS * mostGrowth(STEP) && growth > FAR_BELOW;

/**
 * Gives a reader longer and longer texts: short ones of all worst cases, longer ones of those that took longest or
 * have grown, and the longest of the slowest.
 * @returns what is wrong with how its time grows, at the first worst case; `undefined` when it is linear
 */
export async function growthProblem(cases: readonly WorstCase[], read: Read): Promise<string | undefined> {
	const middle: Grown[] = [];
	for (const worst of cases) {
		const short = await readShort(worst, read);
		const grown = typeof short === 'string' ? short : await readLonger(short, MIDDLE, read);
		if (typeof grown === 'string') return grown;
		middle.push(grown);
	}
	const long: Grown[] = [];
	for (const before of new Set([...slowest(middle, SLOW), ...middle.filter(mayBeTooMuch)])) {
		const grown = await readLonger(before, LONG, read);
		if (typeof grown === 'string') return grown;
		long.push(grown);
	}
	for (const before of slowest(long, SLOWEST)) {
		const grown = await readLonger(before, LONGEST, read);
		if (typeof grown === 'string') return grown;
	}
	return undefined;
}
