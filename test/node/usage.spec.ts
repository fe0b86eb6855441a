import type { IDataObject, INode } from 'n8n-workflow';

import { messagesOf, useNode } from './support/useNode';

/** What a run has used, over all of its tries, and how fast. */

const { sandbox, run } = useNode({ persons: 300, companies: 300 });

const cpfs = (count: number, from = 0): IDataObject[] =>
	Array.from({ length: count }, (_, i) => ({ cpf: sandbox.persons.cpf(from + i) }));
const byName = { searchBy: { name: '={{ $json.name }}' } };

describe('what was used', () => {
	it('is said after the run, and in each item when wanted', async () => {
		const items = [...cpfs(2), ...cpfs(2), { cpf: '52998224725' }];
		const result = await run('person.getPerson', { options: { includeUsage: true } }, items);
		expect(messagesOf(result)).toContain(
			'4 found, 1 not found: at most 2 B2C credits charged, 3 requests sent, 2 saved.',
		);
		const usage = {
			...{ requests: 3, requestsSaved: 2, creditsAtMost: 2 },
			...{ creditsRefunded: 0, uncertainCalls: 0 },
		};
		expect(result.items.map(({ json }) => json.usage)).toEqual(Array(5).fill(usage));
	});

	it('tells of an answer that was lost', async () => {
		sandbox.faults.add({ kind: 'reset', when: 'after', endpoint: 'personSearch' });
		const items = [{ name: sandbox.persons.name(1) }, { name: 'Nobody' }];
		const options = { maxConcurrentRequests: 1 };
		expect(messagesOf(await run('person.searchPersons', { ...byName, options }, items))).toContain(
			'1 not found, 1 uncertain: at most 1 B2C credit charged, 1 call without a response (counted as charged), 2 requests sent.',
		);
	});

	// Field notes: no credit was debited for finding a company by its CNPJ, found or not.
	it('tells apart what has been free so far', async () => {
		const rows = [1, 2, 3].map((i): IDataObject => ({ cnpj: sandbox.companies.cnpj(i) }));
		const list = await run('list.enrichList', { contact: '={{ $json.cnpj }}' }, [
			...rows,
			{ cnpj: '11222333000181' },
		]);
		expect(messagesOf(list).join()).toContain(
			'3 enriched, 1 not found: at most 3 B2B credits charged, up to 3 credits to find companies (free so far), 6 requests sent.',
		);
	});
});

describe('another try of the run', () => {
	const settings: Partial<INode> = { retryOnFail: true, maxTries: 3, waitBetweenTries: 1 };

	it('tells what all tries have used, in the output pane and in each item', async () => {
		sandbox.faults.add({ kind: 'status', status: 400, endpoint: 'personSearch' });
		const options = { maxConcurrentRequests: 1, includeUsage: true };
		const items = [0, 1, 2, 3].map((i) => ({ name: sandbox.persons.name(i) }));
		const result = await run('person.searchPersons', { ...byName, options }, items, { settings });
		expect(sandbox.ledger.charged('b2c')).toBe(4);
		expect(messagesOf(result).at(-1)).toMatch(
			/: at most 1 B2C credit charged, 1 request sent, 3 saved, with the earlier tries of this run 5 requests sent and at most 4 credits charged\.$/,
		);
		expect(result.items[0].json.usage).toMatchObject({ requests: 5, creditsAtMost: 4 });
	});

	it('leaves out what the execution had used before the run was first tried', async () => {
		const after = await run('person.getPerson', {}, cpfs(2), { settings });
		const options = { includeUsage: true };
		const result = await run('person.getPerson', { options }, cpfs(1, 5), { settings, after });
		expect(result.items[0].json.usage).toMatchObject({ requests: 1, creditsAtMost: 1 });
		expect(messagesOf(result).join()).not.toContain('earlier tries');
	});
});

describe('pace', () => {
	it('begins no more than ten requests within ten seconds', async () => {
		const result = await run('person.getPerson', { options: { maxConcurrentRequests: 1 } }, cpfs(40));
		expect(result.items.every(({ json }) => json.outcome === 'found')).toBe(true);
		const times = sandbox.requests.all.map(({ time }) => time);
		for (const time of times) {
			const near = times.filter((other) => other > time - 10_000 && other <= time);
			expect(near.length).toBeLessThanOrEqual(10);
		}
	});

	it('is that of the credential', async () => {
		const timeFor = async (maxRequestsPerMinute: number): Promise<number> => {
			const before = sandbox.clock.now();
			await run('person.getPerson', { options: { maxRequestsPerMinute } }, cpfs(40));
			return sandbox.clock.now() - before;
		};
		expect(await timeFor(0)).toBe(0);
		expect(await timeFor(600)).toBeGreaterThan(0);
	});
});
