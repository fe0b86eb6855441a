import { mostPolls, poll } from '../../../core/background/poll';
import { clock } from '../../../core/base/clock';
import type { Service } from '../../../core/client/service';
import { ServiceFailure } from '../../../core/client/failure';
import { endpoints } from '../../../contract';

/** Polls with a clock of its own until the limit has passed; counts the polls. */
async function polls(limitSeconds: number, firstPollMs: number, reportsProgress: boolean): Promise<number> {
	let now = 0;
	let count = 0;
	jest.spyOn(clock, 'now').mockImplementation(() => now);
	const service = {
		sleep: async (ms: number) => {
			now += ms;
		},
	} as unknown as Service;
	await poll(service, {
		endpoint: endpoints.batchStatus,
		limitSeconds,
		firstPollMs,
		ask: async () => {
			count++;
			return undefined;
		},
		// Almost done, all the time.
		...(reportsProgress && { progress: () => ({ done: 9999, total: 10_000 }) }),
	});
	return count;
}

afterEach(() => jest.restoreAllMocks());

const limits = [0, 5, 10, 15, 60, 600, 1800, 24 * 3600];
const cases = limits.flatMap((limit) =>
	[0, 5000, 10_000].flatMap((first) => [true, false].map((progress) => [limit, first, progress] as const)),
);

it.each(cases)('the most polls within %i s, the first after %i ms (progress: %s)', async (...wait) => {
	expect(mostPolls(...wait)).toBe(await polls(...wait));
});

it('a wait ends as its last poll did: without a result, or with the failure of that poll', async () => {
	const lost = new ServiceFailure({ kind: 'timeout', endpoint: endpoints.batchStatus });
	const service = { sleep: async () => await Promise.resolve() } as unknown as Service;
	const polled = async (ask: () => Promise<undefined>) =>
		await poll(service, { endpoint: endpoints.batchStatus, limitSeconds: 0, ask });
	expect(await polled(async () => await Promise.resolve(undefined))).toBeUndefined();
	await expect(polled(async () => await Promise.reject(lost))).rejects.toBe(lost);
});
