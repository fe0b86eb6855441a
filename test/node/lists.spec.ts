import { endpoints } from '../../contract';
import type { Endpoint } from '../../contract/model/endpoint';
import type { ListName } from '../../contract/model/lists';
import type { Schema } from '../../contract/model/schema';
import { PersonCompanyData } from '../../nodes/PersonCompanyData/PersonCompanyData.node';
import { describeResources } from '../../nodes/PersonCompanyData/run/describe';
import { resources } from '../../nodes/PersonCompanyData/operations';
import { PersonCompanyDataNewLeadsTrigger } from '../../nodes/PersonCompanyDataNewLeads/PersonCompanyDataNewLeadsTrigger.node';
import { properties as newLeads } from '../../nodes/PersonCompanyDataNewLeads/form';
import { startSandbox, type Sandbox, type SandboxOptions } from '../../sandbox';
import { credentialFor, useClockOf } from '../support/harness';
import { Editor } from './support/editor';

/** Lists of the editor: what they show, what they have the node send, and how few requests they take. */

let sandbox: Sandbox;
let editor: Editor;

/** What was remembered of one sandbox must not answer for another, so each test opens its own. */
const open = async (options: SandboxOptions = {}): Promise<void> => {
	sandbox = await startSandbox({ clock: 'manual', persons: 100, companies: 300, ...options });
	useClockOf(sandbox);
	editor = new Editor(credentialFor(sandbox));
};
afterEach(async () => {
	jest.restoreAllMocks();
	await sandbox.close();
});

const requests = (): number => sandbox.requests.all.length;
const queries = (): unknown[] => sandbox.requests.all.map(({ query }) => query);
const minutes = async (count: number): Promise<void> => await sandbox.clock.advance(count * 60_000);

describe('values', () => {
	beforeEach(async () => await open());

	// Specification: values as the service has sent them back.
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
			...(['b2bEconomicActivities', '6201501'] as const),
			'6201501 - Desenvolvimento de programas de computador sob encomenda',
		],
		['b2bSpecialities', 'nuvem', 'Computação em Nuvem'],
		['b2bSkills', 'pyth', 'Python'],
		['b2bMacroSectors', 'come', 'COMÉRCIO'],
	])('%s, of %j', async (name, filter, value) => {
		expect(await editor.values(name, filter)).toContain(value);
		expect(requests()).toBe(1);
		expect(sandbox.requests.last?.unknownFields).toEqual([]);
		expect(sandbox.ledger.charged()).toBe(0);
	});

	it('that are codes are shown with their description, and found by any words of either', async () => {
		const [entry] = await editor.list('occupations', 'comercial gerente');
		expect(entry).toEqual({ name: '100013 - Gerente Comercial', value: '100013' });
		expect(await editor.values('occupations', '100013')).toEqual(['100013']);
	});

	it('are there for every field of the contract that names a list', () => {
		const named = (schema: Schema): string[] => [
			...(schema['x-list'] === undefined ? [] : [schema['x-list'].name]),
			...Object.values(schema.properties ?? {}).flatMap(named),
			...(schema.items === undefined ? [] : named(schema.items)),
			...(schema.anyOf ?? []).flatMap(named),
		];
		const inContract = Object.values<Endpoint>(endpoints).flatMap(({ body }) => (body ? named(body) : []));
		const text = JSON.stringify([describeResources(resources), newLeads]);
		const methods = /"(?:searchListMethod|loadOptionsMethod)":"(\w+)"/g;
		const inForms = [...text.matchAll(methods)].map(([, name]) => name);
		const { listSearch, loadOptions } = new PersonCompanyData().methods;
		expect(new PersonCompanyDataNewLeadsTrigger().methods).toEqual({ listSearch, loadOptions });
		const known = Object.keys({ ...listSearch, ...loadOptions });
		expect(inContract.length).toBeGreaterThan(10);
		expect([...inContract, ...inForms].filter((name) => !known.includes(name))).toEqual([]);
		expect(known.filter((name) => !inForms.includes(name))).toEqual([]);
	});

	it('of states and output fields need no request', async () => {
		for (const load of Object.values(new PersonCompanyData().methods.loadOptions)) {
			const options = await load();
			expect(options.length).toBeGreaterThan(25);
			expect(options.filter(({ name, value }) => name === '' || !/^[a-z]\w+$/i.test(String(value)))).toEqual(
				[],
			);
		}
		expect(requests()).toBe(0);
	});
});

