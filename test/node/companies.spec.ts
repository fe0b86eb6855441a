import type { Sandbox } from '../../sandbox';
import { rows } from '../support/harness';
import { runsOf } from './support/runs';
import { useSandbox } from './support/useSandbox';

let sandbox: Sandbox;
useSandbox({ persons: 100, companies: 3000 }, (started) => {
	sandbox = started;
});

const run = runsOf('b2bCompany', () => sandbox);

it('searches companies over several pages for one credit', async () => {
	const { items, error } = await run('search', { filtros_empresa: { estados: ['SP'] }, limit: 110 });
	expect(error).toBeUndefined();
	expect(items).toHaveLength(110);
	expect(sandbox.requests.of('b2bCompanySearch').map(({ charged }) => charged)).toEqual([1, 0, 0]);
	expect(items.every(({ json }) => 'id_empresa' in json && 'cnpj' in json)).toBe(true);
});

it('takes filters that only companies have, and refuses those of persons', async () => {
	await run('search', { filtros_empresa: { setores_cnae: rows('Comércio') } });
	expect(sandbox.requests.last?.body).toMatchObject({ filtros_empresa: { setores_cnae: ['Comércio'] } });
	const { errorItems } = await run('search', {
		filtros_empresa: { estados: ['SP'] },
		additionalFilters: '{"filtros_pessoa": {"cargos": ["Gerente"]}}',
	});
	expect(errorItems[0].json.error).toMatch(/has "filtros_pessoa", but only objects named filtros_empresa/);
});

it('enriches in one batch what a search found, and names the rows without an ID', async () => {
	const found = await run('search', { filtros_empresa: { estados: ['SP'] }, limit: 40 });
	const rows = found.items.map(({ json }) => json);
	const withId = rows.flatMap(({ id_empresa }, item) => (id_empresa === null ? [] : [item]));
	expect(withId.length).toBeGreaterThan(0);
	expect(withId.length).toBeLessThan(rows.length);
	const { items, errorItems } = await run('enrichBatch', {}, rows);
	expect(items.map(({ pairedItem }) => pairedItem)).toEqual(withId.map((item) => ({ item })));
	expect(errorItems).toHaveLength(rows.length - withId.length);
	expect(errorItems[0].json.error).toMatch(/^Company ID of item \d+ is empty\.$/);
	expect(sandbox.requests.of('b2bCompanyEnrichBatch')).toHaveLength(1);
	expect(sandbox.ledger.charged('b2b')).toBe(1 + withId.length);
});

it('enriches by CNPJ as plain characters, each once', async () => {
	const cnpj = sandbox.companies.cnpj(1);
	const { items } = await run('enrichBatch', { identifyBy: 'cnpj' }, [
		{ cnpj },
		{ cnpj: Number(cnpj) || cnpj },
	]);
	expect(sandbox.requests.of('b2bCompanyEnrichBatch')[0].body).toEqual({ contatos: [{ cnpj }] });
	expect(items[0].json.outcome).toBe('enriched');
	expect(items.map(({ pairedItem }) => pairedItem)).toEqual([{ item: 0 }, { item: 1 }]);
});
