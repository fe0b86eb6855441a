import pLimit from 'p-limit';

const turns = new Map<string, ReturnType<typeof pLimit>>();

/** Does work that concerns the same thing one after another, in this process. */
export async function inTurn<T>(thing: string, work: () => Promise<T>): Promise<T> {
	const turn = turns.get(thing) ?? pLimit(1);
	turns.set(thing, turn);
	try {
		return await turn(work);
	} finally {
		if (turn.activeCount + turn.pendingCount === 0) turns.delete(thing);
	}
}
