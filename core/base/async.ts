import { clock } from './clock';

export type Attempted<T> =
	{ readonly ok: true; readonly value: T } | { readonly ok: false; readonly error: Error };

/** Never rejects: a rejection becomes a value. */
export const attempt = async <T>(work: Promise<T>): Promise<Attempted<T>> =>
	await work.then(
		(value) => ({ ok: true, value }),
		(error: Error) => ({ ok: false, error }),
	);

/** How the work ended; `undefined` if its time ran out: `late` aborts, and the outcome is lost. */
export async function within<T>(
	ms: number,
	work: (late: AbortSignal) => Promise<T>,
): Promise<Attempted<T> | undefined> {
	const late = new AbortController();
	const timeIsUp = clock.sleep(ms).then(() => void late.abort());
	return await Promise.race([attempt(work(late.signal)), timeIsUp]);
}

/** At most `most` at a time; results in the order of the items. @throws the first error */
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

/** Longer work without a pause noticeably blocks n8n's event loop. */
const TURN_MS = 40;

let lastTurn: Promise<void> = Promise.resolve();
/** Shared by all loops: several short ones in a row block as long as a long one. */
let hadTurnAt = 0;

/** `abs`: the clock may have been set back. */
const isTurnDue = (): boolean => Math.abs(clock.now() - hadTurnAt) >= TURN_MS;

/**
 * Yields to n8n's event loop if due. Executions queue: timers that are due together run back to back, without I/O
 * in between. The second sleep starts before the caller resumes, so it ends after the caller's work.
 */
export async function turnIfDue(): Promise<void> {
	if (!isTurnDue()) return;
	const mine = lastTurn.then(async () => await clock.sleep(0));
	lastTurn = mine.then(async () => await clock.sleep(0));
	await mine;
	hadTurnAt = clock.now();
}

/** Yields to n8n's event loop between items when due; so do `mapInTurns` and `groupInTurns`. */
export async function* inTurns<T>(items: Iterable<T>): AsyncGenerator<T, void> {
	for (const item of items) {
		if (isTurnDue()) await turnIfDue();
		yield item;
	}
}

export async function mapInTurns<T, R>(items: Iterable<T>, work: (item: T) => R): Promise<R[]> {
	const results: R[] = [];
	for (const item of items) {
		if (isTurnDue()) await turnIfDue();
		results.push(work(item));
	}
	return results;
}

/** Groups by key, in the order in which keys first occur. */
export async function groupInTurns<T, K>(items: Iterable<T>, keyOf: (item: T) => K): Promise<Map<K, T[]>> {
	const groups = new Map<K, T[]>();
	await mapInTurns(items, (item) => {
		const key = keyOf(item);
		const group = groups.get(key) ?? [];
		groups.set(key, group);
		group.push(item);
	});
	return groups;
}

interface ByteStream extends AsyncIterable<Uint8Array> {
	/** Also closes the connection that it comes from. */
	destroy(error?: Error): unknown;
}

export const isStream = (body: unknown): body is ByteStream =>
	typeof body === 'object' && body !== null && Symbol.asyncIterator in body && 'destroy' in body;

/** `undefined` as soon as the stream exceeds `most` bytes. */
export async function bytesOf(stream: AsyncIterable<Uint8Array>, most: number): Promise<Buffer | undefined> {
	const chunks: Uint8Array[] = [];
	let length = 0;
	for await (const chunk of stream) {
		length += chunk.length;
		if (length > most) return undefined;
		chunks.push(chunk);
	}
	// Joining hundreds of megabytes at once would block the event loop.
	const bytes = Buffer.allocUnsafe(length);
	let at = 0;
	for await (const chunk of inTurns(chunks)) {
		bytes.set(chunk, at);
		at += chunk.length;
	}
	return bytes;
}

/** `undefined` beyond `most` bytes. @throws as soon as `late`: a stream wrapped by n8n may never end */
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
		// Otherwise the bytes would stay in memory until `late` aborts.
		late.removeEventListener('abort', giveUp);
	}
}

const serialized = new Map<unknown, Promise<unknown>>();

/** Runs work on the same thing one at a time, in call order; within this process only. */
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
