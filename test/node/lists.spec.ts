import { endpoints } from '../../contract';
import type { Endpoint } from '../../contract/model/endpoint';
import type { ListName } from '../../contract/model/lists';
import type { Schema } from '../../contract/model/schema';
import { PersonCompanyData } from '../../nodes/PersonCompanyData/PersonCompanyData.node';
import { describeResources } from '../../nodes/PersonCompanyData/run/describe';
import { resources } from '../../nodes/PersonCompanyData/operations';
import { properties as newLeads } from '../../nodes/PersonCompanyDataNewLeads/form';
import type { Sandbox } from '../../sandbox';
import { credentialFor, runNode } from '../support/harness';
import type { Editor } from './support/editor';
import { useLists } from './support/useLists';

/** Lists of the editor: what they show, what they have the node send, and how few requests they take. */

let sandbox: Sandbox;
let editor: Editor;

const open = useLists((started, asking) => {
	sandbox = started;
	editor = asking;
});

const requests = (): number => sandbox.requests.all.length;
const minutes = async (count: number): Promise<void> => await sandbox.clock.advance(count * 60_000);

describe('each value is the one that the specification has sent back', () => {
	beforeEach(async () => await open());

	it.each<[ListName, string, unknown]>([
		['cities', 'porto rs', 'Porto Alegre - RS'],
		['neighborhoods', 'centro - porto alegre', 'Centro - Porto Alegre - RS'],
		['occupations', 'engenheiro', '100011'],
		['economicActivities', 'padaria', '1091102'],
		['sectors', 'comercio', 'COMÉRCIO'],
		['profiles', 'aposentados', 'PF5'],
		['layouts', '3', 3],
		['b2bLocations', 'alegre rs', 'Porto Alegre, RS'],
		['b2bSectors', 'varejo', 'Varejo'],
		['b2bJobTitles', 'diretor com', 'Diretor Comercial'],
		[
			'b2bEconomicActivities',
			'6201501',
			'6201501 - Desenvolvimento de programas de computador sob encomenda',
		],
		['b2bSpecialities', 'nuvem', 'Computação em Nuvem'],
		['b2bSkills', 'pyth', 'Python'],
		['b2bMacroSectors', 'come', 'COMÉRCIO'],
	])('%s', async (name, filter, value) => {
		expect(await editor.values(name, filter)).toContain(value);
		expect(requests()).toBe(1);
		expect(sandbox.requests.last?.unknownFields).toEqual([]);
		expect(sandbox.ledger.charged()).toBe(0);
	});

	it('and company names are those of the service', async () => {
		const [first] = await editor.values('b2bCompanyNames', 'padaria');
		const { companies } = sandbox;
		expect(Array.from({ length: companies.count }, (_, i) => companies.name(i))).toContain(first);
	});

	it('codes are shown with their description, and found by any words of either', async () => {
		const [entry] = await editor.list('occupations', 'comercial gerente');
		expect(entry).toEqual({ name: '100013 - Gerente Comercial', value: '100013' });
		expect(await editor.values('occupations', '100013')).toEqual(['100013']);
	});

	it('has a list for every field of the contract that names one', () => {
		const named = (schema: Schema): string[] => [
			...(schema['x-list'] === undefined ? [] : [schema['x-list'].name]),
			...Object.values(schema.properties ?? {}).flatMap(named),
			...(schema.items === undefined ? [] : named(schema.items)),
			...(schema.anyOf ?? []).flatMap(named),
		];
		const inContract = Object.values<Endpoint>(endpoints).flatMap(({ body }) => (body ? named(body) : []));
		const text = JSON.stringify([describeResources(resources), newLeads]);
		const inForms = [...text.matchAll(/"(?:searchListMethod|loadOptionsMethod)":"(\w+)"/g)].map(
			([, name]) => name,
		);
		const { listSearch, loadOptions } = new PersonCompanyData().methods;
		const known = Object.keys({ ...listSearch, ...loadOptions });
		expect(inContract.length).toBeGreaterThan(10);
		expect([...new Set([...inContract, ...inForms])].filter((name) => !known.includes(name))).toEqual([]);
		expect(known.filter((name) => !inForms.includes(name))).toEqual([]);
	});
});

/** n8n takes the search box away when a list throws, so that nothing could be typed any more. */
describe.each([
	['refuses', { emptyTerm: 'refused' }],
	['refuses, and cuts its lists', { emptyTerm: 'refused', largestPage: 10 }],
] as const)('no list throws for want of text where the service %s an empty one', (_, settings) => {
	beforeEach(async () => await open(settings));

	it.each(Object.keys(new PersonCompanyData().methods.listSearch) as ListName[])('%s', async (name) => {
		for (const filter of ['', 'x', 'xy', 'rs x'])
			expect(await editor.list(name, filter)).toEqual(expect.any(Array));
	});
});

it.each(Object.entries(new PersonCompanyData().methods.loadOptions))(
	'has states and the names of output fields without any request: %s',
	async (_name, load) => {
		const options = await load();
		expect(options.length).toBeGreaterThan(25);
		expect(options.every(({ name, value }) => name !== '' && /^[a-z]\w+$/i.test(String(value)))).toBe(true);
	},
);

