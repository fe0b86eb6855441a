import { specifiedMessages } from '../../contract/errors';
import { useSandbox } from './support';

const bench = useSandbox();
const PERSONS = '/persons/prospect/';
const COMPANIES = '/company/prospect/';
const post = async (path: string, body: object) => await bench.http.post(path, body);
const count = async (filters: object, path = PERSONS): Promise<number> => {
	const { status, data } = await post(path, { export: false, ...filters });
	expect([status, Object.keys(data)]).toEqual([200, ['count']]);
	return data.count;
};
const everywhere = { geo_points: { type: 'circle', data: { radius: 1, center: { lat: 0, lng: 0 } } } };

describe.each([PERSONS, COMPANIES])('POST %s', (path) => {
	const message = async (body: object): Promise<unknown> => {
		const { status, data } = await post(path, body);
		return status === 400 ? data.error : data;
	};

	it('rule 1: export=false returns {count} and costs no credit', async () => {
		expect(await count({ states: ['SP'] }, path)).toBeGreaterThan(0);
		expect(bench.sandbox.ledger.charged()).toBe(0);
	});

	it('rule 2: export=true needs name, quantity and a locale', async () => {
		const whole = { export: true, name: 'Job', quantity: 1, states: ['SP'] };
		for (const missing of ['name', 'quantity', 'states']) {
			expect(await message({ ...whole, [missing]: undefined })).toBe(specifiedMessages.jobFields);
		}
		expect(await message({ ...whole, quantity: 0 })).toMatchObject({ code: 'invalid_parameters' });
		expect(await message(whole)).toEqual({ id: expect.any(Number) });
	});

	it('rule 3: at least one locale filter is needed in every call', async () => {
		expect(await message({ export: false })).toBe(specifiedMessages.noLocale);
		expect(await message({ export: false, states: [] })).toBe(specifiedMessages.noLocale);
		const unrecognised = { neighborhoods: ['CENTRO - PORTO ALEGRE - RS'] };
		expect(await message({ export: false, ...unrecognised })).toBe(specifiedMessages.noLocale);
		expect(bench.sandbox.requests.last?.unknownFields).toEqual(['neighborhoods']);
	});

	it('rule 4: geo_points alone counts the whole base, and beside others is not applied', async () => {
		const states = ['SP', 'RJ'];
		expect(await count({ states, ...everywhere }, path)).toBe(await count({ states }, path));
		const whole = path === PERSONS ? bench.sandbox.persons.count : bench.sandbox.companies.count;
		expect(await count(everywhere, path)).toBeGreaterThanOrEqual(whole);
	});

	it('geo_points: longitude is always lng, never lon', async () => {
		const polygon = (corner: object) => ({
			export: false,
			geo_points: { type: 'polygon', data: [corner, corner, corner] },
		});
		expect((await post(path, polygon({ lat: 1, lng: 1 }))).status).toBe(200);
		expect((await post(path, polygon({ lat: 1, lon: 1 }))).status).toBe(400);
	});

	it('rule 5: neighborhoodies entries must have three parts', async () => {
		for (const entry of ['CENTRO - PORTO ALEGRE', 'CENTRO', 'CENTRO -  - RS', 'A - B - C - RS']) {
			const body = { export: false, neighborhoodies: ['CENTRO - PORTO ALEGRE - RS', entry] };
			expect(await message(body)).toBe(specifiedMessages.neighborhoodForm);
		}
		expect(await count({ neighborhoodies: ['CENTRO - PORTO ALEGRE - RS'] }, path)).toBeGreaterThan(0);
	});

	it('the messages take the shape of other errors when switched', async () => {
		bench.sandbox.set({ prospectingErrors: 'asOthers' });
		expect(await message({ export: false })).toMatchObject({ description: specifiedMessages.noLocale });
	});

	it('needs export', async () => {
		expect((await post(path, { states: ['SP'] })).status).toBe(400);
		expect((await post(path, { states: ['SP'], export: 'true' })).status).toBe(400);
	});

	it('takes the values that the reference data returns, and matches nothing with others', async () => {
		const names = async (list: string, params: object): Promise<string[]> =>
			(await bench.http.get(list, { params })).data.results.map(({ name }: { name: string }) => name);
		const cities = await names('/geo/city/', { name: 'Porto Alegre' });
		const neighborhoodies = await names('/geo/neighborhood/', { city: 'Porto Alegre', state: 'RS' });
		expect(await count({ cities }, path)).toBeGreaterThan(0);
		expect(await count({ neighborhoodies }, path)).toBe(await count({ cities }, path));
		expect(await count({ cities: ['Porto Alegre, RS'] }, path)).toBe(0);
	});
});

