import type { Sandbox } from '../../sandbox';
import { credentialFor, runNode } from '../support/harness';
import { runsOf } from './support/runs';
import { useSandbox } from './support/useSandbox';

let sandbox: Sandbox;
useSandbox({ persons: 100, companies: 3000 }, (started) => {
	sandbox = started;
});

const run = runsOf('b2bCompany', () => sandbox);

it('enriches in one batch what a search found, and names the rows without an ID', async () => {
	const found = await run('searchB2bCompanies', { filtros_empresa: { estados: ['SP'] }, limit: 40 });
	const rows = found.items.map(({ json }) => json);
	const withId = rows.flatMap(({ id_empresa }, item) => (id_empresa === null ? [] : [item]));
	expect(withId.length).toBeGreaterThan(0);
	expect(withId.length).toBeLessThan(rows.length);
	const { items, errorItems } = await run('enrichCompanyBatch', { identifyBy: 'id_empresa' }, rows);
	expect(items.map(({ pairedItem }) => pairedItem)).toEqual(withId.map((item) => ({ item })));
	expect(errorItems).toHaveLength(rows.length - withId.length);
	expect(errorItems[0].json.error).toMatch(
		/^Company ID is empty: its expression has no value for this row\./,
	);
	expect(sandbox.requests.of('b2bCompanyEnrichBatch')).toHaveLength(1);
	expect(sandbox.ledger.charged('b2b')).toBe(1 + withId.length);
});

describe('a company by its CNPJ', () => {
	const UNKNOWN = '11222333000181';
	const cnpjs = (...indexes: number[]) => indexes.map((i) => ({ cnpj: sandbox.companies.cnpj(i) }));
	const batches = () => sandbox.requests.of('b2bCompanyEnrichBatch').map(({ body }) => body);
	const finds = () => sandbox.requests.of('b2bCompanyFind');

	beforeEach(() => void sandbox.set({ companyByCnpj: 'empty', notStatedPrice: 'free' }));

	it('is found once however it is written, for no more than was said', async () => {
		sandbox.set({ notStatedPrice: 'charged' });
		const [{ cnpj }] = cnpjs(1);
		const written = `${cnpj.slice(0, 2)}.${cnpj.slice(2, 5)}.${cnpj.slice(5, 8)}/${cnpj.slice(8, 12)}-${cnpj.slice(12)}`;
		const items = [{ cnpj }, { cnpj: written }];
		const said = await run('enrichCompanyBatch', { previewCost: true }, items);
		await run('enrichCompanyBatch', {}, items);
		expect(finds().map(({ body }) => body)).toEqual([{ document: cnpj }]);
		expect(sandbox.ledger.charged('b2b')).toBe(said.items[0].json.creditsAtMost);
	});

	it.each(['enrichCompanies', 'enrichCompanyBatch'])(
		'is found first, so that no empty answer is charged (%s)',
		async (operation) => {
			const { items, error } = await run(operation, {}, [...cnpjs(1, 2, 1), { cnpj: UNKNOWN }]);
			expect(error).toBeUndefined();
			expect(items.map(({ json }) => json.outcome)).toEqual([
				...Array<string>(3).fill('enriched'),
				'not found',
			]);
			expect(items[3].json).toMatchObject({ contato: { cnpj: UNKNOWN }, reason: expect.any(String) });
			expect(finds()).toHaveLength(3);
			expect(sandbox.ledger.charged('b2b')).toBe(2);
		},
	);

	it('is recognised beside an ID or profile URL', async () => {
		const { companies } = sandbox;
		const { items, errorItems } = await run('enrichCompanyBatch', { identifyBy: 'automatic' }, [
			...cnpjs(1),
			{ id_empresa: companies.id(2), cnpj: null },
			{ contact: companies.socialUrl(3) },
			{ contact: companies.id(4) },
			{ contact: sandbox.persons.email(1) },
		]);
		expect(items.map(({ json }) => json.outcome)).toEqual(Array(4).fill('enriched'));
		expect(batches()).toEqual([
			{
				contatos: [
					{ id_empresa: companies.id(1) },
					{ id_empresa: companies.id(2) },
					{ url_social: companies.socialUrl(3) },
					{ id_empresa: companies.id(4) },
				],
			},
		]);
		expect(errorItems.map(({ json }) => json.error)).toEqual(['Contact names a person, not a company.']);
	});

	it('leaves no record that looks sent when it is stopped while companies are asked for', async () => {
		sandbox.set({ notStatedPrice: 'charged' });
		const many = cnpjs(...Array.from({ length: 19 }, (_, i) => i + 1));
		const stopped = await runNode({
			credential: credentialFor(sandbox),
			resource: 'b2bCompany',
			operation: 'enrichCompanyBatch',
			items: many,
			onStart: (stop) => sandbox.clock.after(10_000, stop),
		});
		expect(stopped.items.filter(({ json }) => json.outcome === 'enriched')).toEqual([]);
		const asked = finds().length;
		expect(asked).toBeGreaterThan(0);
		expect(asked).toBeLessThan(19);
		expect(batches()).toEqual([]);
		const { items } = await run('enrichCompanyBatch', {}, many);
		expect(items.map(({ json }) => json.outcome)).toEqual(Array(19).fill('enriched'));
		// 19 found, of which none is charged again, and 19 enriched.
		expect(sandbox.ledger.charged('b2b')).toBe(38);
	});

	it('is not asked for where the other way is wanted, or the service takes it at no risk (Enrich Now)', async () => {
		await run('enrichCompanyBatch', { options: { skipFindingId: true } }, cnpjs(1));
		await run('enrichCompanyNow', {}, cnpjs(2));
		expect(finds()).toEqual([]);
		expect(batches()).toEqual([{ contatos: cnpjs(1) }]);
	});
});
