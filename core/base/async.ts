import { clock } from './clock';

/** How a promise ended, as a value. */
export type Settled<T> =
	{ readonly ok: true; readonly value: T } | { readonly ok: false; readonly error: Error };

/** Turns a rejection into a value, for callers that handle failures themselves. */
export const attempt = async <T>(work: Promise<T>): Promise<Settled<T>> =>
	await work.then(
		(value) => ({ ok: true, value }),
		(error: Error) => ({ ok: false, error }),
	);

/**
 * Runs the work for a limited time.
 * @param work is told when its time is up; what it does after that is lost
 * @returns how it ended; `undefined` when its time was up first
 */
export async function within<T>(
	ms: number,
	work: (late: AbortSignal) => Promise<T>,
): Promise<Settled<T> | undefined> {
	const [late, ended] = [new AbortController(), new AbortController()];
	const timeIsUp = attempt(clock.sleep(ms, ended.signal)).then(() => {
		late.abort();
		return undefined;
	});
	const settled = await Promise.race([attempt(work(late.signal)), timeIsUp]);
	ended.abort();
	return settled;
}

/** Runs the work for all items in order, with at most `most` at once; returns results in item order. */
export async function atMost<T, R>(
	most: number,
	items: readonly T[],
	work: (item: T) => Promise<R>,
): Promise<R[]> {
	const results = new Array<R>(items.length);
	const rest = items.entries();
	const worker = async (): Promise<void> => {
		for (const [at, item] of rest) results[at] = await work(item);
	};
	await Promise.all(Array.from({ length: Math.min(most, items.length) }, worker));
	return results;
}

/** Work without a pause for longer would show: n8n answers nobody meanwhile. */
const TURN_MS = 40;

let lastTurn: Promise<void> = Promise.resolve();
/** When n8n had its turn: several lists that are worked on one after the other take long together, though none does. */
let hadTurnAt = 0;

/** Whether n8n waits for its turn; also if the clock was set back. */
const isTurnDue = (): boolean => Math.abs(clock.now() - hadTurnAt) >= TURN_MS;

/**
 * Lets n8n have its turn if it waits for it: before work that takes a while in one piece. Executions that work at the
 * same time take turns as well: were all of them to sleep at once, each would be due again by the time that the others
 * have worked, and Node goes from one due timer to the next without a look at anything else. The second sleep, which
 * begins before the caller works on, ends after that work.
 */
export async function turnIfDue(): Promise<void> {
	if (!isTurnDue()) return;
	const mine = lastTurn.then(async () => await clock.sleep(0));
	lastTurn = mine.then(async () => await clock.sleep(0));
	await mine;
	hadTurnAt = clock.now();
}

/** The items one by one; n8n gets its turn between them whenever the work on them has taken a while. */
export async function* inTurns<T>(items: Iterable<T>): AsyncGenerator<T, void> {
	for (const item of items) {
		if (isTurnDue()) await turnIfDue();
		yield item;
	}
}

/** Maps many items in turns. */
export async function mapInTurns<T, R>(items: Iterable<T>, work: (item: T) => R): Promise<R[]> {
	const results: R[] = [];
	for (const item of items) {
		if (isTurnDue()) await turnIfDue();
		results.push(work(item));
	}
	return results;
}

/** Groups many items in turns: those with the same key, in the order in which the keys occur. */
export async function groupInTurns<T, K>(items: Iterable<T>, keyOf: (item: T) => K): Promise<Map<K, T[]>> {
	const groups = new Map<K, T[]>();
	const add = (item: T): void => {
		const key = keyOf(item);
		const group = groups.get(key);
		if (group === undefined) groups.set(key, [item]);
		else group.push(item);
	};
	await mapInTurns(items, add);
	return groups;
}

/** Bytes that arrive over time. */
export interface ByteStream extends AsyncIterable<Uint8Array> {
	/** Ends it, and the connection that it comes from. */
	destroy(error?: Error): unknown;
}

/** Whether a response's body is still to arrive. */
export const isStream = (body: unknown): body is ByteStream =>
	typeof body === 'object' && body !== null && Symbol.asyncIterator in body && 'destroy' in body;

/** The bytes of a stream that are there; `undefined` as soon as they are more than `most`. */
export async function bytesOf(stream: AsyncIterable<Uint8Array>, most: number): Promise<Buffer | undefined> {
	const chunks: Uint8Array[] = [];
	let length = 0;
	for await (const chunk of stream) {
		length += chunk.length;
		if (length > most) return undefined;
		chunks.push(chunk);
	}
	// Joined at once, hundreds of megabytes would keep n8n from its turn.
	const bytes = Buffer.allocUnsafe(length);
	let at = 0;
	for await (const chunk of inTurns(chunks)) {
		bytes.set(chunk, at);
		at += chunk.length;
	}
	return bytes;
}

/**
 * The bytes of a response; `undefined` when they are more than `most`. No more of it is read then.
 * @throws when it is too late. It does not wait for the stream to end then: one that n8n has wrapped ends only with the
 * next byte, which may never come.
 */
export async function collect(
	stream: ByteStream,
	most: number,
	late: AbortSignal,
): Promise<Buffer | undefined> {
	let giveUp = (): void => undefined;
	const isLate = new Promise<never>((_, reject) => {
		giveUp = () => reject(new Error('The response was given up'));
		if (late.aborted) giveUp();
	});
	late.addEventListener('abort', giveUp);
	try {
		return await Promise.race([bytesOf(stream, most), isLate]);
	} finally {
		stream.destroy();
		// Otherwise the bytes would stay in memory until the time is over.
		late.removeEventListener('abort', giveUp);
	}
}

const serialized = new Map<unknown, Promise<unknown>>();

/** Runs work on the same thing one at a time, in call order, within this process. */
export async function serialize<T>(thing: string | object, work: () => Promise<T>): Promise<T> {
	const before = serialized.get(thing);
	const mine = before === undefined ? work() : before.then(work);
	const ended = attempt(mine);
	serialized.set(thing, ended);
	try {
		return await mine;
	} finally {
		if (serialized.get(thing) === ended) serialized.delete(thing);
	}
}