describe('filters of persons', () => {
	it.each([
		['name', { name: 'silva' }],
		['cbo_codes', { cbo_codes: ['100011'] }],
		['gender', { gender: 'F' }],
		[
			'estimated_income',
			{ estimated_income: [{ lower: '2000.00', upper: '3000.00' }, { lower: '9000.00' }] },
		],
		['birthday', { birthday: { start_date: '1980-01-01', end_date: '1990-12-31' } }],
		['age', { age: { lower: '30', upper: '40' } }],
		['contact_channels', { contact_channels: ['chatapp', 'email'] }],
		['match_profile', { match_profile: ['PF1'] }],
		['ddds', { ddds: Array.from({ length: 40 }, (_, i) => String(11 + i)) }],
		['exclude_neighborhoods', { exclude_neighborhoods: ['CENTRO - SÃO PAULO - SP'] }],
	])('%s takes some away', async (_name, filter) => {
		const found = await count({ states: ['SP'], ...filter });
		expect(found).toBeGreaterThan(0);
		expect(found).toBeLessThan(await count({ states: ['SP'] }));
	});

	it('geo_points alone counts everybody', async () => {
		expect(await count(everywhere)).toBe(bench.sandbox.persons.count);
	});
});

describe('filters of companies', () => {
	it.each([
		['cnae_codes', { cnae_codes: ['1091102'] }],
		['sector_codes', { sector_codes: ['COMÉRCIO'] }],
		['nature_codes', { nature_codes: ['2062'] }],
		['headquarter_type', { headquarter_type: 'B' }],
		['company_type', { company_type: ['ME', 'EPP'] }],
		['mei_type', { mei_type: 'NAO' }],
		['simple_type', { simple_type: 'SIM' }],
		['import_export', { import_export: 'IMPORTA' }],
		['revenues', { revenues: [{ lower: '500000.00' }] }],
		['capitals', { capitals: [{ upper: '100000.00' }] }],
		['estimated_created', { estimated_created: [{ lower: '1990-01-01', upper: '2005-12-31' }] }],
		['estimated_employees', { estimated_employees: [{ lower: 100 }] }],
		['vehicles', { vehicles: [{ lower: 3, upper: 5 }] }],
		['contact_channels', { contact_channels: ['phone'] }],
	])('%s takes some away', async (_name, filter) => {
		const found = await count({ states: ['SP'], ...filter }, COMPANIES);
		expect(found).toBeGreaterThan(0);
		expect(found).toBeLessThan(await count({ states: ['SP'] }, COMPANIES));
	});

	it('cnae_codes takes codes, not labels', async () => {
		const cnae_codes = ['1091102 - Fabricação de produtos de padaria'];
		expect(await count({ states: ['SP'], cnae_codes }, COMPANIES)).toBe(0);
	});

	it('the count tells of the partners too when switched', async () => {
		bench.sandbox.set({ companyCount: 'withPartners' });
		const { data } = await post(COMPANIES, { export: false, states: ['SP'] });
		expect(data).toEqual({ count: expect.any(Number), partners: data.count });
	});
});
