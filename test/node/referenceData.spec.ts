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
	it('find codes by part of their description', async () => {
		const { items } = await run('getOccupations', { filters: { description: 'admin' } });
		expect(items.every(({ json }) => /admin/i.test(String(json.description)))).toBe(true);
	});

	it('load page by page, no page too many', async () => {
		const all = await run('getEconomicActivities', { returnAll: true });
		const { length } = all.items;
		sandbox.reset();
		sandbox.set({ largestPage: 10 });
		const paged = await run('getEconomicActivities', { returnAll: true });
		expect(paged.items.map(({ json }) => json)).toEqual(all.items.map(({ json }) => json));
		expect(sandbox.requests.all.length).toBeLessThanOrEqual(Math.floor(length / 10) + 1);
		sandbox.reset();
		sandbox.set({ largestPage: 10 });
		const limited = await run('getEconomicActivities', { limit: 12 });
		expect(limited.items).toHaveLength(12);
		expect(sandbox.requests.all).toHaveLength(2);
	});

	it('say when nothing matches', async () => {
		const filters = { name: 'Nowhere at All' };
		expect((await run('getCities', { filters })).items.map(({ json }) => json)).toEqual([
			{ outcome: 'not found', reason: 'The service found nothing for this row.', ...filters },
		]);
	});
});

describe('a list', () => {
	it('is loaded further when the service gives fewer per page than asked for', async () => {
		const all = (await run('getOccupations', { returnAll: true })).items.length;
		sandbox.set({ largestPage: 10 });
		expect((await run('getOccupations', { returnAll: true })).items).toHaveLength(all);
	});

	it('is one entry when the service answers with a single object', async () => {
		const saved = runsOf('savedFilter', () => sandbox);
		const body = { id: 7, filter_name: 'South', data: { states: ['RS', 'SC'] } };
		sandbox.faults.add({ kind: 'status', status: 200, endpoint: 'savedPersonFilters', body });
		expect((await saved('getMany', { kind: 'persons' })).items.map(({ json }) => json)).toEqual([body]);
	});
});

describe('Autocomplete', () => {
	it('says when there may be more values than the service lists', async () => {
		const { items, hints } = await run('autocomplete', { kind: 'nome_empresa', term: 'a' });
		expect(items).toHaveLength(50);
		expect(hints[1].message).toMatch(/^The service lists at most 50 values, so there may be more\./);
		const few = await run('autocomplete', { kind: 'natureza_juridica', term: 'a' });
		expect(few.hints.map(({ message }) => message).join()).not.toContain('at most 50');
	});

	it('shows labels in Portuguese, and says what it found nothing for', async () => {
		const options = await run('getFilterOptions');
		expect(options.items.map(({ json }) => json)).toContainEqual({
			filter: 'naturezas_juridicas',
			value: 1,
			label: 'Administração Pública',
		});
		const none = await run('autocomplete', { kind: 'setor', term: 'zzz' });
		expect(none.items.map(({ json }) => json)).toMatchObject([{ outcome: 'not found', setor: 'zzz' }]);
	});

	const terms: Readonly<Record<string, string>> = { localizacao: 'rs', nome_empresa: 'Synthetic' };

	it.each(Object.keys({ ...AUTOCOMPLETE_KINDS, ...ASSUMED_AUTOCOMPLETE_KINDS }))(
		'lists values of %s in both forms of the call',
		async (kind) => {
			const term = terms[kind] ?? 'a';
			const spoken = await run('autocomplete', { kind, term });
			expect(spoken.items[0].json.value).toBeDefined();
			expect(sandbox.requests.last?.query).toEqual({ [kind]: kind === 'localizacao' ? 'RS' : term });
			sandbox.set({ autocompleteForm: 'termAndField' });
			const other = await run('autocomplete', { kind, term });
			expect(other.items.map(({ json }) => json.value)).toEqual(spoken.items.map(({ json }) => json.value));
		},
	);
});