/** n8n takes the search box away when a list throws, so that nothing could be typed any more. */
describe.each([{ emptyTerm: 'refused' }, { emptyTerm: 'refused', largestPage: 10 }] as const)(
	'no list throws for want of text where the service is so: %j',
	(settings) => {
		beforeEach(async () => await open(settings));
		it.each(Object.keys(new PersonCompanyData().methods.listSearch) as ListName[])('%s', async (name) => {
			for (const filter of ['', 'x', 'xy', 'rs x'])
				expect(await editor.list(name, filter)).toEqual(expect.any(Array));
		});
	},
);

describe('places', () => {
	beforeEach(async () => await open());

	it('are found by any words of their name and state', async () => {
		expect(await editor.values('cities', 'pr')).toEqual(['Curitiba - PR', 'Londrina - PR']);
		expect(await editor.values('cities', 'RJ niteroi')).toEqual(['Niterói - RJ']);
		expect((await editor.values('cities')).length).toBeGreaterThan(90);
		expect(queries()).toEqual([{}]);
	});

	it('are searched by name where they are neighborhoods, and by their city behind it', async () => {
		for (const filter of ['', 'c']) expect(await editor.list('neighborhoods', filter)).toEqual([]);
		expect(requests()).toBe(0);
		expect(await editor.values('neighborhoods', 'centro')).toContain('Centro - Caxias do Sul - RS');
		expect(await editor.values('neighborhoods', 'Centro, Curitiba')).toEqual(['Centro - Curitiba - PR']);
		expect(queries()).toEqual([{ name: 'centro' }, { name: 'Centro', city: 'Curitiba' }]);
	});
});

describe('codes', () => {
	it('are asked for once a day and searched here', async () => {
		await open({ latencyMs: 50 });
		const lists = await Promise.all([1, 2].map(async () => await editor.list('occupations')));
		expect(lists[1]).toEqual(lists[0]);
		for (const filter of ['g', 'ger', 'GERENTE de', 'operações', 'operacoes'])
			expect(await editor.values('occupations', filter)).not.toEqual([]);
		expect(queries()).toEqual([{ page: '1', page_size: '5000' }]);
		await minutes(25 * 60);
		await editor.list('occupations');
		expect(requests()).toBe(2);
	});

	it('are searched by the service when its answer does not hold them all', async () => {
		await open({ largestPage: 10 });
		expect((await editor.list('occupations')).at(-1)?.name).toBe(
			'These 10 values may not be all. Type to find others, or choose By Value.',
		);
		// Two letters are looked for in what is there.
		expect((await editor.values('occupations', 'te'))[0]).toBe('100002');
		for (const filter of ['tec', 'tecn', 'tecnologia diretor', 'diretor de tecnologia'])
			expect(await editor.values('occupations', filter)).toContain('100010');
		expect(await editor.list('occupations', '10001')).toEqual([]);
		expect(await editor.values('occupations', '100020')).toEqual(['100020']);
		const [first, ...searches] = queries();
		expect(first).toEqual({ page: '1', page_size: '5000' });
		expect(searches).toEqual([
			...[{ description: 'tec' }, { description: 'diretor de tecnologia' }, { code: '100020' }],
		]);
	});
});

