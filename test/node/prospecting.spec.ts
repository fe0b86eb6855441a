import type { IDataObject } from 'n8n-workflow';

import { digits } from '../../core/base/text';
import type { Sandbox } from '../../sandbox';
import { rows, type NodeResult } from '../support/harness';
import { runsOf } from './support/runs';
import { useSandbox } from './support/useSandbox';
import { placed } from '../support/placed';
import { announceUndocumented } from '../support/document/watch';

/** Counting and exporting by filters, and saved filters. */

let sandbox: Sandbox;
useSandbox({ persons: 400, companies: 400 }, (started) => {
	sandbox = started;
});

const run = runsOf('prospecting', () => sandbox);
const savedFilter = runsOf('savedFilter', () => sandbox);

const messages = ({ hints }: NodeResult): string[] => hints.map(({ message }) => message);
const body = (): IDataObject => sandbox.requests.last?.body as IDataObject;

/** An area on the map, as it is written under Options. */
const area = (type: string, data: unknown) => ({
	options: { additionalFilters: JSON.stringify({ geo_points: { type, data } }) },
});
const corners = [
	{ lat: 0, lng: 0 },
	{ lat: 0, lng: 1 },
	{ lat: 1, lng: 1 },
];

const JOB = { jobName: 'Synthetic', quantity: 3, filters: { states: ['SP'] } };

describe('counting', () => {
	it('sends every field as the interface spells it, free of charge', async () => {
		announceUndocumented('POST /persons/prospect/', 'body birthday_months');
		const { items } = await run('countPersons', {
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
			options: {
				additionalFilters: {
					geo_points: { type: 'circle', data: { radius: 1000, center: { lat: -23.5, lng: -46.6 } } },
					birthday_months: ['5'],
				},
			},
		});
		expect(items[0].json.count).toEqual(expect.any(Number));
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
			geo_points: { type: 'circle', data: { radius: 1000, center: { lat: -23.5, lng: -46.6 } } },
			birthday_months: ['5'],
		});
		expect(sandbox.requests.last?.unknownFields).toEqual(['birthday_months']);
		expect(sandbox.ledger.charged()).toBe(0);
	});

	it('sends the fields of companies', async () => {
		const filters = {
			states: ['SP'],
			cnae_codes: rows('6201501'),
			sector_codes: rows('COMÉRCIO'),
			nature_codes: ['2062'],
			headquarter_type: 'H',
			company_type: ['ME', 'EPP'],
			mei_type: 'NAO',
			simple_type: 'SIM',
			import_export: 'IMPORTA',
			revenues: { values: [{ lower: '1000.00' }] },
			capitals: { values: [{ upper: '9000.00' }] },
			estimated_created: { values: [{ lower: '2001-01-01', upper: '2020-12-31' }] },
			estimated_employees: { values: [{ lower: 1, upper: 9 }] },
			vehicles: { values: [{ lower: 0 }] },
		};
		await run('countCompanies', { filters });
		expect(body()).toMatchObject({
			cnae_codes: ['6201501'],
			sector_codes: ['COMÉRCIO'],
			nature_codes: ['2062'],
			company_type: ['ME', 'EPP'],
			revenues: [{ lower: '1000.00' }],
			capitals: [{ upper: '9000.00' }],
			estimated_created: [{ lower: '2001-01-01', upper: '2020-12-31' }],
			estimated_employees: [{ lower: 1, upper: 9 }],
			vehicles: [{ lower: 0 }],
		});
		expect(sandbox.requests.last?.unknownFields).toEqual([]);
	});

	it.each<[string, unknown]>([
		['circle', { radius: 0.5, center: { lat: -90, lng: 180 } }],
		['rectangle', { north: 1, south: -1, east: 2, west: -2 }],
		['polygon', corners],
	])('takes a %s for a place, and warns that it covers the whole base', async (type, data) => {
		const result = await run('countPersons', area(type, data));
		expect(body().geo_points).toEqual({ type, data });
		expect(messages(result)[1]).toMatch(/the whole database was counted\.$/);
	});
});

