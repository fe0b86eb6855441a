import type { IDataObject } from 'n8n-workflow';

import { estimate } from '../../nodes/PersonCompanyData/run/estimate';
import type { checkItems } from '../../nodes/PersonCompanyData/run/prepare';
import type { Fault, Sandbox, Settings } from '../../sandbox';
import { ALL, type Entry } from '../support/allOperations';
import { status, SUBJECTS } from '../support/chaosCases';
import { credentialFor, runNode } from '../support/harness';
import { filtersOf, inputOf } from './support/goodInput';
import { useSandbox } from './support/useSandbox';
import { placed } from '../support/placed';

/** What is said beforehand about the number of requests holds, whatever goes wrong. */

let sandbox: Sandbox;
useSandbox({ persons: 300, companies: 100 }, (started) => {
	sandbox = started;
});

/** The input of the last run, as the node read it. */
let read: Awaited<ReturnType<typeof checkItems>>;
jest.mock('../../nodes/PersonCompanyData/run/prepare', () => {
	const real = jest.requireActual<{ checkItems: typeof checkItems }>(
		'../../nodes/PersonCompanyData/run/prepare',
	);
	return {
		...real,
		checkItems: async (...input: Parameters<typeof checkItems>) => (read = await real.checkItems(...input)),
	};
});

type Trouble = readonly [name: string, fault?: Omit<Fault, 'endpoint'>, settings?: Partial<Settings>];

const always = { times: 'always' } as const;
const never = { jobSeconds: 1e7, intelSeconds: 1e7, batchMinimumSeconds: 1e7 };
const going = { id: 7, id_processamento: 'a', status: 'processing' };
const slot = status(429, 'before', { headers: { 'Retry-After': '5' } });

const TROUBLES: readonly Trouble[] = [
	['refuses all connections', { kind: 'refuse', ...always }],
	['fails before it does anything', { ...status(503, 'before'), ...always }],
	['loses every answer', { kind: 'reset', when: 'after', ...always }],
	['loses the first answers', { kind: 'reset', when: 'after', times: 3 }],
	['has no slot', { ...slot, ...always }],
	['has no slot at first', { ...slot, times: 2 }],
	['never ends its work', undefined, never],
	['never ends its work and fails now and then', { ...status(503, 'before'), skip: 3, times: 4 }, never],
	['goes on in the background, and never ends', { kind: 'status', status: 202, body: going, ...always }],
];

/** Runs an operation with several items if it is known with which, and tells what was said and what was sent. */
async function countOf([, resource, key, operation]: Entry, [, fault, settings]: Trouble, more: IDataObject) {
	const subject = SUBJECTS.find((one) => one.resource === resource && one.operation === key);
	const { parameters, good } = await inputOf(sandbox, operation);
	if (settings !== undefined) sandbox.set(settings);
	if (fault !== undefined) sandbox.faults.add(fault);
	const before = sandbox.requests.all.length;
	const { error, items } = await runNode({
		credential: credentialFor(sandbox),
		resource,
		operation: key,
		parameters: {
			...(subject === undefined ? { ...filtersOf(operation), ...parameters } : subject.parameters),
			...placed({ ...(subject?.parameters?.options as IDataObject), ...more }),
		},
		items: subject === undefined ? [good] : subject.items(sandbox),
		settings: { onError: 'continueRegularOutput' },
	});
	const sent = sandbox.requests.all.slice(before).filter(({ endpoint }) => endpoint !== undefined).length;
	const { requests } = await estimate(operation, read.items, read.options);
	return { sent, ...requests, failed: error ?? items.find(({ json }) => json.error !== undefined)?.json };
}

it.each(ALL)('%s sends as many requests as said when all goes well', async (...entry) => {
	const { sent, atLeast, atMost, failed } = await countOf(entry, ['is well'], {});
	expect(failed).toBeUndefined();
	expect(atLeast).toBeGreaterThan(0);
	expect(sent).toBeGreaterThanOrEqual(atLeast);
	expect(sent).toBeLessThanOrEqual(atMost);
	expect(Number.isFinite(atMost)).toBe(true);
});

describe.each(TROUBLES.map((trouble) => [trouble[0], trouble] as const))(
	'when the service %s',
	(_, trouble) => {
		it.each(ALL)('%s sends no more requests than said', async (...entry) => {
			const { sent, atMost } = await countOf(entry, trouble, { maxRequestsPerMinute: 0 });
			expect(sent).toBeGreaterThan(0);
			expect(sent).toBeLessThanOrEqual(atMost);
		});
	},
);

it.each(ALL)('%s sends no more than Maximum Requests, which is then what is said', async (...entry) => {
	const { sent, atLeast, atMost, note } = await countOf(entry, TROUBLES[6], { maxRequests: 2 });
	expect(sent).toBeLessThanOrEqual(2);
	expect(atMost).toBeLessThanOrEqual(2);
	expect(atLeast).toBeLessThanOrEqual(atMost);
	expect(note).toBeUndefined();
});