describe('autocomplete', () => {
	it('asks again for more of a text only when its answer was not all', async () => {
		await open();
		expect(await editor.list('b2bCompanyNames', 'a')).toEqual([]);
		const names = await editor.list('b2bCompanyNames', 'sy');
		expect(names).toHaveLength(50 + 1);
		expect(names[50].name).toMatch(/^These 50 values may not be all\./);
		const few = await editor.values('b2bCompanyNames', 'padaria a');
		expect([few.length > 0, few.length < 50]).toEqual([true, true]);
		expect(await editor.values('b2bCompanyNames', 'padaria aurora')).toEqual(
			few.filter((name) => String(name).includes('Aurora')),
		);
		expect(queries()).toEqual([{ nome_empresa: 'sy' }, { nome_empresa: 'padaria a' }]);
	});

	// A long one was asked for by each of its beginnings: 64,000 characters took 10 s.
	it('takes the beginning of a long text', async () => {
		await open();
		await editor.list('b2bSkills', 'a b '.repeat(1000));
		expect(queries()[0]).toEqual({ habilidade: 'a b '.repeat(25).trim() });
	});

	it('is asked for in both forms of call, in that of the specification first', async () => {
		await open({ autocompleteForm: 'termAndField' });
		expect(await editor.values('b2bSkills', 'python')).toEqual(['Python']);
		expect(await editor.values('b2bLocations', 'PR')).toEqual(['Curitiba, PR', 'Londrina, PR']);
		expect(await editor.list('b2bSkills', 'no such skill')).toEqual([]);
		const both = (term: string, field: string) => [{ [field]: term }, { term, field }];
		expect(queries()).toEqual([
			...[...both('python', 'habilidade'), ...both('PR', 'localizacao')],
			...both('no such skill', 'habilidade'),
		]);
	});
});

describe('a failure', () => {
	beforeEach(async () => await open());

	it('is shown in our words, without the key, and over with the next opening', async () => {
		sandbox.faults.add({ kind: 'status', status: 500, body: { error: sandbox.apiKey } });
		const error: unknown = await editor.list('cities').catch((thrown: unknown) => thrown);
		expect(error).toMatchObject({
			message: 'The service answered with status 500',
			description: 'The service says: "***". The call is free and can be retried.',
		});
		expect(JSON.stringify(error) + String((error as Error).stack)).not.toContain(sandbox.apiKey);
		expect(await editor.list('cities')).not.toEqual([]);
		expect(requests()).toBe(2);
	});

	it('for want of requests is remembered by all lists until it is over', async () => {
		sandbox.faults.add({
			kind: 'status',
			status: 429,
			times: 'always',
			body: { error: 'Daily limit exceeded.' },
		});
		for (const name of ['cities', 'profiles', 'cities'] as const)
			await expect(editor.list(name)).rejects.toMatchObject({ httpCode: '429' });
		expect(requests()).toBe(1);
		sandbox.faults.clear();
		await minutes(25 * 60);
		expect(await editor.list('cities')).not.toEqual([]);
	});

	it('of the key is over as soon as another key is in the credential', async () => {
		const other = new Editor({ ...credentialFor(sandbox), apiKey: 'wrong' });
		await expect(other.list('profiles')).rejects.toMatchObject({ httpCode: '401' });
		expect(await editor.list('profiles')).not.toEqual([]);
		const none = new Editor({ ...credentialFor(sandbox), apiKey: ' ' });
		await expect(none.list('profiles')).rejects.toThrow("'API Key' in the credential is empty");
	});
});

it.each([
	['by default', {}],
	['that cuts its lists', { largestPage: 50 }],
] as const)('an hour of editing takes few requests of a service %s', async (_, settings) => {
	await open({ persons: 2000, companies: 2000, ...settings });
	/** What is typed, letter by letter, again and again; a list is opened with nothing typed. */
	const typed: Readonly<Partial<Record<ListName, readonly string[]>>> = {
		...{
			cities: ['porto', 'curi', 'sao paulo'],
			neighborhoods: ['centro', 'vila'],
			occupations: ['gerente'],
		},
		...{ economicActivities: ['padaria'], sectors: ['com'], profiles: [''], layouts: [''] },
		...{ b2bLocations: ['rs porto', 'sp cam'] },
		...{ b2bCompanyNames: ['padaria'], b2bSectors: ['tecno'], b2bJobTitles: ['diretor'] },
		...{ b2bEconomicActivities: ['restau'], b2bSpecialities: ['mark'], b2bSkills: ['python'] },
		...{ b2bMacroSectors: ['saude'] },
	};
	for (let round = 0; round < 3; round++) {
		for (const [name, texts] of Object.entries(typed))
			for (const text of texts)
				for (let end = 0; end <= text.length; end++) await editor.list(name as ListName, text.slice(0, end));
		await minutes(20);
	}
	// One for each list, three in all for each of the account's own three lists, and a few for texts whose
	// beginning had too many matches: 33 to 39, of the 100 that a day may have.
	expect(requests()).toBeLessThan(40);
});
