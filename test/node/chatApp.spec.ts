import type { IDataObject } from 'n8n-workflow';

import type { Sandbox } from '../../sandbox';
import { credentialFor, runNode, type NodeResult } from '../support/harness';
import { runsOf } from './support/runs';
import { useSandbox } from './support/useSandbox';

/** Checking whether phone numbers are active in the chat app. */

let sandbox: Sandbox;
useSandbox({ persons: 10, companies: 10 }, (started) => {
	sandbox = started;
});

const run = runsOf('chatApp', () => sandbox);

describe('Check Number', () => {
	it('says that others may be paid for when it stops at one that is not', async () => {
		sandbox.faults.add(
			{ kind: 'status', status: 400, endpoint: 'chatAppCheck' },
			{ kind: 'reset', when: 'after', endpoint: 'chatAppCheck', times: 'always' },
		);
		const phones = ['51999990002', '51999990004', '51999990006'];
		const { error } = await run(
			'checkNumber',
			{ options: { advanced: { maxConcurrentRequests: 1 } } },
			phones.map((phone) => ({ phone })),
			{},
		);
		expect(error?.message).toContain('The service rejected the request');
		expect(error?.description).toMatch(
			/ No response was received for 2 other items, which may have been charged\.$/,
		);
		expect(sandbox.ledger.charged()).toBe(2);
	});

	it('pays once for a number that comes twice', async () => {
		const { items } = await run('checkNumber', {}, [{ phone: '51999990002' }, { phone: '(51) 99999-0002' }]);
		expect(items.map(({ pairedItem }) => pairedItem)).toEqual([{ item: 0 }, { item: 1 }]);
		expect(sandbox.ledger.charged()).toBe(1);
	});
});

describe('Check Numbers in Batch', () => {
	const numbers = (count: number): IDataObject[] =>
		Array.from({ length: count }, (_, i) => ({ phone: `51${String(900000000 + i)}` }));

	it('submits all numbers together, each once, a thousand at a time', async () => {
		const { items } = await run('checkNumbersInBatch', {}, [...numbers(1500), ...numbers(3)]);
		const sent = sandbox.requests.of('chatAppCheckBatch').map(({ body }) => (body as IDataObject).phones);
		expect(sent.map((phones) => (phones as unknown[]).length)).toEqual([1000, 500]);
		expect(items.map(({ json }) => json.numbers)).toEqual([1000, 500]);
		expect(items[0].pairedItem).toHaveLength(1003);
		expect(sandbox.ledger.charged()).toBe(1500);
	});

	it('is paid for once: a further turn of the execution has its answer', async () => {
		const turn = async (count: number, after?: NodeResult): Promise<NodeResult> =>
			await runNode({
				credential: credentialFor(sandbox),
				resource: 'chatApp',
				operation: 'checkNumbersInBatch',
				items: numbers(count),
				after,
			});
		const both = await turn(2);
		const own = await turn(1, both);
		expect(own.items.map(({ json }) => json)).toEqual([{ ...both.items[0].json, numbers: 1 }]);
		expect(sandbox.ledger.charged()).toBe(2);
	});

	// Its shape is not shown (field notes, Still not shown anywhere).
	it('outputs the answer as it is', async () => {
		const body = { id: 'sub-1', results: [{ ddd: '51', phone: '900000000', status: 'ATIVO' }] };
		sandbox.faults.add({ kind: 'status', when: 'after', status: 200, endpoint: 'chatAppCheckBatch', body });
		const { items } = await run('checkNumbersInBatch', {}, numbers(2));
		expect(items.map(({ json }) => json)).toEqual([{ ...body, numbers: 2 }]);
	});
});
