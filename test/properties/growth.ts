/** How the time of a reader grows with its text. */

/** Lengths of which each is as many times the one before. */
const STEP = 4;
const LENGTHS = [2, 8, 32, 128].map((kilobytes) => kilobytes * 1024);
const LONGEST = 1024 * 1024;
/** A linear reader takes so many times as long for a text so many times as long, a quadratic one the square of it. */
const mostGrowth = (times: number): number => (times + times ** 2) / 2;
/** Below this, a ratio says nothing. */
const NOISE_MS = 10;
const TRIES = 5;
const CLEARLY = 4;
/** Worst cases that are also read as a megabyte: those that took longest. */
const SLOWEST = 3;

/** A text of any length. */
export interface WorstCase {
	readonly name: string;
	readonly textOf: (length: number) => string;
}

/** Time of the processor: the machine may be at work on something else. */
async function cpuMs(work: () => unknown): Promise<number> {
	const before = process.cpuUsage();
	await work();
	const { user, system } = process.cpuUsage(before);
	return (user + system) / 1000;
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

/** The time for the longest text, or what is wrong with how it has grown until then. */
async function grow({ name, textOf }: WorstCase, read: Read): Promise<number | string> {
	let before = NOISE_MS;
	for (const length of LENGTHS) {
		const text = textOf(length);
		const most = before * mostGrowth(STEP);
		const ms = await bestMs(most, () => read(text));
		if (ms > most) {
			return `${name}: ${length} characters take ${Math.round(ms)} ms, a quarter of them at most ${Math.round(before)} ms`;
		}
		before = Math.max(ms, NOISE_MS);
	}
	return before;
}

/**
 * Gives a reader longer and longer texts, the slowest worst cases up to a megabyte.
 * @returns what is wrong with how its time grows, at the first worst case; `undefined` when it is linear
 */
export async function growthProblem(cases: readonly WorstCase[], read: Read): Promise<string | undefined> {
	const times: Array<{ readonly worst: WorstCase; readonly ms: number }> = [];
	for (const worst of cases) {
		const grown = await grow(worst, read);
		if (typeof grown === 'string') return grown;
		times.push({ worst, ms: grown });
	}
	for (const { worst, ms: before } of times.sort((a, b) => b.ms - a.ms).slice(0, SLOWEST)) {
		const text = worst.textOf(LONGEST);
		const most = before * mostGrowth(LONGEST / (LENGTHS.at(-1) ?? LONGEST));
		const ms = await bestMs(most, () => read(text));
		if (ms > most)
			return `${worst.name}: a megabyte takes ${Math.round(ms)} ms, an eighth of it ${Math.round(before)} ms`;
	}
	return undefined;
}
