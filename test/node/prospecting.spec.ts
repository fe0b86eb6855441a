import type { IDataObject } from 'n8n-workflow';

import { digits } from '../../core/base/text';
import { announceUndocumented } from '../support/document/watch';
import { rows, type NodeResult } from '../support/harness';
import { rowsOf, useNode } from './support/useNode';

/** Counting and exporting by filters, and saved filters. */

const { sandbox, run } = useNode({ persons: 400, companies: 400 });

const JOB = { jobName: 'Synthetic', quantity: 3, filters: { states: ['SP'] } };
const create = async (parameters: IDataObject = {}, items?: IDataObject[]): Promise<NodeResult> =>
	await run('prospecting.createPersonJob', { ...JOB, ...parameters }, items);
const count = async (parameters: IDataObject, items?: IDataObject[]): Promise<NodeResult> =>
	await run('prospecting.countPersons', parameters, items);
const body = (): IDataObject => sandbox.requests.last?.body as IDataObject;
const charged = (): number => sandbox.ledger.charged();

describe('counting', () => {
	it('sends every field of persons as the interface spells it, free of charge', async () => {
		announceUndocumented('POST /persons/prospect/', 'body birthday_months');
		const circle = { type: 'circle', data: { radius: 1000, center: { lat: -23.5, lng: -46.6 } } };
		const result = await count({
			filters: {
				name: 'Synthetic',
				cities: rows('São Paulo - SP'),
				ddds: ['11'],
				neighborhoodies: rows('CENTRO - SÃO PAULO - SP'),
				exclude_neighborhoods: rows('SÉ - SÃO PAULO - SP'),
				cbo_codes: rows('100001', '100002'),
				gender: 'F',
				estimated_income: {
					values: [
						{ lower: '1000.00', upper: '5000.00' },
						{ lower: '9000', upper: '' },
					],
				},
				birthday: { values: { start_date: '1970-01-01T00:00:00', end_date: '1990-12-31' } },
				age: { values: { lower: '20', upper: '60' } },
				contact_channels: ['chatapp', 'email'],
				match_profile: rows('PF1'),
			},
			options: { additionalFilters: { geo_points: circle, birthday_months: ['5'] } },
		});
		expect(rowsOf(result)[0].count).toEqual(expect.any(Number));
		expect(body()).toEqual({
			export: false,
			name: 'Synthetic',
			cities: ['São Paulo - SP'],
			ddds: ['11'],
			neighborhoodies: ['CENTRO - SÃO PAULO - SP'],
			exclude_neighborhoods: ['SÉ - SÃO PAULO - SP'],
			cbo_codes: ['100001', '100002'],
			gender: 'F',
			estimated_income: [{ lower: '1000.00', upper: '5000.00' }, { lower: '9000.00' }],
			birthday: { start_date: '1970-01-01', end_date: '1990-12-31' },
			age: { lower: '20', upper: '60' },
			contact_channels: ['chatapp', 'email'],
			match_profile: ['PF1'],
			geo_points: circle,
			birthday_months: ['5'],
		});
		expect(charged()).toBe(0);
	});

	it('sends the fields of companies', async () => {
		const same = {
			...{ states: ['SP'], nature_codes: ['2062'], headquarter_type: 'H', company_type: ['ME', 'EPP'] },
			...{ mei_type: 'NAO', simple_type: 'SIM', import_export: 'IMPORTA' },
		};
		const ranges = {
			revenues: [{ lower: '1000.00' }],
			capitals: [{ upper: '9000.00' }],
			estimated_created: [{ lower: '2001-01-01', upper: '2020-12-31' }],
			estimated_employees: [{ lower: 1, upper: 9 }],
			vehicles: [{ lower: 0 }],
		};
		const given = Object.fromEntries(Object.entries(ranges).map(([name, values]) => [name, { values }]));
		const codes = { cnae_codes: rows('6201501'), sector_codes: rows('COMÉRCIO') };
		await run('prospecting.countCompanies', { filters: { ...same, ...codes, ...given } as IDataObject });
		const sent = { cnae_codes: ['6201501'], sector_codes: ['COMÉRCIO'] };
		expect(body()).toEqual({ export: false, ...same, ...sent, ...ranges });
		expect(sandbox.requests.last?.unknownFields).toEqual([]);
	});

	it.each<[string, unknown]>([
		['circle', { radius: 0.5, center: { lat: -90, lng: 180 } }],
		['polygon', [0, 1, 2].map((n) => ({ lat: n % 2, lng: n }))],
	])('sends a %s beside another place', async (type, data) => {
		const additionalFilters = JSON.stringify({ geo_points: { type, data } });
		await count({ filters: { states: ['SP'] }, options: { additionalFilters } });
		expect(body()).toMatchObject({ states: ['SP'], geo_points: { type, data } });
	});
});

