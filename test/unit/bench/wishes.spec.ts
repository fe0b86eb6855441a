import type { Result } from '../../../bench/measure/measure';
import type { Outcome } from '../../../bench/outcome/outcome';
import { inProcessorTime } from '../../../bench/profile/profile';
import { distantSection } from '../../../bench/report/distant';
import { formsSection } from '../../../bench/report/forms';
import { memorySection, perRecord } from '../../../bench/report/memory';
import { startsSection } from '../../../bench/report/starts';
import { wishesOf, wishesSection } from '../../../bench/report/wishes';
import { client, result } from './results';

const start = (more: object) => ({ readyMs: 4000, loadMs: 12, loadBytes: 800_000, usedBytes: 3e8, ...more });

/** A comparison by the times of its clients, in milliseconds, and the processor time of this package. */
const compared = (id: string, times: Readonly<Record<string, number>>, cpuMs = 20): Result => ({
	...result,
	id,
	title: id,
	clients: (['bare', 'helper', 'package', 'httpRequest'] as const).map((name) =>
		client(name, { wallMs: times[name], callingMs: times[name], cpuMs: name === 'package' ? cpuMs : 10 }),
	),
});

const memory = (grownMb: number) => ({ memory: { beforeBytes: 300e6, peakBytes: (300 + grownMb) * 1e6 } });

const outcome = {
	results: [
		compared('lookUps', { bare: 1000, helper: 1100, package: 1200, httpRequest: 1500 }, 17),
		compared('lookUpsAtOnce', { bare: 1000, helper: 1100, package: 1300, httpRequest: 1200 }),
		compared('search', { bare: 1000, helper: 1020, package: 1040, httpRequest: 6000 }),
		compared('longSearch', { bare: 1000, helper: 1060, package: 1070, httpRequest: 4000 }),
		compared('batch', { bare: 1000, helper: 1010, package: 1020, httpRequest: 1010 }),
		{
			...result,
			id: 'list',
			title: 'list',
			clients: [
				client('sixNodes', { requests: 12, wallMs: 2000, ...memory(50) }),
				client('package', { requests: 11, wallMs: 1500, ...memory(60) }),
			],
		},
	],
	distant: { results: [compared('lookUps', { bare: 1, helper: 2, package: 3, httpRequest: 4 })] },
	liveMemory: {
		surroundings: { date: '2026-01-01T00:00:00.000Z', commit: 'abc1234' },
		searches: [
			{ title: 'search', records: 1000, beforeBytes: 3e8, outputBytes: 3.005e8, mostBytes: 3.006e8 },
		],
		lists: [
			{ title: 'list', records: 10, beforeBytes: 3e8, outputBytes: 3.1e8, mostBytes: 3.3e8 },
			{ title: 'six nodes', records: 10, beforeBytes: 3e8, outputBytes: 3.2e8, mostBytes: 3.2e8 },
		],
	},
	starts: {
		withPackage: [start({ readyMs: 4100 }), start({ readyMs: 4300, loadMs: 18 })],
		withoutPackage: [start({}), start({})],
		weighed: [start({}), start({})],
		nodes: [
			{ requireMs: 40, characters: { aNode: 1234 } },
			{ requireMs: 42, characters: { aNode: 1234 } },
		],
	},
	forms: { openings: [{ title: 'A form', ms: [200, 400], fields: 7 }] },
	profiles: {
		concurrency: 20,
		profiles: [
			{ client: 'helper', requests: 10, ms: { n8n: 5, node: 5 } },
			{ client: 'package', requests: 10, ms: { n8n: 6, node: 4, package: 8 } },
		],
	},
} as unknown as Outcome;

const HELPER = "n8n's HTTP helper alone";

