import { DataDeduplicationService } from 'n8n-core';
import type { IDataObject } from 'n8n-workflow';

import type { Sandbox } from '../../sandbox';
import { type NodeResult } from '../support/harness';
import { enrichList, values } from './support/enrichList';
import { useSandbox } from './support/useSandbox';

/** What was paid for before is not paid for again, whoever looks at the same time and whenever it is retried. */

let sandbox: Sandbox;
useSandbox({ persons: 100, companies: 300 }, (started) => {
	sandbox = started;
});

const DAY_MS = 24 * 3_600_000;
const skips = { skipEnriched: true };

describe('with Skip Records Enriched Before, two executions at the same time', () => {
	const list = async (contact: string, options: IDataObject): Promise<NodeResult> =>
		await enrichList(sandbox, values(contact), { parameters: { options } });

	it('do not look up a CPF that an earlier one has looked up', async () => {
		const cpf = sandbox.persons.cpf(2);
		expect((await list(cpf, skips)).items[0].json.outcome).toBe('enriched');
		await sandbox.clock.advance(2 * DAY_MS);
		await Promise.all([list(cpf, skips), list(cpf, skips)]);
		expect(sandbox.ledger.charged('b2c')).toBe(1);
	});

	it('do not submit what an earlier one has enriched, if open records are to be submitted again', async () => {
		const email = sandbox.persons.email(0);
		expect((await list(email, skips)).items[0].json.outcome).toBe('enriched');
		const again = { ...skips, ifSentBefore: 'send' };
		await Promise.all([list(email, again), list(email, again)]);
		expect(sandbox.ledger.charged('b2b')).toBe(1);
	});
});

describe("a failure of n8n's store while the node looks what is known", () => {
	it('does not make a record known that was never sent', async () => {
		const options = { skipEnriched: true };
		const enrich = async (...persons: number[]): Promise<NodeResult> =>
			await enrichList(sandbox, values(...persons.map((i) => sandbox.persons.email(i))), {
				parameters: { options },
			});
		await enrich(0);
		// To let go of the one that is known.
		jest
			.spyOn(DataDeduplicationService.getInstance(), 'removeProcessed')
			.mockRejectedValueOnce(new Error('SQLITE_BUSY'));
		const failed = await enrich(0, 1);
		expect(failed.error?.message).toBeDefined();
		expect(sandbox.requests.of('b2bPersonEnrichBatch')).toHaveLength(1);
		expect((await enrich(0, 1)).items.map(({ json }) => json.outcome)).toEqual(['skipped', 'enriched']);
	});
});
