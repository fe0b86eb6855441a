import { readStatus } from '../../../core/read/batch';
import { nextPollMs } from '../../../core/background/poll';

describe('the wait before the next poll', () => {
	const status = (done: number | undefined, total: number | undefined) =>
		readStatus({ completados: done, total_registros: total });

	it('is as long as the progress promises', () => {
		expect(nextPollMs(status(100, 400), 20_000, 1)).toBe(60_000);
	});

	it('is never longer than five minutes', () => {
		expect(nextPollMs(status(1, 10_000), 60_000, 1)).toBe(300_000);
		expect(nextPollMs(undefined, 0, 100)).toBe(300_000);
	});

	it.each([
		[1, 10_000],
		[2, 15_000],
	])('grows with the polls while nothing is known of the progress (%i)', (polls, ms) => {
		expect(nextPollMs(undefined, 5000, polls)).toBe(ms);
		expect(nextPollMs(status(undefined, 50), 5000, polls)).toBe(ms);
		expect(nextPollMs(status(0, 50), 5000, polls)).toBe(ms);
		// All done and still processing: no estimate either.
		expect(nextPollMs(status(50, 50), 5000, polls)).toBe(ms);
	});
});
