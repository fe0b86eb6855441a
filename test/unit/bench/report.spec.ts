import type { Measured, Result } from '../../../bench/measure/measure';
import { rotated } from '../../../bench/measure/measure';
import type { Sample } from '../../../bench/measure/sample';
import { describeShares, sharesOf } from '../../../bench/report/shares';
import { knownMedianOf, spreadOf } from '../../../bench/report/statistics';
import { comparisonTable, phaseTable, warnings } from '../../../bench/report/tables';

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
	title: 'Work',
	size: 10,
	concurrency: 1,
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

	it('know no median of figures that are not known', () => {
		expect(knownMedianOf([undefined])).toBeUndefined();
		expect(knownMedianOf([undefined, 7])).toBe(7);
	});
});

describe('the comparison table', () => {
	const [, , bare, , own] = cells(comparisonTable(result));

	it('shows the spread of several runs, in seconds', () => {
		expect(bare.slice(0, 5)).toEqual(['bare', '1.20 (1.00–2.00)', '1.00×', '–', '–']);
	});

	it('divides the whole run and the node alone by the yardstick', () => {
		expect(own.slice(1, 5)).toEqual(['1.80', '1.50×', '1.50', '1.25×']);
	});

	it('shows processor time per request, where it is known', () => {
		expect(own.at(-1)).toBe('5.5');
		expect(bare.at(-1)).toBe('–');
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
