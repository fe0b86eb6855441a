import { settle } from './settle';

const last = new Map<string, Promise<unknown>>();

/** Does work that concerns the same thing one after another, in this process, in the order in which it came. */
export async function inTurn<T>(thing: string, work: () => Promise<T>): Promise<T> {
	const before = last.get(thing);
	const mine = before === undefined ? work() : before.then(work);
	const ended = settle(mine);
	last.set(thing, ended);
	try {
		return await mine;
	} finally {
		if (last.get(thing) === ended) last.delete(thing);
	}
}