describe('what the account has', () => {
	beforeEach(async () => await open());

	const save = async (filterName: string): Promise<void> => {
		await runNode({
			credential: credentialFor(sandbox),
			resource: 'savedFilter',
			operation: 'createSavedFilter',
			parameters: { filterName, filters: { states: ['RS'] } },
		});
	};

	it('is listed by name, for its ID', async () => {
		await save('South');
		const [saved] = await editor.list('savedPersonFilters');
		expect(saved).toEqual({ name: `South (${saved.value})`, value: expect.any(Number) as number });
		expect(await editor.list('savedCompanyFilters')).toEqual([]);
		expect((await editor.list('layouts')).length).toBeGreaterThan(1);
	});

	it('is asked for again after two minutes', async () => {
		expect(await editor.list('savedPersonFilters')).toEqual([]);
		await save('South');
		expect(await editor.list('savedPersonFilters')).toEqual([]);
		await minutes(2);
		expect(await editor.list('savedPersonFilters')).toHaveLength(1);
	});
});

describe('places', () => {
	beforeEach(async () => await open());

	it('are found by any words of their name and state', async () => {
		expect(await editor.values('cities', 'pr')).toEqual(['Curitiba - PR', 'Londrina - PR']);
		expect(await editor.values('cities', 'RJ niteroi')).toEqual(['Niterói - RJ']);
		expect((await editor.values('cities')).length).toBeGreaterThan(90);
		expect(sandbox.requests.all.map(({ query }) => query)).toEqual([{}]);
	});

	it('are searched by name where they are neighborhoods, and by their city behind it', async () => {
		for (const filter of ['', 'c']) expect(await editor.list('neighborhoods', filter)).toEqual([]);
		expect(requests()).toBe(0);
		expect(await editor.values('neighborhoods', 'centro')).toContain('Centro - Caxias do Sul - RS');
		expect(await editor.values('neighborhoods', 'Centro, Curitiba')).toEqual(['Centro - Curitiba - PR']);
		expect(sandbox.requests.all.map(({ query }) => query)).toEqual([
			{ name: 'centro' },
			{ name: 'Centro', city: 'Curitiba' },
		]);
	});
});

describe('codes', () => {
	it('are asked for once and searched here', async () => {
		await open();
		const whole = await editor.values('occupations');
		expect(whole).toHaveLength(21);
		for (const filter of ['g', 'ge', 'ger', 'gerente', 'GERENTE de', 'operações', 'operacoes']) {
			expect((await editor.values('occupations', filter)).length).toBeGreaterThan(0);
		}
		expect(sandbox.requests.all.map(({ query }) => query)).toEqual([{ page: '1', page_size: '5000' }]);
		await minutes(25 * 60);
		await editor.list('occupations');
		expect(requests()).toBe(2);
	});

	it('are searched by the service when its answer does not hold them all', async () => {
		await open({ largestPage: 10 });
		expect((await editor.list('occupations')).at(-1)?.name).toBe(
			'Not complete: 10 values. Type to find others, or choose By Value.',
		);
		// Two letters are looked for in what is there.
		expect((await editor.values('occupations', 'te'))[0]).toBe('100002');
		expect(await editor.list('occupations', 'xx')).toEqual([]);
		expect(requests()).toBe(1);
		for (const filter of ['tec', 'tecn', 'tecnologia diretor', 'diretor de tecnologia']) {
			expect(await editor.values('occupations', filter)).toContain('100010');
		}
		expect(await editor.list('occupations', '10001')).toEqual([]);
		expect(await editor.values('occupations', '100020')).toEqual(['100020']);
		expect(sandbox.requests.all.map(({ query }) => query)).toEqual([
			{ page: '1', page_size: '5000' },
			{ description: 'tec' },
			{ description: 'diretor de tecnologia' },
			{ code: '100020' },
		]);
	});
});

describe('autocomplete', () => {
	const queries = () => sandbox.requests.all.map(({ query }) => query);

	it('asks again for more of a text only when its answer was not all', async () => {
		await open();
		expect(await editor.list('b2bCompanyNames', 'a')).toEqual([]);
		const names = await editor.list('b2bCompanyNames', 'sy');
		expect(names).toHaveLength(50 + 1);
		expect(names[50].name).toMatch(/^Not complete: 50 values\./);
		const few = await editor.values('b2bCompanyNames', 'padaria a');
		expect(few.length).toBeGreaterThan(0);
		expect(few.length).toBeLessThan(50);
		expect(await editor.values('b2bCompanyNames', 'padaria aurora')).toEqual(
			few.filter((name) => String(name).includes('Aurora')),
		);
		expect(queries()).toEqual([{ nome_empresa: 'sy' }, { nome_empresa: 'padaria a' }]);
	});

	it('is asked for in both forms of call, in that of the specification first', async () => {
		await open({ autocompleteForm: 'termAndField' });
		expect(await editor.values('b2bSkills', 'python')).toEqual(['Python']);
		expect(await editor.values('b2bLocations', 'PR')).toEqual(['Curitiba, PR', 'Londrina, PR']);
		expect(await editor.list('b2bSkills', 'no such skill')).toEqual([]);
		expect(queries()).toEqual([
			{ habilidade: 'python' },
			{ term: 'python', field: 'habilidade' },
			{ localizacao: 'PR' },
			{ term: 'PR', field: 'localizacao' },
			{ habilidade: 'no such skill' },
			{ term: 'no such skill', field: 'habilidade' },
		]);
	});
});
