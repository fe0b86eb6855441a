import { measureAll, rotated, type Result } from '../../../bench/measure/measure';
import type { Comparison, Contestant } from '../../../bench/measure/contestant';
import { describeShares, sharesOf } from '../../../bench/report/shares';
import { describeAgreement, differences, differencesOf } from '../../../bench/outcome/agreement';
import { headlinesOf } from '../../../bench/outcome/headlines';
import { failuresIn, type Outcome } from '../../../bench/outcome/outcome';
import type { ReachedSandbox } from '../../../bench/setup/sandboxProcess';
import { knownMedianOf, noiseOf, spreadOf } from '../../../bench/measure/statistics';
import { comparisonTable, noiseLine, phaseTable, warnings } from '../../../bench/report/tables';
import { client, result } from './results';

const cells = (table: string): string[][] =>
	table.split('\n').map((line) =>
		line
			.split('|')
			.slice(1, -1)
			.map((cell) => cell.trim()),
	);

describe('statistics', () => {
	it('take the middle figure and the ends', () => {
		expect(spreadOf([3, 1, 10])).toEqual({ median: 3, min: 1, max: 10 });
		expect(spreadOf([4, 1]).median).toBe(2.5);
	});

	it('claim twice the largest distance from the middle as noise, and never less than 5 %', () => {
		expect(noiseOf([1000, 1100, 1010])).toBeCloseTo(0.178, 3);
		expect(noiseOf([1000, 1001])).toBe(0.05);
		expect(noiseOf([1000])).toBe(0.05);
	});

	it('know no median of figures that are not known', () => {
		expect(knownMedianOf([undefined])).toBeUndefined();
		expect(knownMedianOf([undefined, 7])).toBe(7);
	});
});

describe('the comparison table', () => {
	const [, , bare, , , own] = cells(comparisonTable(result));

	it('shows the spread of several runs, in seconds', () => {
		expect(bare.slice(0, 4)).toEqual(['bare', '1.20 (1.00–2.00)', '1.00×', '–']);
	});

	it('divides the whole run and the node alone by the yardstick', () => {
		expect(own.slice(1, 4)).toEqual(['1.80', '1.50×', '1.25×']);
	});

	it('shows processor time per request, where it is known', () => {
		expect(own.at(-2)).toBe('5.5');
		expect(bare.at(-2)).toBe('–');
	});

	it('shows the peak of memory, and how far it grew in a process of its own', () => {
		const memory = (beforeBytes: number, peakBytes: number) => ({ memory: { beforeBytes, peakBytes } });
		const fresh = {
			...result,
			isFresh: true,
			clients: [client('bare', memory(80e6, 100e6), memory(80e6, 130e6)), client('package', {})],
		};
		const [, , known, unknown] = cells(comparisonTable(fresh));
		expect(known.slice(-2)).toEqual(['115 (100–130)', '35 (20–50)']);
		expect(unknown.slice(-2)).toEqual(['–', '–']);
		expect(cells(comparisonTable(result))[0].at(-1)).toBe('Peak memory (MB)');
	});

	it('shows the bytes where they were counted', () => {
		const counted = { ...result, clients: [client('bare', { bytes: { sent: 1500, received: 20_000 } })] };
		const [head, , row] = cells(comparisonTable(counted));
		expect(head.slice(-2)).toEqual(['Sent (kB)', 'Received (kB)']);
		expect(row.slice(-2)).toEqual(['2', '20']);
	});

	it('names what the others are divided by', () => {
		const [head] = cells(
			comparisonTable({ ...result, clients: [client('sixNodes', {}), client('package', {})] }),
		);
		expect(head[2]).toBe('÷ six nodes');
	});

	it('is followed by the noise of its times', () => {
		expect(noiseLine(result)).toBe(
			'Noise of the times: bare ± 134 % (3 runs); bareNewConnections ± 5 % (one run); helper ± 5 % (one run); package ± 5 % (one run).',
		);
	});

	it('shows counts that differ as a range', () => {
		const differing = { ...result, clients: [client('bare', { maxOpenSockets: 4 }, { maxOpenSockets: 6 })] };
		expect(cells(comparisonTable(differing))[2]).toContain('4–6');
	});
});

describe('the rest of the report', () => {
	it('shows the phases of each run', () => {
		expect(cells(phaseTable(result))[5]).toEqual(['package', '0.20', '1.45', '0.15', '0.5']);
	});

	it('warns of requests that were refused, and of nothing else', () => {
		expect(warnings(result)).toEqual([]);
		const refused = { ...result, clients: [client('package', { refused: 3 })] };
		expect(warnings(refused)).toEqual(['**package**: 3 requests were refused or failed.']);
	});

	it('tells of runs that were made again', () => {
		const again = { ...result, clients: [{ ...client('package', {}), failures: 2 }] };
		expect(warnings(again)).toEqual(['**package**: runs that failed and were made again: 2.']);
	});

	it('divides what the package takes longer', () => {
		expect(sharesOf(result)).toEqual({
			extraMs: 600,
			beforeMs: 200,
			connectionsMs: 100,
			helperMs: 100,
			ownMs: 100,
			afterMs: 100,
		});
		expect(describeShares(result)[0]).toContain('0.10 s for opening a connection per request');
		expect(describeShares(result)[0]).toContain("0.10 s for what else n8n's HTTP helper takes");
		const duplicates = {
			...result,
			clients: [client('bare', {}), client('bareOnce', {}), client('package', {})],
		};
		expect(describeShares(duplicates)).toEqual([]);
	});

	it('lets another client begin in each turn', () => {
		expect([0, 1, 2, 3].map((turn) => rotated(['a', 'b', 'c'], turn).join(''))).toEqual([
			'abc',
			'bca',
			'cab',
			'abc',
		]);
	});
});

