import { ASSUMED_AUTOCOMPLETE_KINDS, AUTOCOMPLETE_KINDS } from '../../contract/model/vocabularies';
import type { Sandbox } from '../../sandbox';
import { runsOf } from './support/runs';
import { useSandbox } from './support/useSandbox';

/** Lists of the values that searches and prospecting take. */

let sandbox: Sandbox;
useSandbox({ persons: 100, companies: 100 }, (started) => {
	sandbox = started;
});

const run = runsOf('referenceData', () => sandbox);

describe('lists', () => {
	it.each(['name', 'value'] as const)(
		'give cities in the form that prospecting takes (%s)',
		async (placeField) => {
			sandbox.set({ placeField });
			const { items } = await run('getCities', { filters: { state: 'RS' }, returnAll: true });
			expect(items.length).toBeGreaterThan(0);
			expect(items.every(({ json }) => /^.+ - RS$/.test(String(json.name)))).toBe(true);
			expect(items.every(({ pairedItem }) => JSON.stringify(pairedItem) === '{"item":0}')).toBe(true);
		},
	);

	it('give neighborhoods of a city in three parts', async () => {
		const { items } = await run('getNeighborhoods', { filters: { city: 'Porto Alegre', state: 'RS' } });
		expect(items[0].json.name).toMatch(/^.+ - .+ - RS$/);
	});

	it('give profiles with their codes', async () => {
		const { items } = await run('getProfiles');
		expect(items[0].json.code).toMatch(/^PF\d+$/);
	});

	it('find codes by part of their description', async () => {
		const { items } = await run('getOccupations', { filters: { description: 'admin' } });
		expect(items.every(({ json }) => /admin/i.test(String(json.description)))).toBe(true);
	});

	it.each(['empty', 'notFound'] as const)(
		'load page by page, no page too many (%s)',
		async (pageBeyondLast) => {
			sandbox.set({ pageBeyondLast });
			const all = await run('getEconomicActivities', { returnAll: true });
			const { length } = all.items;
			sandbox.reset();
			sandbox.set({ pageBeyondLast });
			const paged = await run('getEconomicActivities', { returnAll: true, options: { pageSize: 5 } });
			expect(paged.items.map(({ json }) => json)).toEqual(all.items.map(({ json }) => json));
			expect(sandbox.requests.all.length).toBeLessThanOrEqual(Math.floor(length / 5) + 1);
			sandbox.reset();
			const limited = await run('getEconomicActivities', { limit: 7, options: { pageSize: 5 } });
			expect(limited.items).toHaveLength(7);
			expect(sandbox.requests.all).toHaveLength(2);
		},
	);

	it('say when nothing matches', async () => {
		const filters = { name: 'Nowhere at All' };
		expect((await run('getCities', { filters })).items.map(({ json }) => json)).toEqual([{ found: false }]);
		const dropped = await run('getCities', { filters, options: { ifNothingFound: 'drop' } });
		expect(dropped.items).toEqual([]);
	});
});

describe('Autocomplete', () => {
	const terms: Readonly<Record<string, string>> = { localizacao: 'rs', nome_empresa: 'Synthetic' };

	it.each(Object.keys({ ...AUTOCOMPLETE_KINDS, ...ASSUMED_AUTOCOMPLETE_KINDS }))(
		'lists values of %s in both forms of the call',
		async (kind) => {
			const term = terms[kind] ?? 'a';
			const spoken = await run('autocomplete', { kind, term });
			expect(spoken.items[0].json.value).toBeDefined();
			expect(sandbox.requests.last?.query).toEqual({ [kind]: kind === 'localizacao' ? 'RS' : term });
			sandbox.set({ autocompleteForm: 'termAndField', autocompleteItems: 'values' });
			const other = await run('autocomplete', { kind, term, options: { formOfCall: 'termAndField' } });
			expect(other.items.map(({ json }) => json.value)).toEqual(spoken.items.map(({ json }) => json.value));
		},
	);

	it('refuses a city where a state is wanted', async () => {
		const { errorItems } = await run('autocomplete', { kind: 'localizacao', term: 'Porto Alegre' });
		expect(errorItems[0].json).toEqual({
			error: 'Term of item 0 is not the abbreviation of a state.',
			message:
				'Cities are listed by state: enter its two letters, for example "RS". Nothing was sent for this item.',
		});
		expect(sandbox.requests.all).toEqual([]);
	});
});

describe('B2B filters', () => {
	it('are described as the service does it', async () => {
		const { items } = await run('getFilterStructure');
		expect(Object.keys(items[0].json)).toEqual(['filtros_pessoa', 'filtros_empresa']);
	});

	it('have options, the value apart from the label', async () => {
		const { items } = await run('getFilterOptions');
		expect(items.map(({ json }) => json)).toContainEqual({
			filter: 'estados',
			value: 'RS',
			label: 'Rio Grande do Sul',
		});
		const raw = await run('getFilterOptions', { simplify: false });
		expect(raw.items).toHaveLength(1);
	});
});

it('costs nothing', async () => {
	await run('getCities');
	await run('getFilterOptions');
	expect(sandbox.ledger.charged()).toBe(0);
});