describe('a job', () => {
	it('is created, waited for, and output as items, at the price of its records', async () => {
		const { items } = await run('createPersonJob', { ...JOB, resultAs: 'items' });
		expect(items).toHaveLength(3);
		expect(items[0].json.sourceFile).toMatch(/\.csv$/);
		const [created] = sandbox.requests.of('personJob');
		expect(created.body).toEqual({ export: true, name: 'Synthetic', quantity: 3, plan: '3', states: ['SP'] });
		expect(sandbox.ledger.charged('b2c')).toBe(3);
	});

	it('is created once for equal items, and its result given to each', async () => {
		const { items } = await run('createPersonJob', { ...JOB, resultAs: 'items' }, [{}, {}]);
		expect(items).toHaveLength(6);
		expect(sandbox.requests.of('personJob')).toHaveLength(1);
		expect(sandbox.ledger.charged('b2c')).toBe(3);
	});

	it('is counted first, free of charge, with exactly its filters', async () => {
		const { hints } = await run('createPersonJob', {
			...JOB,
			...placed({ additionalBodyFields: '{"gender": "F"}' }),
		});
		const [count, created] = sandbox.requests.all;
		const { name, gender, states, quantity } = created.body as IDataObject;
		expect([count.endpoint, created.endpoint]).toEqual(['personCount', 'personJob']);
		expect(quantity).toBe(3);
		expect(count.body).toEqual({ export: false, name, gender, states });
		expect(hints.filter(({ type }) => type === 'warning')).toEqual([]);
	});

	it('is not found before a charge when nothing matches it', async () => {
		const nobody = { ...JOB, jobName: 'Directors in Porto Alegre' };
		const { items, errorItems, error } = await run('createPersonJob', nobody);
		expect([errorItems, error]).toEqual([[], undefined]);
		expect(items.map(({ json }) => json)).toEqual([
			{
				outcome: 'not found',
				reason: expect.stringMatching(
					/^The job was not created: no records match all of its filters and its Person Name Contains\. Nothing was charged\./,
				) as string,
			},
		]);
		expect(sandbox.requests.all.map(({ endpoint }) => endpoint)).toEqual(['personCount']);
		expect(sandbox.ledger.charged()).toBe(0);
		// It was never sent: with another name it is, without Send Again.
		expect((await run('createPersonJob', JOB)).items).toHaveLength(3);
	});

	it('counts a job of companies without its name', async () => {
		await run('createCompanyJob', { ...JOB, jobName: 'Bakeries in Porto Alegre', afterCreation: 'return' });
		expect(sandbox.requests.of('companyCount').map(({ body: sent }) => sent)).toEqual([
			{ export: false, states: ['SP'] },
		]);
		expect(sandbox.requests.of('companyJob')).toHaveLength(1);
	});

	it('tells that fewer match than are wanted', async () => {
		const count = await run('countPersons', { filters: { states: ['SP'] } });
		const matching = Number(count.items[0].json.count);
		const result = await run('createPersonJob', { ...JOB, quantity: matching + 1, afterCreation: 'return' });
		expect(messages(result)).toContain(
			`Fewer records match than a job was to export: ${matching} of ${matching + 1}.`,
		);
		expect(sandbox.ledger.charged()).toBe(matching);
	});

	it('is not created, and not taken for sent, when it cannot be counted', async () => {
		sandbox.faults.add({ kind: 'status', status: 500, endpoint: 'personCount', times: 'always' });
		const { errorItems } = await run('createPersonJob', JOB);
		expect(errorItems[0].json).toMatchObject({
			error: 'The job was not created: its matches could not be counted',
			message: expect.stringMatching(/^The service failed with status 500/) as unknown,
		});
		sandbox.faults.clear();
		expect((await run('createPersonJob', JOB)).items).toHaveLength(3);
	});

	it('previews what it would export and cost', async () => {
		const count = await run('countPersons', { filters: { states: ['SP'] } });
		const matching = count.items[0].json.count as number;
		const options = { previewCost: true };
		const { items } = await run('createPersonJob', { ...JOB, quantity: 9000, ...options });
		const reason = `Matching: ${digits(matching)}. At most 9,000 records exported.`;
		const counted = { creditsLikely: matching, creditsAtMost: 9000, matching };
		expect(items.map(({ json }) => json)).toMatchObject([
			{ ...counted, row: 'Sum' },
			{ ...counted, row: 1, value: 'Synthetic', recognisedAs: 'Person Name Contains', reason },
		]);
		expect(sandbox.ledger.charged()).toBe(0);
	});
});

