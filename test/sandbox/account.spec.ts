import { DateTime } from 'luxon';
import { clientOf, useSandbox } from './support';

const bench = useSandbox();
const HOUR = 3_600_000;
const balance = async () => await bench.http.get('/balance');

describe('authentication', () => {
	it('takes a second key of the account, once there is one', async () => {
		const second = clientOf(bench.sandbox, 'Token second-key');
		expect((await second.get('/balance')).status).toBe(401);
		bench.sandbox.set({ secondKey: 'second-key' });
		expect((await second.get('/balance')).status).toBe(200);
		expect((await balance()).status).toBe(200);
		expect(JSON.stringify(bench.sandbox.requests.all)).not.toContain('second-key');
	});
});

describe('limits', () => {
	it('daily: answers 429 to the request after the last, and to all for 24 hours', async () => {
		bench.sandbox.set({ requestsPerDay: 3 });
		for (let i = 0; i < 3; i++) expect((await balance()).status).toBe(200);
		const { status, headers } = await balance();
		expect(status).toBe(429);
		expect(headers).not.toHaveProperty('retry-after');
		await bench.sandbox.clock.advance(24 * HOUR - 1);
		expect((await balance()).status).toBe(429);
		await bench.sandbox.clock.advance(1);
		for (let i = 0; i < 3; i++) expect((await balance()).status).toBe(200);
		expect((await balance()).status).toBe(429);
	});

	it('bursts: answers 429 for some minutes when switched', async () => {
		bench.sandbox.set({ callsPerBurst: 2 });
		await balance();
		await balance();
		expect((await balance()).data.error.code).toBe('burst');
		await bench.sandbox.clock.advance(299_999);
		expect((await balance()).status).toBe(429);
		await bench.sandbox.clock.advance(1);
		expect((await balance()).status).toBe(200);
	});

	it('monthly: answers 429 until the next month, for one product only', async () => {
		bench.sandbox.set({ b2bRequestsPerMonth: 1 });
		const status = async () => await bench.http.get('/b2b/status/none');
		expect((await status()).status).toBe(404);
		expect((await status()).status).toBe(429);
		expect((await balance()).status).toBe(200);
		const nextMonth = DateTime.fromMillis(bench.sandbox.clock.now(), { zone: 'utc' }).endOf('month');
		await bench.sandbox.clock.advance(nextMonth.toMillis() - bench.sandbox.clock.now());
		expect((await status()).status).toBe(429);
		await bench.sandbox.clock.advance(1);
		expect((await status()).status).toBe(404);
	});
});
