import type { IDataObject } from 'n8n-workflow';

import { Companies } from '../../sandbox/data/companies';
import type { Execution } from '../../tools/host/rest/execution';
import type { StoredWorkflow } from '../../tools/host/rest/stored';
import {
	change,
	costOf,
	fill,
	imported,
	inTable,
	itWithTables,
	output,
	requestsTo,
	rowsIn,
	runOf,
	withParameters,
} from './exampleRuns';
import { n8n, sandbox } from './support';

/** The examples that keep their rows in tables of n8n: what they cost, also when they run again or were cut off. */

const companies = new Companies(1, 100);
const UNKNOWN = '11222333000181';
const contacts = (...numbers: number[]) => numbers.map((i) => ({ contact: companies.cnpj(i) }));
beforeEach(async () => {
	await sandbox().post('/settings', { batchMinimumSeconds: 0, notStatedPrice: 'free' });
});

itWithTables('companies-to-data-table keeps each company once, and pays for it once', async () => {
	const created = await imported('companies-to-data-table');
	const paid = await costOf(async () => {
		for (const outcome of ['enriched', 'skipped']) {
			const execution = await runOf(created);
			expect(execution.error).toBeUndefined();
			expect(output(execution, 'Enrich')).toMatchObject([{ outcome }]);
		}
	});
	expect(paid).toBe(1);
	expect(await rowsIn('Companies')).toMatchObject([
		{ cnpj: '00000319000117', name: expect.stringContaining('Synthetic') as string },
	]);
});

itWithTables(
	'daily-leads saves a hundred leads with contacts, and pays for those that come again once',
	async () => {
		const created = await imported('daily-leads');
		const first = await runOf(created);
		expect(first.error).toBeUndefined();
		expect(output(first, 'Save')).toHaveLength(100);
		const rows = await rowsIn('Leads');
		expect(rows.some(({ email }) => String(email).includes('@'))).toBe(true);
		expect(rows.every(({ personId, name }) => typeof personId === 'number' && name !== null)).toBe(true);
		// As after a restart of n8n; what failed is tried again, which costs what then is enriched.
		const failed = output(first, 'Enrich').filter(({ outcome }) => outcome === 'failed').length;
		const again = await costOf(async () => {
			const second = await runOf(created);
			expect(second.error).toBeUndefined();
			expect(output(second, 'Save').length).toBeLessThanOrEqual(failed);
		});
		expect(again).toBeLessThanOrEqual(failed);
		expect((await rowsIn('Leads')).filter(({ email }) => email !== null).length).toBeGreaterThan(0);
	},
);

itWithTables('the outbox submits what many have put into it as one batch, and pays for it once', async () => {
	const pinned = { Called: [...contacts(1, 2), ...contacts(2, 3)].map((json) => ({ json })) };
	const created = await imported('outbox', undefined, pinned);
	await runOf(created, 'Every Hour');
	const put = await runOf(created, 'Called');
	expect(put.error).toBeUndefined();
	expect(await rowsIn('Outbox')).toHaveLength(3);
	const paid = await costOf(async () => {
		const execution = await runOf(created, 'Every Hour');
		expect(execution.error).toBeUndefined();
		expect(output(execution, 'Save')).toHaveLength(3);
	});
	const rows = await rowsIn('Outbox');
	expect(rows.map(({ status }) => status)).toEqual(['enriched', 'enriched', 'enriched']);
	expect(rows.map(({ name }) => name)).toEqual([1, 2, 3].map((i) => companies.name(i)));
	expect(paid).toBe(3);
	const asked = await requestsTo('batch');

	// The next hour, also when the same contacts were put in again, there is nothing to do.
	const next = await costOf(async () => {
		await runOf(created, 'Called');
		const execution = await runOf(created, 'Every Hour');
		expect(output(execution, 'Take')).toEqual([]);
	});
	expect([next, await requestsTo('batch')]).toEqual([0, asked]);

	// As if n8n had been killed before the rows were saved.
	await change('Outbox', { status: null });
	const afterKill = await costOf(async () => {
		const execution = await runOf(created, 'Every Hour');
		expect(output(execution, 'Enrich').map(({ outcome }) => outcome)).toEqual(Array(3).fill('skipped'));
	});
	expect(afterKill).toBe(0);
	// What was saved before stays.
	expect((await rowsIn('Outbox')).map(({ name }) => name)).toEqual([1, 2, 3].map((i) => companies.name(i)));
});

/** The outbox with a table of its own, and so many rows in a batch. */
async function outboxWith(table: string, limit: number): Promise<StoredWorkflow> {
	const created = await imported('outbox', (node) =>
		withParameters('Take', { limit })(inTable('Outbox', table)(node)),
	);
	await runOf(created, 'Every Hour');
	return created;
}
const hour = async (created: StoredWorkflow): Promise<Execution> => {
	const execution = await runOf(created, 'Every Hour');
	expect(execution.error).toBeUndefined();
	return execution;
};
const statusesIn = async (table: string): Promise<unknown[]> =>
	(await rowsIn(table)).map(({ status }) => status);

