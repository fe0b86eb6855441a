import type { Sandbox } from '../../sandbox';
import { runsOn } from './support/runs';
import { useSandbox } from './support/useSandbox';

/** Lookups and searches of persons and companies in the registry. */

let sandbox: Sandbox;
useSandbox({ persons: 200, companies: 400 }, (started) => {
	sandbox = started;
});

const run = runsOn(() => sandbox);

const formatted = (cpf: string): string => cpf.replace(/^(...)(...)(...)(..)$/, '$1.$2.$3-$4');

describe('Person > Get', () => {
	it('asks with plain digits, however the CPF is written, and once for equal ones', async () => {
		const cpf = sandbox.persons.cpf(3);
		const items = [{ cpf }, { cpf: formatted(cpf) }, { cpf: Number(cpf) }];
		const { items: got } = await run('person', 'getPerson', {}, items);
		expect(got).toHaveLength(3);
		got.forEach(({ json, pairedItem }, item) => {
			expect(json).toMatchObject({ outcome: 'found', cpf, name: sandbox.persons.name(3) });
			expect(pairedItem).toEqual({ item });
		});
		expect(sandbox.requests.of('personGet').map(({ query }) => query)).toEqual([{ cpf }]);
		expect(sandbox.ledger.charged('b2c')).toBe(1);
	});

	it('finds the CPF in a field of another spelling by its default', async () => {
		const cpf = sandbox.persons.cpf(3);
		const items = [{ CPF: cpf }, { Cpf: cpf }, { cpf: null, CPF: cpf }];
		const { items: got } = await run('person', 'getPerson', {}, items);
		expect(got.map(({ json }) => json.cpf)).toEqual([cpf, cpf, cpf]);
		const { errorItems } = await run('person', 'getPerson', {}, [{ document: cpf }]);
		expect(errorItems[0].json.error).toBe(
			'CPF is empty: its expression has no value for this row. Check the name of the column in it.',
		);
	});

	it('keeps every item when nothing is found', async () => {
		const cpfs = [sandbox.persons.cpf(0), '529.982.247-25', sandbox.persons.cpf(1)];
		const items = cpfs.map((cpf) => ({ cpf }));
		const kept = await run('person', 'getPerson', {}, items);
		expect(kept.items.map(({ json }) => json.outcome)).toEqual(['found', 'not found', 'found']);
		const dropped = await run('person', 'getPerson', { options: { ifNothingFound: 'drop' } }, items);
		expect(dropped.items.map(({ pairedItem }) => pairedItem)).toEqual([{ item: 0 }, { item: 2 }]);
		const failing = await run('person', 'getPerson', { options: { ifNothingFound: 'error' } }, items);
		expect(failing.items).toHaveLength(2);
		expect(failing.errorItems[0].json.error).toBe('The service found nothing for this item');
		expect(sandbox.ledger.charged('b2c')).toBe(2);
		sandbox.faults.add({ kind: 'status', status: 404, endpoint: 'personGet' });
		const [missed] = (await run('person', 'getPerson', {}, items.slice(1, 2))).items;
		expect(missed.json.outcome).toBe('not found');
	});

	it('simplifies to what a CRM needs, the best contact of each kind first', async () => {
		const { items } = await run('person', 'getPerson', { output: 'simplified' }, [
			{ cpf: sandbox.persons.cpf(5) },
		]);
		expect(Object.keys(items[0].json)).toEqual([
			...['name', 'jobTitle', 'company', 'email', 'emailStatus', 'phone', 'phoneType', 'city', 'state'],
			...['cpf', 'outcome'],
		]);
		expect(items[0].json.email).toBe(sandbox.persons.email(5));
		expect(items[0].json.phone).toMatch(/^\+55\d{10,11}$/);
	});

	it('asks for certain fields only', async () => {
		await run('person', 'getPerson', { options: { fields: 'name,emails' } }, [
			{ cpf: sandbox.persons.cpf(0) },
		]);
		expect(sandbox.requests.last?.query).toMatchObject({ fields: 'name,emails' });
	});
});

describe('Person > Search', () => {
	it('gives one item per record, all paired with the item that asked', async () => {
		const items = [{ name: sandbox.persons.name(7) }, { name: 'Nobody' }];
		const { items: got } = await run(
			'person',
			'searchPersons',
			{ searchBy: { name: '={{ $json.name }}' } },
			items,
		);
		const first = got.filter(({ pairedItem }) => JSON.stringify(pairedItem) === '{"item":0}');
		expect(first.length).toBeGreaterThan(0);
		expect(first.every(({ json }) => json.name === sandbox.persons.name(7))).toBe(true);
		expect(got.at(-1)).toMatchObject({ json: { outcome: 'not found' }, pairedItem: { item: 1 } });
		expect(sandbox.ledger.charged('b2c')).toBe(1);
	});
});

describe('Person > Search by Name Pattern', () => {
	it('sends the pattern with its stars, and narrows by place', async () => {
		const { items } = await run('person', 'searchByPattern', {
			name: 'Synthetic*',
			options: { state: 'SP' },
		});
		expect(sandbox.requests.last?.query).toEqual({ name: 'Synthetic*', state: 'SP' });
		expect(items.length).toBeGreaterThan(0);
	});
});

describe('Company', () => {
	const lettered = (): string => {
		const index = Array.from({ length: 400 }, (_, i) => i).find((i) =>
			/[A-Z]/.test(sandbox.companies.cnpj(i)),
		);
		return sandbox.companies.cnpj(index ?? 0);
	};

	it('is found by a CNPJ with letters, in small ones too', async () => {
		const cnpj = lettered();
		expect(cnpj).toMatch(/[A-Z]/);
		const { items } = await run('company', 'getCompany', {}, [{ cnpj: cnpj.toLowerCase() }]);
		expect(items[0].json).toMatchObject({ outcome: 'found', cnpj });
		expect(sandbox.ledger.charged('b2c')).toBe(1);
	});

	it('waits for its business context at one credit', async () => {
		sandbox.set({ intelSeconds: 180 });
		const { items, error } = await run('company', 'getBusinessContext', {}, [
			{ cnpj: sandbox.companies.cnpj(0) },
		]);
		expect(error).toBeUndefined();
		expect(items[0].json).toMatchObject({ outcome: 'found', status: 'ready' });
		expect(sandbox.ledger.charged()).toBe(1);
		expect(sandbox.requests.of('companyIntel').length).toBeLessThan(10);
	});

	it('says when its site was not read within the limit, free of charge', async () => {
		sandbox.set({ intelSeconds: 600 });
		const cnpj = sandbox.companies.cnpj(1);
		const { errorItems } = await run('company', 'getBusinessContext', { cnpj, waitLimit: 1 });
		expect(errorItems[0].json.error).toMatch(/^The service hasn't read the company's website after 1 minute/);
		expect(sandbox.ledger.charged()).toBe(0);
	});

	it('has no business context when it is unknown', async () => {
		const { items } = await run('company', 'getBusinessContext', { cnpj: '11.222.333/0001-81' });
		expect(items[0].json).toMatchObject({
			outcome: 'not found',
			cnpj: '11222333000181',
			status: 'not_found',
		});
	});
});
