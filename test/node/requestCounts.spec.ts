import type { IDataObject } from 'n8n-workflow';

import { classOf } from '../../contract/model/billing';
import { requestsFor } from '../../nodes/PersonCompanyData/run/estimate';
import type { checkItems } from '../../nodes/PersonCompanyData/run/prepare';
import type { Sandbox } from '../../sandbox';
import { ALL, type Entry } from '../support/allOperations';
import { SUBJECTS } from '../support/chaosCases';
import { credentialFor, runNode } from '../support/harness';
import { filtersOf, inputOf } from './support/goodInput';
import { useSandbox } from './support/useSandbox';
import { placed } from '../support/placed';

/** What is said beforehand about the number of requests. */

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

/** Runs an operation with several items if it is known with which, and tells what was said and what was sent. */
async function countOf([, resource, key, operation]: Entry, more: IDataObject, troubles = 0) {
	const subject = SUBJECTS.find((one) => one.resource === resource && one.operation === key);
	const { parameters, good } = await inputOf(sandbox, operation);
	if (troubles > 0) sandbox.faults.add({ kind: 'status', status: 503, when: 'before', times: troubles });
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
	const about = await requestsFor(operation, read.items, read.options);
	return { sent, about, failed: error ?? items.find(({ json }) => json.error !== undefined)?.json };
}

/** One of each kind of operation: how often it is charged, whether it serves items together, waits or pages. */
const KINDS = new Map(
	ALL.map((entry) => {
		const { calls, fields, runAll, requests } = entry[3];
		const kind = [classOf(calls[0]), runAll, requests].map((part) =>
			typeof part === 'string' ? part : part !== undefined,
		);
		return [
			JSON.stringify([...kind, 'waitLimit' in fields, 'returnAll' in fields, 'limit' in fields]),
			entry,
		];
	}),
);

it.each([...KINDS.values()])(
	'%s sends about as many requests as said when all goes well',
	async (...entry) => {
		const { sent, about, failed } = await countOf(entry, {});
		expect(failed).toBeUndefined();
		expect(about).toBeGreaterThan(0);
		// A search ends sooner where fewer match.
		expect(sent).toBeGreaterThanOrEqual(entry[2].startsWith('searchB2b') ? 1 : Number(about));
	},
);

it.each([...KINDS.values()])(
	'%s sends no more than Maximum Requests, which is then what is said',
	async (...entry) => {
		const { sent, about } = await countOf(entry, { maxRequests: 2 }, 2);
		expect(sent).toBeLessThanOrEqual(2);
		expect(about).toBeLessThanOrEqual(2);
	},
);