itWithTables('the outbox goes on behind a full batch whose answer was lost', async () => {
	const table = 'Outbox, answer lost';
	const created = await outboxWith(table, 2);
	await fill(table, contacts(11, 12));
	await sandbox().post('/faults', { kind: 'reset', when: 'after', endpoint: 'b2bCompanyEnrichBatch' });
	expect(await costOf(async () => await hour(created))).toBe(2);
	await fill(table, contacts(13));
	expect(await costOf(async () => await hour(created))).toBe(1);
	expect(await statusesIn(table)).toEqual(['uncertain', 'uncertain', 'enriched']);
	expect((await rowsIn(table))[0].reason).toContain('was lost before a response arrived');
});

itWithTables('the outbox keeps results whose rows could not be saved for a retry, at no charge', async () => {
	const table = 'Outbox, not saved';
	const created = await outboxWith(table, 2);
	await fill(table, contacts(18, 19));
	const { columns } = created.nodes.find(({ name }) => name === 'Save')?.parameters as {
		columns: { value: IDataObject };
	};
	const unknown = { columns: { ...columns, value: { ...columns.value, unknown: 'x' } } };
	const client = await n8n();
	const broken = await client.updateWorkflow({
		...created,
		nodes: created.nodes.map(withParameters('Save', unknown)),
	});
	const failed = await runOf(broken, 'Every Hour');
	expect(failed.error?.message).toContain('unknown');
	const mended = await client.updateWorkflow({ ...broken, nodes: created.nodes });
	// The rows behind them are taken in the hours after.
	await fill(table, contacts(20));
	await hour(mended);
	await hour(mended);
	expect(await statusesIn(table)).toEqual(['skipped', 'skipped', 'enriched']);
	expect(await costOf(async () => await client.retryExecution(failed, true))).toBe(0);
	expect(await rowsIn(table)).toMatchObject(
		[18, 19, 20].map((i) => ({ name: companies.name(i), status: 'enriched' })),
	);
});

itWithTables('enrich-again pays for a row once in its time, also when it was cut off', async () => {
	const created = await imported('enrich-again');
	await runOf(created);
	await fill('Contacts', contacts(1, 2));
	const night = async (): Promise<number> =>
		await costOf(async () => {
			const execution = await runOf(created);
			expect(execution.error).toBeUndefined();
		});
	expect(await night()).toBe(2);
	expect(await rowsIn('Contacts')).toMatchObject([
		{ name: companies.name(1), status: 'enriched' },
		{ name: companies.name(2), status: 'enriched' },
	]);
	expect(await night()).toBe(0);
	// As if n8n had been killed after the rows were marked.
	await change('Contacts', { status: 'asked' });
	expect(await night()).toBe(0);
	await fill('Contacts', [{ contact: UNKNOWN, name: 'Old name' }]);
	await change('Contacts', { askedAt: '={{ $now.minus({ days: 91 }) }}', phone: 'Old phone' });
	expect(await night()).toBe(2);
	const rows = await rowsIn('Contacts');
	expect(rows.map(({ status }) => status)).toEqual(['enriched', 'enriched', 'not found']);
	// What is not found leaves what was known.
	expect(rows[2]).toMatchObject({ name: 'Old name', phone: 'Old phone' });
	for (const { phone } of rows.slice(0, 2)) expect(phone).toMatch(/^\+55|^Old phone$/);
});

itWithTables('enrich-by-webhook pays for new rows only, and keeps what became of them', async () => {
	const created = await imported('enrich-by-webhook');
	await runOf(created);
	await fill('Large List', [...contacts(4, 5), { contact: '123' }]);
	const paid = await costOf(async () => {
		const execution = await runOf(created);
		expect(execution.error).toBeUndefined();
		expect(output(execution, 'Save')).toHaveLength(3);
	});
	expect(paid).toBe(2);
	expect((await rowsIn('Large List')).map(({ status }) => status)).toEqual([
		'enriched',
		'enriched',
		'invalid',
	]);
	expect(await costOf(async () => await runOf(created))).toBe(0);
});

itWithTables('companies-to-data-table keeps rows of lists that have other columns, too', async () => {
	const CNPJs = [{ json: { cnpj: companies.cnpj(8), name: 'As we call it', seller: 'Ana' } }];
	const execution = await runOf(await imported('companies-to-data-table', undefined, { CNPJs }));
	expect(execution.error).toBeUndefined();
	expect(output(execution, 'Save')).toMatchObject([{ cnpj: companies.cnpj(8), name: companies.name(8) }]);
});