describe('what is wanted', () => {
	const met = new Map(wishesOf(outcome).map(({ wish, isMet }) => [wish, isMet]));

	it.each([
		[`lookUps: at most 1.15 of ${HELPER}, with the same slow start`, true],
		[`lookUpsAtOnce: at most 1.15 of ${HELPER}, with the same slow start`, false],
		[`lookUps: at most 0.8 ms of processor time per request beyond ${HELPER}`, true],
		[`lookUpsAtOnce: at most 0.8 ms of processor time per request beyond ${HELPER}`, false],
		["search: at most 1.05 of the bare client's time", true],
		["longSearch: at most 1.05 of the bare client's time", false],
		["batch: at most 1.05 of the bare client's time", true],
		['batch: faster than HTTP Request nodes that are given their batches ready-made', false],
		['lookUps: not slower than the HTTP Request node', true],
		['lookUpsAtOnce: not slower than the HTTP Request node', false],
		['Over TLS: lookUps: not slower than the HTTP Request node', true],
		['search: at least 5 times as fast as the HTTP Request node', true],
		['longSearch: at least 5 times as fast as the HTTP Request node', false],
		['list: fewer requests than the six nodes', true],
		['list: less time than the six nodes', true],
		['list: less memory than the six nodes', false],
		["Loading all nodes adds under 30 ms to n8n's start", true],
		['Type description of aNode: no limit is wished for', undefined],
		['Opening the form of A form in the editor: no limit is wished for', undefined],
	])('is judged: %s', (wish, isMet) => {
		expect([...met.keys()]).toContain(wish);
		expect(met.get(wish)).toBe(isMet);
	});

	it('is judged for the memory of each record', () => {
		expect(perRecord(outcome.liveMemory.searches[0])).toEqual({ output: 500, most: 600 });
		expect([...met].find(([wish]) => wish.startsWith('1,000 records in one run'))?.[1]).toBe(false);
		const section = memorySection(outcome.liveMemory);
		expect(section).toContain('| 1.20× |');
		expect(section).toContain('commit abc1234');
	});

	it('has its measured reason where it is not met', () => {
		const [, reasons] = wishesSection(outcome).split('What is not met');
		const lines = reasons.split('\n').filter((line) => line.startsWith('- '));
		expect(lines).toHaveLength([...met.values()].filter((isMet) => isMet === false).length);
		expect(lines.filter((line) => line.endsWith('**:'))).toEqual([]);
		const reasonOf = (wish: string) => lines.find((line) => line.includes(wish));
		expect(reasonOf('lookUpsAtOnce: at most 1.15')).toContain(
			'+0.20 s between first request and last answer, +0.00 s after the last answer, 2.00 against 1.00 ms',
		);
		expect(reasonOf('longSearch: at most 1.05')).toContain(`${HELPER} takes 1.06 of`);
		expect(reasonOf('list: less memory')).toContain(
			'list 30 MB at most, of it 10 MB output; six nodes 20 MB at most, of it 20 MB output',
		);
		expect(reasonOf('lookUpsAtOnce: at most 0.8 ms')).toContain(
			"the package's own code +0.80, the helper's node +0.00, n8n's code +0.10, n8n's libraries +0.00, Node's code -0.10",
		);
	});

	it('says nothing of reasons where all is met', () => {
		const [lookUps] = outcome.results;
		const { liveMemory } = outcome;
		const searches = [{ ...liveMemory.searches[0], mostBytes: 3.005e8 }];
		const memories = { ...liveMemory, searches };
		expect(wishesSection({ ...outcome, results: [lookUps], liveMemory: memories })).not.toContain('not met');
	});

	it('leaves out what was not measured', () => {
		const nothing = { skipped: 'nothing is installed' };
		const wishes = wishesOf({ ...outcome, distant: nothing, forms: nothing }).map(({ wish }) => wish);
		expect(wishes.filter((wish) => /TLS|editor/.test(wish))).toEqual([]);
		expect(distantSection(nothing)).toContain('Not measured: nothing is installed');
		expect(formsSection(nothing)).toContain('Not measured: nothing is installed');
	});
});

it('shows the load of the package and the difference of whole starts with its noise', () => {
	const text = startsSection(outcome.starts);
	expect(text).toContain('| with this package | 4200 (4100–4300) | 15.0 (12.0–18.0) | 0.8 (0.8–0.8) |');
	expect(text).toContain('200 ms longer in the middle; equal starts differ by up to 200 ms');
	expect(text).toContain('takes 41.0 (40.0–42.0) ms');
	expect(text).toContain('aNode 1,234');
});

it('tells whose code runs in processor time, in which nobody waits', () => {
	const seen = { n8n: 30, package: 10, idle: 500 };
	expect(inProcessorTime(seen, 20)).toEqual({ n8n: 15, package: 5 });
	expect(inProcessorTime(seen, undefined)).toEqual({ n8n: 30, package: 10 });
});

it('shows how long forms take to open', () => {
	expect(formsSection(outcome.forms)).toContain('| A form | 300 (200–400) | 7 |');
});
