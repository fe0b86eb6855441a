import axios from 'axios';

import { normalizeCnpj } from '../../contract/input';
import { useSandbox } from './support';

const bench = useSandbox();
const search = { filtros_pessoa: { estados: ['SP'] } };

describe('the control door', () => {
	const control = async (method: string, path: string, data?: unknown) =>
		await axios.request({
			method,
			url: bench.sandbox.controlUrl + path,
			data,
			validateStatus: () => true,
		});

	it('tells the state and never counts', async () => {
		await bench.http.post('/b2b/persons/', search);
		await control('GET', '/state');
		const { data } = await control('GET', '/state');
		expect(data).toMatchObject({
			credits: { b2b: 999_999, b2c: 1_000_000 },
			charged: 1,
			refunded: 0,
			requests: 1,
			requestsByEndpoint: { b2bPersonSearch: 1 },
			usage: { today: 1, b2bMonth: 1, b2cMonth: 0 },
		});
	});

	it('moves the clock', async () => {
		const before = bench.sandbox.clock.now();
		expect((await control('POST', '/clock', { advanceSeconds: 90 })).data).toEqual({ now: before + 90_000 });
	});

	it('sets faults, settings and credits, and forgets them on reset', async () => {
		await control('POST', '/faults', { kind: 'status', status: 418 });
		expect((await bench.http.get('/balance')).status).toBe(418);
		await control('POST', '/faults', { faults: [{ kind: 'status' }, { kind: 'html' }] });
		await control('DELETE', '/faults');
		expect((await bench.http.get('/balance')).status).toBe(200);
		await control('POST', '/settings', { released: false });
		expect((await bench.http.get('/balance')).status).toBe(406);
		await control('POST', '/credits', { b2b: 7 });
		expect(bench.sandbox.ledger.balance('b2b')).toBe(7);
		await control('POST', '/reset');
		expect((await bench.http.get('/balance')).status).toBe(200);
		expect(bench.sandbox.ledger.balance('b2b')).toBe(1_000_000);
		expect(bench.sandbox.requests.all).toHaveLength(1);
	});

	it.each([
		['/settings', { noSuchSetting: 1 }],
		['/settings', { syncSlots: 'many' }],
		['/faults', { kind: 'flood' }],
		['/faults', { kind: 'status', endpoint: 'noSuchEndpoint' }],
		['/clock', { seconds: 1 }],
	])('refuses %s %j', async (path, body) => {
		expect((await control('POST', path, body)).status).toBe(400);
	});

	it('has a list to try, of ten companies, one with a wrong CNPJ', async () => {
		const { data } = await control('GET', '/companies.csv');
		const [header, ...rows] = String(data).split('\r\n');
		expect(header).toBe('Company,CNPJ');
		const cnpjs = rows.map((row) => normalizeCnpj(row.split(',')[1]));
		expect(cnpjs.map((cnpj) => cnpj !== undefined && bench.sandbox.companies.indexOfCnpj(cnpj))).toEqual([
			0,
			1,
			2,
			3,
			4,
			5,
			false,
			7,
			8,
			9,
		]);
	});

	it('refuses what it does not know', async () => {
		expect((await control('GET', '/nothing')).status).toBe(404);
	});
});
