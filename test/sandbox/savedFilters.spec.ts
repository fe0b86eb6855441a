import { startSandbox } from '../../sandbox';
import { clientOf, useSandbox } from './support';

const bench = useSandbox();
const FILTERS = '/prospection/filters/';
const list = async (kind: 'person' | 'company') => (await bench.http.get(`${FILTERS}list_${kind}/`)).data;
const save = async (filter_name: string, filter_type: number, data: object) =>
	await bench.http.post(FILTERS, { filter_name, filter_type, data });

describe('saved filters', () => {
	it('are kept for the account and listed by kind, free of charge', async () => {
		const data = { states: ['RS'], gender: 'F', age: { lower: '25' } };
		const { data: saved } = await save('Women in RS', 1, data);
		await save('Bakeries', 2, { cities: ['Porto Alegre - RS'], cnae_codes: ['1091102'] });
		expect(await list('person')).toEqual([
			{ id: saved.id, filter_name: 'Women in RS', filter_type: 1, data },
		]);
		expect(await list('company')).toMatchObject([{ filter_name: 'Bakeries', filter_type: 2 }]);
		expect(bench.sandbox.ledger.charged()).toBe(0);
	});

	it('lose what no prospecting call knows', async () => {
		await save('Wrong', 1, { neighborhoods: ['CENTRO - PORTO ALEGRE - RS'], states: ['RS'] });
		expect(bench.sandbox.requests.last?.unknownFields).toEqual(['data.neighborhoods']);
		expect(await list('person')).toMatchObject([{ data: { states: ['RS'] } }]);
	});

	it.each([
		['another kind', { filter_name: 'a', filter_type: 3, data: {} }],
		['no name', { filter_type: 1, data: {} }],
	])('refuse %s', async (_what, body) => {
		expect((await bench.http.post(FILTERS, body)).status).toBe(400);
	});

	it('are wrapped when switched', async () => {
		bench.sandbox.set({ accountLists: 'wrapped' });
		expect(await list('person')).toEqual({ results: [] });
	});

	it('are answered in the live words', async () => {
		const words = { chatApp: 'zap', socialUrl: 'inout_url', spreadsheet: 'sheet' };
		const sandbox = await startSandbox({ clock: 'manual', persons: 10, companies: 10, words });
		try {
			const data = { states: ['RS'], contact_channels: ['zap'] };
			const http = clientOf(sandbox);
			const saved = await http.post(FILTERS, { filter_name: 'a', filter_type: 1, data });
			expect(saved.data.data).toEqual(data);
		} finally {
			await sandbox.close();
		}
	});
});