it('keeps the times of comparisons with all clients for the documents', () => {
	const http = client('httpRequest', { wallMs: 1500 });
	const list = { ...result, clients: [client('sixNodes', {}), client('package', {})] };
	expect(headlinesOf([list, { ...result, clients: [...result.clients, http] }])).toEqual([
		{
			id: 'lookUps',
			size: 10,
			results: 500,
			concurrency: 1,
			ms: { package: 1800, bare: 1200, helper: 1400, httpRequest: 1500 },
		},
	]);
});

describe('two runs of the benchmark', () => {
	const run = (wallMs: number): Result => ({ ...result, clients: [client('package', { wallMs })] });

	it('agree within the noise', () => {
		expect(differences([run(1000)], [run(1100)])).toEqual([]);
		expect(describeAgreement([])).toContain('All times agree');
	});

	it('do not agree beyond it', () => {
		const found = differences([run(1000)], [run(1120)]);
		expect(describeAgreement(found)).toContain('- Work: package: 1.12 s instead of 1.00 s (noise 11 %)');
	});

	it('are compared at each distance', () => {
		const outcome = (near: number, far: number) =>
			({ results: [run(near)], distant: { results: [run(far)] } }) as unknown as Outcome;
		const titles = (before: Partial<Outcome>, now: Outcome) =>
			differencesOf(before, now).map(({ title }) => title);
		expect(titles(outcome(1000, 3000), outcome(1000, 3000))).toEqual([]);
		expect(titles(outcome(1000, 3000), outcome(2000, 3000))).toEqual(['Work']);
		expect(titles(outcome(1000, 3000), outcome(1000, 2000))).toEqual(['Work, over TLS']);
		expect(titles({ results: [run(1000)] }, outcome(1000, 2000))).toEqual([]);
		expect(titles({ results: [run(1000)], distant: { skipped: 'no openssl' } }, outcome(1000, 2000))).toEqual(
			[],
		);
	});

	it('are not compared where their work differs', () => {
		expect(differences([{ ...run(1000), size: 5 }], [run(2000)])).toEqual([]);
	});
});

describe('a client that fails', () => {
	const control = {
		post: async () => await Promise.resolve(),
		get: async (path: string) =>
			await Promise.resolve(
				path === '/requests'
					? [{ time: 5, status: 200 }]
					: { charged: 1, refunded: 0, traffic: { requests: 1, sockets: 1, maxOpenSockets: 1 } },
			),
	};
	const sandbox = { baseUrl: '', apiKey: '', control } as unknown as ReachedSandbox;
	/** Fails so many times in a row when it is measured; the smaller run before always succeeds. */
	const failing = (times: number): Contestant => {
		let left = times;
		return {
			client: 'package',
			title: 'failing',
			run: async (size) => {
				if (size > 1 && left-- > 0) throw new Error('n8n is gone');
				return await Promise.resolve({ startedAt: 0, stoppedAt: 100, results: size });
			},
			renew: async () => await Promise.resolve(),
		};
	};
	const comparison = (id: string, contestant: Contestant): Comparison => ({
		id,
		title: id,
		size: 10,
		warmUp: 1,
		concurrency: 1,
		isFresh: false,
		repetitions: 2,
		contestants: [contestant],
	});
	const measured = async (...times: number[]) =>
		await measureAll(
			times.map((each) => comparison(`fails ${each}`, failing(each))),
			sandbox,
			() => undefined,
		);

	it('is measured once more, which is told', async () => {
		const { results, failed } = await measured(1);
		expect(results[0].clients[0]).toMatchObject({ failures: 1, samples: [{ results: 10 }, { results: 10 }] });
		expect(failed).toEqual([]);
	});

	it('costs its comparison when it fails again, and no other', async () => {
		const { results, failed } = await measured(0, 2, 0);
		expect(results.map(({ id }) => id)).toEqual(['fails 0', 'fails 0']);
		expect(failed).toEqual(['fails 2: n8n is gone']);
	});

	it('stands in the report, with all else that was not measured', async () => {
		const near = await measured(2);
		const profiles = { skipped: 'no inspector' };
		const forms = { openings: [] };
		const all = { ...near, distant: { roundTripMs: 20, ...near }, forms, profiles } as unknown as Outcome;
		expect(failuresIn(all)).toEqual([
			'fails 2: n8n is gone',
			'Over TLS: fails 2: n8n is gone',
			'Whose code runs: no inspector',
		]);
		expect(
			failuresIn({ ...all, distant: { skipped: 'no openssl' }, forms: { skipped: 'no browser' } }),
		).toEqual([
			'fails 2: n8n is gone',
			'Over TLS: no openssl',
			"The editor's forms: no browser",
			'Whose code runs: no inspector',
		]);
	});
});
