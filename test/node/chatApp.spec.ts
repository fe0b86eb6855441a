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
		expect(error?.description).toMatch(/ 2 other items may have been charged, too\.$/);
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

	it('outputs one item per number when wanted', async () => {
		const { items } = await run('checkNumbersInBatch', { outputPer: 'number' }, numbers(3));
		expect(items.map(({ json, pairedItem }) => [json.phone, pairedItem])).toEqual([
			['900000000', { item: 0 }],
			['900000001', { item: 1 }],
			['900000002', { item: 2 }],
		]);
		expect(items[0].json.id).toBeDefined();
	});

	it('comes out once: a further turn of the execution has what is told of its own numbers', async () => {
		const results = [0, 1].map((digit) => ({ ddd: '51', phone: `90000000${digit}`, status: 'ATIVO' }));
		const fault = { kind: 'status', when: 'after', status: 200, endpoint: 'chatAppCheckBatch' } as const;
		sandbox.faults.add({ ...fault, body: { id: 1, results } });
		const turn = async (count: number, after?: NodeResult): Promise<NodeResult> =>
			await runNode({
				credential: credentialFor(sandbox),
				resource: 'chatApp',
				operation: 'checkNumbersInBatch',
				parameters: { outputPer: 'number' },
				items: numbers(count),
				after,
			});
		const both = await turn(2);
		const own = await turn(1, both);
		expect([both.items.length, own.items.map(({ json }) => json.phone)]).toEqual([3, ['900000000']]);
		expect(sandbox.ledger.charged()).toBe(2);
	});

	// Its shape is not shown (field notes, Still not shown anywhere).
	it('outputs the answer as it is, beside the numbers', async () => {
		const body = { id: 'sub-1', results: [{ ddd: '51', phone: '900000000', status: 'ATIVO' }] };
		const answer = (): void =>
			sandbox.faults.add({ kind: 'status', when: 'after', status: 200, endpoint: 'chatAppCheckBatch', body });
		answer();
		const { items } = await run('checkNumbersInBatch', { outputPer: 'number' }, numbers(2));
		expect(items.map(({ json, pairedItem }) => [json.id, pairedItem])).toEqual([
			['sub-1', { item: 0 }],
			['sub-1', { item: 1 }],
			['sub-1', []],
		]);
		expect(items[2].json).toEqual(body);
		answer();
		expect((await run('checkNumbersInBatch', {}, numbers(2))).items[0].json).toMatchObject(body);
	});
});
