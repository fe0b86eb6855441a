import { normalizeCnpj } from '../../contract/input';
import { useSandbox } from './support';

interface Row {
	readonly cnpj: string;
	readonly headquarter_type: string;
}

const bench = useSandbox();
const branches = async (cnpj: string): Promise<Row[]> =>
	(await bench.http.get('/company/search/filial/', { params: { cnpj } })).data as Row[];
const byCnpj = (rows: Row[]): Row[] => [...rows].sort((a, b) => a.cnpj.localeCompare(b.cnpj));

describe('GET /company/search/filial/', () => {
	// Company 7 has letters in its CNPJ; both have three branches.
	it.each([3, 7])('finds head office and all branches from any CNPJ of the group (company %i)', async (i) => {
		const group = await branches(bench.sandbox.companies.cnpj(i));
		expect(group.map(({ headquarter_type: type }) => type).sort()).toEqual(['B', 'B', 'B', 'H']);
		expect(new Set(group.map(({ cnpj }) => cnpj.slice(0, 8))).size).toBe(1);
		for (const { cnpj } of group) {
			expect(normalizeCnpj(cnpj)).toBe(cnpj);
			expect(byCnpj(await branches(cnpj))).toEqual(byCnpj(group));
		}
		expect(bench.sandbox.ledger.charged('b2c')).toBe(5);
	});

	it('does not promise the head office first, but when switched', async () => {
		const head = bench.sandbox.companies.cnpj(3);
		const shuffled = await branches(head);
		bench.sandbox.set({ rowOrder: 'asSent' });
		const ordered = await branches(head);
		expect(ordered[0]).toMatchObject({ cnpj: head, headquarter_type: 'H' });
		expect(shuffled).not.toEqual(ordered);
	});

	it('answers a company without branches alone, and nothing for an unknown CNPJ, uncharged', async () => {
		expect(await branches(bench.sandbox.companies.cnpj(4))).toHaveLength(1);
		expect(await branches('12345678000195')).toEqual([]);
		expect(bench.sandbox.ledger.charged('b2c')).toBe(1);
	});

	it('names branches that the lookup by CNPJ knows', async () => {
		for (const { cnpj, headquarter_type: type } of await branches(bench.sandbox.companies.cnpj(2))) {
			const { data } = await bench.http.get('/companies/', { params: { cnpj } });
			expect(data).toMatchObject([{ cnpj, headquarter_type: type }]);
		}
	});
});

describe('GET /company/intel/', () => {
	const intel = async (cnpj: string) => (await bench.http.get('/company/intel/', { params: { cnpj } })).data;
	const charged = (): number => bench.sandbox.ledger.charged('b2c');

	it('is processing at first, free; ready after some minutes for 1 credit', async () => {
		const cnpj = bench.sandbox.companies.cnpj(1);
		expect(await intel(cnpj)).toEqual({ status: 'processing' });
		await bench.sandbox.clock.advance(179_999);
		expect(await intel(cnpj)).toEqual({ status: 'processing' });
		expect(charged()).toBe(0);
		await bench.sandbox.clock.advance(1);
		expect(await intel(cnpj)).toMatchObject({ status: 'ready', cnpj });
		await intel(cnpj);
		expect(charged()).toBe(1);
	});

	it('shares its 24 hours with the lookup by CNPJ, both ways', async () => {
		const lookUp = async (cnpj: string) => await bench.http.get('/companies/', { params: { cnpj } });
		const [first, second] = [1, 2].map((i) => bench.sandbox.companies.cnpj(i));
		await lookUp(first);
		bench.sandbox.set({ intelSeconds: 0 });
		await intel(first);
		expect(charged()).toBe(1);
		await intel(second);
		await lookUp(second);
		expect(charged()).toBe(2);
		await bench.sandbox.clock.advance(24 * 3_600_000);
		await intel(second);
		expect(charged()).toBe(3);
	});

	it('charges nothing for a company that is unknown', async () => {
		expect(await intel('12345678000195')).toEqual({ status: 'not_found' });
		expect(charged()).toBe(0);
	});
});
