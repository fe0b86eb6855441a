import { bytesOf, collect } from '../../../core/base/async';

it('reads no more of a stream than it may', async () => {
	let [sent, isEnded] = [0, false];
	async function* endless(): AsyncGenerator<Uint8Array> {
		try {
			for (;;) {
				sent += 1000;
				yield await Promise.resolve(new Uint8Array(1000));
			}
		} finally {
			isEnded = true;
		}
	}
	expect(await bytesOf(endless(), 5500)).toBeUndefined();
	expect([sent, isEnded]).toEqual([6000, true]);
});

it('gives all of a stream that is not longer', async () => {
	async function* three(): AsyncGenerator<Uint8Array> {
		for (const byte of [1, 2, 3]) yield await Promise.resolve(Uint8Array.of(byte));
	}
	expect(await bytesOf(three(), 3)).toEqual(Buffer.from([1, 2, 3]));
});

it('gives up a stream that does not end in time, and closes it', async () => {
	const destroy = jest.fn();
	const silent = {
		destroy,
		[Symbol.asyncIterator]: () => ({ next: async () => await new Promise<never>(() => undefined) }),
	};
	await expect(collect(silent, 3, AbortSignal.timeout(1))).rejects.toThrow('The response was given up');
	expect(destroy).toHaveBeenCalledTimes(1);
});
