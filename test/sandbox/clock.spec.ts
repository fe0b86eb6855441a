import { startSandbox } from '../../sandbox';
import { Clock } from '../../sandbox/base/clock';
import { clientOf } from './support';

describe('a manual clock', () => {
	it('runs due timers in their order, each at its own time, those that they set too', async () => {
		const clock = new Clock('manual', 1);
		const start = clock.now();
		const ran: Array<[string, number]> = [];
		const note = (name: string) => () => void ran.push([name, clock.now() - start]);
		clock.after(20, note('b'));
		clock.after(10, () => {
			note('a')();
			clock.after(5, note('set by a'));
		});
		clock.after(20, note('c'));
		clock.after(31, note('late'));
		clock.after(15, note('called off'))();
		await clock.advance(30);
		expect(ran).toEqual([
			['a', 10],
			['set by a', 15],
			['b', 20],
			['c', 20],
		]);
		expect(clock.now() - start).toBe(30);
	});

	it('is moved by a sleep', async () => {
		const clock = new Clock('manual', 1);
		const start = clock.now();
		await clock.sleep(3_600_000);
		expect(clock.now() - start).toBe(3_600_000);
	});
});

describe('a real clock', () => {
	it('runs as fast as it is told, and can be moved', async () => {
		const clock = new Clock('real', 1000);
		const start = clock.now();
		await clock.sleep(50_000);
		const slept = clock.now() - start;
		expect(slept).toBeGreaterThanOrEqual(50_000);
		expect(slept).toBeLessThan(10_000_000);
		let ran = false;
		clock.after(1e9, () => (ran = true));
		await clock.advance(1e9);
		expect(ran).toBe(true);
		clock.clear();
	});
});

describe('a sandbox with a real clock', () => {
	it('holds a call, ends batches and leaves nothing behind', async () => {
		const sandbox = await startSandbox({ speed: 50, persons: 50, companies: 50, slowEveryNthRecord: 1 });
		const http = clientOf(sandbox);
		const { status, headers } = await http.post('/b2b/companies/enrich/sync', {
			id_empresa: sandbox.companies.id(0),
		});
		expect(status).toBe(202);
		await sandbox.clock.sleep(11_000);
		expect((await http.get(headers.location as string)).data.status).toBe('completed');
		await sandbox.close();
		await expect(http.get('/balance')).rejects.toThrow();
	});
});