it('previews the other jobs, too, where the matches of one cannot be counted', async () => {
	const parameters = { ...JOB, filters: { states: ['={{ $json.uf }}'] }, previewCost: true };
	const fault = { kind: 'status', status: 400, body: { error: 'The format sent is not valid.' } } as const;
	sandbox.faults.add({ ...fault, endpoint: 'personCount', skip: 1 });
	const { items } = await run('createPersonJob', parameters, [{ uf: 'SP' }, { uf: 'RJ' }, { uf: 'MG' }]);
	const rejected = 'The service rejected the request: "The format sent is not valid."';
	const matching = expect.any(Number) as number;
	expect(items.map(({ json }) => json)).toMatchObject([
		{ row: 'Sum', requests: 9, matching: null },
		{ row: 1, matching },
		{ row: 2, matching: null, reason: `The matches could not be counted: ${rejected}.` },
		{ row: 3, matching },
	]);
	expect(sandbox.ledger.charged()).toBe(0);
});

describe('a saved filter', () => {
	const save = async (filters: IDataObject, kind = 'persons'): Promise<number> => {
		const field = kind === 'persons' ? 'filters' : 'companyFilters';
		const { items, errorItems } = await savedFilter('createSavedFilter', {
			filterName: 'Women',
			kind,
			[field]: filters,
		});
		expect(errorItems).toEqual([]);
		const many = await savedFilter('getMany', { kind }, [{}], {});
		expect(items[0].json.filter_name).toBe('Women');
		return Number(many.items.at(-1)?.json.id);
	};
	const use = (id: number) => ({ savedFilter: { __rl: true, mode: 'list', value: id } });

	it('is what the form adds to', async () => {
		const id = await save({ states: ['SP'], gender: 'F' });
		const { errorItems } = await run('countPersons', {
			filters: { age: { values: { lower: '30' } } },
			options: use(id),
		});
		expect(errorItems).toEqual([]);
		expect(body()).toEqual({ export: false, states: ['SP'], gender: 'F', age: { lower: '30' } });
	});

	it('is read once for all items', async () => {
		const id = await save({ states: ['SP'] });
		const before = sandbox.requests.all.length;
		await run('countPersons', { filters: { gender: '={{ $json.g }}' }, options: use(id) }, [
			{ g: 'F' },
			{ g: 'M' },
		]);
		expect(sandbox.requests.all.length - before).toBe(3);
	});

	it('must exist, and name a place together with the form', async () => {
		const missing = await run('createPersonJob', { ...JOB, options: use(99) });
		expect(missing.errorItems[0].json).toMatchObject({
			error: 'The account has no saved filter 99 for persons',
			message: "Nothing was charged. Choose another one in 'Saved Filter'.",
		});
		const id = await save({ gender: 'F' });
		const { errorItems } = await run('createPersonJob', { ...JOB, filters: {}, options: use(id) });
		expect(errorItems[0].json.error).toBe('Filters have no location.');
		expect(sandbox.ledger.charged()).toBe(0);
	});

	it('is saved once, also when n8n tries again', async () => {
		sandbox.faults.add({ kind: 'reset', when: 'after', endpoint: 'savedFilterCreate' });
		const retry = { retryOnFail: true, maxTries: 3, waitBetweenTries: 1 };
		await savedFilter('createSavedFilter', { filterName: 'x', filters: { states: ['SP'] } }, [{}], retry);
		expect(sandbox.requests.of('savedFilterCreate')).toHaveLength(1);
	});

	it('is not there: one item says so', async () => {
		const { items } = await savedFilter('getMany', { kind: 'companies' }, [{}], {});
		expect(items.map(({ json }) => json)).toMatchObject([{ outcome: 'not found', kind: 'companies' }]);
	});
});
