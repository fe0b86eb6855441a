import { normalizeCpf } from '../../contract/input';
import { useSandbox } from './support';

const bench = useSandbox();
const HOUR = 3_600_000;
const charged = (): number => bench.sandbox.ledger.charged('b2c');
const get = async (path: string, params: object) => await bench.http.get(path, { params });

const documents = {
	'/persons/': (i: number) => ({ cpf: bench.sandbox.persons.cpf(i) }),
	'/companies/': (i: number) => ({ cnpj: bench.sandbox.companies.cnpj(i) }),
};
type Lookup = keyof typeof documents;

describe.each(Object.keys(documents) as Lookup[])('credit rule 4: GET %s', (path) => {
	it('is not charged again within 24 hours, and answers the same', async () => {
		const first = await get(path, documents[path](1));
		expect(first.data).toHaveLength(1);
		expect(charged()).toBe(1);
		await bench.sandbox.clock.advance(24 * HOUR - 1);
		expect((await get(path, documents[path](1))).data).toEqual(first.data);
		expect(charged()).toBe(1);
		await get(path, documents[path](2));
		expect(charged()).toBe(2);
		await bench.sandbox.clock.advance(1);
		await get(path, documents[path](1));
		expect(charged()).toBe(3);
	});

	it('neither charges nor starts the window without a result', async () => {
		const unknown = path === '/persons/' ? { cpf: '12345678909' } : { cnpj: '12345678000195' };
		const { status, data } = await get(path, unknown);
		expect([status, data]).toEqual([200, []]);
		bench.sandbox.set({ lookupMiss: 'notFound' });
		expect((await get(path, unknown)).status).toBe(404);
		expect(charged()).toBe(0);
	});

	it('refuses a call without the document', async () => {
		expect((await get(path, {})).status).toBe(400);
	});
});

describe('lookups', () => {
	it('take formatted documents, in one window with plain ones', async () => {
		const cpf = bench.sandbox.persons.cpf(3);
		await get('/persons/', { cpf });
		const { data } = await get('/persons/', { cpf: cpf.replace(/^(...)(...)(...)/, '$1.$2.$3-') });
		expect(data[0].cpf).toBe(cpf);
		expect(charged()).toBe(1);
	});

	it('answer only the fields that were asked for', async () => {
		const { data } = await get('/persons/', { ...documents['/persons/'](1), fields: 'name,age' });
		expect(Object.keys(data[0])).toEqual(['name', 'age']);
	});

	it('lose leading zeros when switched', async () => {
		bench.sandbox.set({ documentsAs: 'number' });
		const cpf = bench.sandbox.persons.cpf(0);
		const { data } = await get('/persons/', { cpf });
		expect(cpf).toMatch(/^0/);
		expect(data[0].cpf).toBe(Number(cpf));
		expect(normalizeCpf(data[0].cpf)).toBe(cpf);
	});
});

describe('credit rule 5: searches are charged each time they return something', () => {
	it.each([
		['name', () => ({ name: bench.sandbox.persons.name(5).toUpperCase() })],
		['email', () => ({ email: bench.sandbox.persons.email(indexWith('hasEmail')) })],
		['uf', () => ({ name: 'silva', uf: 'SP' })],
	])('GET /persons/search/ by %s', async (_name, params) => {
		const { data } = await get('/persons/search/', params());
		expect(data.length).toBeGreaterThan(0);
		await get('/persons/search/', params());
		expect(charged()).toBe(2);
	});

	const indexWith = (has: 'hasEmail' | 'hasPhone'): number =>
		Array.from({ length: 100 }, (_, i) => i).find((i) => bench.sandbox.persons[has](i)) ?? 0;

	it('GET /persons/search/ finds a person by every field of theirs', async () => {
		const cpf = bench.sandbox.persons.cpf(indexWith('hasPhone'));
		const [record] = (await get('/persons/', { cpf })).data;
		const [address] = record.addresses;
		const [phone] = record.mobile_phones;
		for (const params of [
			{ phone: `${phone.ddd}${phone.number}` },
			{ mother: record.mother_name, name: record.name, zip_code: address.postal_code },
			{ address: address.street, address_number: address.number, uf: address.district },
		]) {
			const found = (await get('/persons/search/', params)).data as Array<{ cpf: string }>;
			expect(found.map((other) => other.cpf)).toContain(cpf);
		}
	});

	it('costs nothing when nothing is found', async () => {
		expect((await get('/persons/search/', { name: 'nobody at all' })).data).toEqual([]);
		expect((await get('/company/list/', { razao_social: 'nothing' })).data).toEqual([]);
		expect(charged()).toBe(0);
	});

	it('refuses a search for nothing', async () => {
		expect((await get('/persons/search/', {})).status).toBe(400);
		expect((await get('/persons/search/', { mother_name: 'Maria' })).status).toBe(400);
		expect(bench.sandbox.requests.last?.unknownFields).toEqual(['mother_name']);
	});

	it('GET /persons/advanced-search/ takes * for any characters', async () => {
		const { data } = await get('/persons/advanced-search/', { name: 'ana*synthetic', state: 'SP' });
		expect(data.length).toBeGreaterThan(0);
		for (const { name, addresses } of data) {
			expect(name).toMatch(/^Ana .*Synthetic$/);
			expect(addresses[0].district).toBe('SP');
		}
		expect((await get('/persons/advanced-search/', { name: 'ana' })).data).toEqual([]);
	});

	it('GET /company/list/ and GET /company/search/filial/ find companies', async () => {
		const { companies } = bench.sandbox;
		const byName = await get('/company/list/', { razao_social: companies.legalName(4) });
		expect(byName.data).toMatchObject([{ cnpj: companies.cnpj(4) }]);
		const branches = await get('/company/search/filial/', { cnpj: companies.cnpj(4) });
		expect(branches.data).toMatchObject([{ cnpj: companies.cnpj(4), headquarter_type: 'H' }]);
		await get('/company/list/', { razao_social: companies.legalName(4) });
		expect(charged()).toBe(3);
	});
});
