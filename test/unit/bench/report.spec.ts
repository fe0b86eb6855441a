import type { Measured, Result } from '../../../bench/measure/measure';
import { rotated } from '../../../bench/measure/measure';
import type { Sample } from '../../../bench/measure/sample';
import { describeShares, sharesOf } from '../../../bench/report/shares';
import { describeAgreement, differences } from '../../../bench/report/agreement';
import { headlinesOf } from '../../../bench/report/headlines';
import { memorySection, perRecord } from '../../../bench/report/memory';
import type { Outcome } from '../../../bench/report/outcome';
import { startsSection } from '../../../bench/report/starts';
import { knownMedianOf, noiseOf, spreadOf } from '../../../bench/measure/statistics';
import { comparisonTable, noiseLine, phaseTable, warnings } from '../../../bench/report/tables';
import { wishesOf } from '../../../bench/report/wishes';

const sample = (more: Partial<Sample>): Sample => ({
	wallMs: 1000,
	beforeMs: 0,
	callingMs: 1000,
	afterMs: 0,
	requests: 10,
	refused: 0,
	sockets: 1,
	maxOpenSockets: 1,
	credits: 1,
	results: 500,
	load: 0.5,
	...more,
});

const client = (name: Measured['client'], ...samples: Array<Partial<Sample>>): Measured => ({
	client: name,
	title: name,
	samples: samples.map(sample),
});

const result: Result = {
	id: 'lookUps',
	title: 'Work',
	size: 10,
	concurrency: 1,
	isFresh: false,
	clients: [
		client('bare', { wallMs: 1000 }, { wallMs: 2000 }, { wallMs: 1200, callingMs: 1150, afterMs: 50 }),
		client('bareNewConnections', { callingMs: 1250, sockets: 10 }),
		client('package', {
			wallMs: 1800,
			beforeMs: 200,
			callingMs: 1450,
			afterMs: 150,
			nodeMs: 1500,
			cpuMs: 55,
		}),
	],
};

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
	const [, , bare, , own] = cells(comparisonTable(result));

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

	it('is followed by the noise of its times', () => {
		expect(noiseLine(result)).toBe(
			'Noise of the times: bare ± 134 % (3 runs); bareNewConnections ± 5 % (one run); package ± 5 % (one run).',
		);
	});

	it('shows counts that differ as a range', () => {
		const differing = { ...result, clients: [client('bare', { maxOpenSockets: 4 }, { maxOpenSockets: 6 })] };
		expect(cells(comparisonTable(differing))[2]).toContain('4–6');
	});
});

describe('the rest of the report', () => {
	it('shows the phases of each run', () => {
		expect(cells(phaseTable(result))[4]).toEqual(['package', '0.20', '1.45', '0.15', '0.5']);
	});

	it('warns of requests that were refused, and of nothing else', () => {
		expect(warnings(result)).toEqual([]);
		const refused = { ...result, clients: [client('package', { refused: 3 })] };
		expect(warnings(refused)).toEqual(['**package**: 3 requests were refused or failed.']);
	});

	it('divides what the package takes longer', () => {
		expect(sharesOf(result)).toEqual({
			extraMs: 600,
			connectionsMs: 100,
			beforeMs: 200,
			afterMs: 100,
			callingMs: 200,
		});
		expect(describeShares(result)[0]).toContain('0.10 s for opening a connection per request');
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

const start = (more: object) => ({ readyMs: 4000, loadMs: 12, loadBytes: 800_000, usedBytes: 3e8, ...more });

const outcome = {
	results: [
		{
			...result,
			clients: [
				client('bare', { wallMs: 1000 }),
				client('package', { wallMs: 1050, results: 10 }),
				client('httpRequest', { wallMs: 1500 }),
			],
		},
		{
			...result,
			id: 'search',
			title: 'Search',
			clients: [
				client('bare', { wallMs: 1000 }),
				client('package', { wallMs: 1300 }),
				client('httpRequest', { wallMs: 1200 }),
			],
		},
	],
	liveMemory: [{ records: 1000, beforeBytes: 3e8, outputBytes: 3.005e8, mostBytes: 3.006e8 }],
	starts: {
		withPackage: [start({ readyMs: 4100 }), start({ readyMs: 4300, loadMs: 18 })],
		withoutPackage: [start({}), start({})],
		weighed: [start({}), start({})],
	},
} as unknown as Outcome;

describe('what is wanted', () => {
	const met = new Map(wishesOf(outcome).map(({ wish, isMet }) => [wish, isMet]));

	it.each([
		["Work: at most 1.10 of the bare client's time", true],
		["Search: at most 1.10 of the bare client's time", false],
		['Work: not slower than the HTTP Request node', true],
		['Search: not slower than the HTTP Request node', false],
		['Search: at least 5 times as fast as the HTTP Request node', false],
		["Loading both nodes adds under 30 ms to n8n's start", true],
	])('is judged: %s', (wish, isMet) => expect(met.get(wish)).toBe(isMet));

	it('is judged for the memory of each record', () => {
		expect(perRecord(outcome.liveMemory[0])).toEqual({ output: 500, most: 600 });
		expect([...met].find(([wish]) => wish.startsWith('1,000 records in one run'))?.[1]).toBe(false);
		expect(memorySection(outcome.liveMemory)).toContain('| 1.20× |');
	});
});

it('shows the load of the package and the difference of whole starts with its noise', () => {
	const text = startsSection(outcome.starts);
	expect(text).toContain('| with this package | 4200 (4100–4300) | 15.0 (12.0–18.0) | 0.8 (0.8–0.8) |');
	expect(text).toContain('200 ms longer in the middle; equal starts differ by up to 200 ms');
});

it('keeps the time of each client for the documents', () => {
	expect(headlinesOf(outcome.results)[0]).toEqual({
		id: 'lookUps',
		size: 10,
		results: 10,
		concurrency: 1,
		ms: { package: 1050, bare: 1000, httpRequest: 1500 },
	});
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

	it('are not compared where their work differs', () => {
		expect(differences([{ ...run(1000), size: 5 }], [run(2000)])).toEqual([]);
	});
});