describe('a job', () => {
	it('is counted, created once for equal items, waited for, and output to each at the price of its records', async () => {
		const options = { additionalBodyFields: '{"gender": "F"}' };
		const result = await create({ resultAs: 'items', options }, [{}, {}]);
		expect(result.items).toHaveLength(6);
		expect(result.items[0].json.sourceFile).toMatch(/\.csv$/);
		const [counted, created] = sandbox.requests.all;
		expect([counted.endpoint, created.endpoint]).toEqual(['personCount', 'personJob']);
		const filters = { name: 'Synthetic', gender: 'F', states: ['SP'] };
		expect(counted.body).toEqual({ export: false, ...filters });
		expect(created.body).toEqual({ export: true, quantity: 3, plan: '3', ...filters });
		expect(sandbox.requests.of('personJob')).toHaveLength(1);
		expect(sandbox.ledger.charged('b2c')).toBe(3);
	});

	it('is not found before a charge when nothing matches it', async () => {
		const result = await create({ jobName: 'Directors in Porto Alegre' });
		const [{ outcome, reason }] = rowsOf(result);
		expect(outcome).toBe('not found');
		expect(reason).toMatch(
			/^The job was not created: no records match its filters and 'Person Name Contains'\. Nothing was charged\./,
		);
		expect(sandbox.requests.all.map(({ endpoint }) => endpoint)).toEqual(['personCount']);
		// It was never sent: with another name it is, without Send Again.
		expect((await create()).items).toHaveLength(3);
	});

	it('of companies is counted without its name', async () => {
		const parameters = { ...JOB, jobName: 'Bakeries in Porto Alegre', resultAs: 'id' };
		await run('prospecting.createCompanyJob', parameters);
		const counted = sandbox.requests.of('companyCount').map(({ body: sent }) => sent);
		expect(counted).toEqual([{ export: false, states: ['SP'] }]);
		expect(sandbox.requests.of('companyJob')).toHaveLength(1);
	});

	it('is charged for what matches, if that is less than what is wanted', async () => {
		const matching = Number(rowsOf(await count({ filters: { states: ['SP'] } }))[0].count);
		await create({ quantity: matching + 1, resultAs: 'id' });
		expect(charged()).toBe(matching);
	});

	it('is not created, and not taken for sent, when it cannot be counted', async () => {
		sandbox.faults.add({ kind: 'status', status: 500, endpoint: 'personCount', times: 'always' });
		const [{ error, message }] = rowsOf(await create());
		expect(error).toBe('The job was not created: its matches could not be counted');
		expect(message).toMatch(/^The service answered with status 500/);
		sandbox.faults.clear();
		expect((await create()).items).toHaveLength(3);
	});

	it('previews what it would export and cost, also where the matches of another cannot be counted', async () => {
		const matching = Number(rowsOf(await count({ filters: { states: ['SP'] } }))[0].count);
		const one = { creditsLikely: matching, creditsAtMost: 9000, matching };
		const reason = `${digits(matching)} records match; at most 9,000 exported.`;
		expect(rowsOf(await create({ quantity: 9000, previewCost: true }))).toMatchObject([
			{ ...one, row: 'Sum' },
			{ ...one, row: 1, reason },
		]);
		const rejected = { kind: 'status', status: 400, body: { error: 'Not valid.' } } as const;
		sandbox.faults.add({ ...rejected, endpoint: 'personCount', skip: 1 });
		const filters = { states: ['={{ $json.uf }}'] };
		const states = ['SP', 'RJ', 'MG'].map((uf) => ({ uf }));
		const three = await create({ filters, previewCost: true }, states);
		const why = expect.stringMatching(
			/^The matches could not be counted: The service rejected the request\. The service says: "Not valid\." .*'Advanced \(JSON\)'.*\.$/,
		) as string;
		expect(rowsOf(three)).toMatchObject([
			{ row: 'Sum', requests: 9, matching: null },
			{ row: 1, matching },
			{ row: 2, matching: null, reason: why },
			{ row: 3, matching: expect.any(Number) as number },
		]);
		expect(charged()).toBe(0);
	});
});

describe('a saved filter', () => {
	it('is listed as it was saved', async () => {
		const filters = { states: ['SP'], gender: 'F' };
		await run('savedFilter.createSavedFilter', { filterName: 'Women', kind: 'persons', filters });
		const saved = rowsOf(await run('savedFilter.getMany', { kind: 'persons' })).at(-1);
		expect(saved).toMatchObject({ filter_name: 'Women', data: filters });
	});

	it('is saved once, also when n8n tries again', async () => {
		sandbox.faults.add({ kind: 'reset', when: 'after', endpoint: 'savedFilterCreate' });
		const settings = { retryOnFail: true, maxTries: 3, waitBetweenTries: 1 };
		const parameters = { filterName: 'x', filters: { states: ['SP'] } };
		await run('savedFilter.createSavedFilter', parameters, [{}], { settings });
		expect(sandbox.requests.of('savedFilterCreate')).toHaveLength(1);
	});

	it('is not there: one item says so', async () => {
		const none = rowsOf(await run('savedFilter.getMany', { kind: 'companies' }));
		expect(none).toMatchObject([{ outcome: 'not found', kind: 'companies' }]);
	});
});
