import { existsSync, readFileSync } from 'node:fs';
import { basename, dirname, join, relative } from 'node:path';

import { betweenFolders, circles, crowded, forbidden, isIn, readImports, sources } from './imports';

const NODE = 'nodes/PersonCompanyData';

/** What a layer's files may import: other layers, and packages that n8n brings along, its last 1.x too. */
interface Layer {
	readonly folder: string;
	/** Layers below it; its own folder goes without saying. */
	readonly layers: readonly string[];
	/** Absent: any package. */
	readonly packages?: readonly string[];
}

/** From the lowest to the highest: each layer names all that it may import. */
const base = ['core/base'];
const form = ['contract', ...base, 'core/form'];
const read = ['contract', ...base, 'core/read'];
const client = [...form, 'core/read', 'core/client'];
const purchase = [...client, 'core/purchase'];
const output = [...purchase, 'core/search', 'core/files', 'core/output'];
const leads = [...output, 'core/leads'];
const background = [...leads, 'core/background'];
const run = [...background, `${NODE}/run`];
const shared = [...run, `${NODE}/shared`];

const layers: readonly Layer[] = [
	{ folder: 'contract', layers: [], packages: [] },
	{
		folder: 'core/base',
		layers: ['contract/input'],
		packages: [
			'lodash/mapValues',
			'lodash/pickBy',
			'lodash/sortBy',
			'lodash/uniqBy',
			'n8n-workflow',
			'node:crypto',
		],
	},
	{ folder: 'core/read', layers: read, packages: ['n8n-workflow'] },
	{
		folder: 'core/form',
		layers: form,
		packages: ['lodash/isEqual', 'lodash/mapValues', 'luxon', 'n8n-workflow'],
	},
	{ folder: 'core/client', layers: client, packages: ['lodash/mapValues', 'lodash/pick', 'n8n-workflow'] },
	{ folder: 'core/purchase', layers: client, packages: ['lodash/chunk', 'n8n-workflow'] },
	{
		folder: 'core/search',
		layers: purchase,
		packages: ['lodash/mapValues', 'lodash/pick', 'n8n-workflow'],
	},
	{ folder: 'core/files', layers: client, packages: ['n8n-workflow'] },
	{ folder: 'core/output', layers: [...purchase, 'core/files'], packages: ['n8n-workflow'] },
	{ folder: 'core/leads', layers: output, packages: ['lodash/isEqual', 'n8n-workflow'] },
	{ folder: 'core/background', layers: leads, packages: ['n8n-workflow'] },
	{
		folder: `${NODE}/run`,
		layers: background,
		packages: [
			'lodash/countBy',
			'lodash/groupBy',
			'lodash/mapValues',
			'lodash/sortBy',
			'lodash/sumBy',
			'lodash/upperFirst',
			'n8n-workflow',
		],
	},
	{
		folder: `${NODE}/shared`,
		layers: run,
		packages: [
			'lodash/chunk',
			'lodash/groupBy',
			'lodash/isEqual',
			'lodash/mapValues',
			'lodash/mergeWith',
			'lodash/omit',
			'lodash/pick',
			'lodash/sortBy',
			'n8n-workflow',
		],
	},
	{
		folder: `${NODE}/operations`,
		layers: shared,
		packages: [
			'lodash/chunk',
			'lodash/groupBy',
			'lodash/isEqual',
			'lodash/omit',
			'lodash/pick',
			'n8n-workflow',
		],
	},
	{ folder: `${NODE}/lists`, layers: shared, packages: ['lodash/mapValues', 'n8n-workflow'] },
	{ folder: `${NODE}/callback`, layers: background, packages: ['n8n-workflow'] },
	{ folder: 'nodes/PersonCompanyDataTrigger', layers: background, packages: ['n8n-workflow'] },
	{
		folder: 'nodes/PersonCompanyDataNewLeads',
		layers: [...background, `${NODE}/lists`],
		packages: ['n8n-workflow'],
	},
	{ folder: 'credentials', layers: ['contract', 'core/base/baseUrl.ts'], packages: ['n8n-workflow'] },
	{ folder: 'sandbox', layers: ['contract'] },
];

const linesOf = (file: string): string[] => readFileSync(file, 'utf8').split('\n');

const shipped = ['contract', 'core', 'nodes', 'credentials'];

describe.each(layers)('$folder', ({ folder, layers: allowed, packages }) => {
	it('has files', () => expect(sources(folder).length).toBeGreaterThan(0));

	it('imports only what stands below it', () => {
		const isAllowed = (name: string, isFile: boolean): boolean =>
			isFile
				? [folder, ...allowed].some((layer) => isIn(name, layer))
				: packages === undefined || packages.includes(name);
		expect(forbidden(readImports(folder), folder, isAllowed)).toEqual([]);
	});
});

describe.each([
	{ name: 'what ships', folders: shipped },
	...['sandbox', 'tools', 'bench'].map((name) => ({ name, folders: [name] })),
])('$name', ({ folders }) => {
	const imports = readImports(...folders);

	it('has no circle of files', () => expect(circles(imports)).toEqual([]));
	it('has no circle of folders', () => expect(circles(betweenFolders(imports))).toEqual([]));
	it('has no folder of more than a dozen files', () => expect(crowded(imports, 12)).toEqual([]));
});

it('lets only core/purchase send what may be charged', () => {
	const files = shipped.flatMap((folder) => sources(folder));
	const users = files.filter((file) =>
		/\brecorded\b/.test(readFileSync(file, 'utf8').replace(/\/\*.*?\*\/|\/\/.*/gs, '')),
	);
	const others = users.filter((file) => !isIn(file, 'core/purchase') && file !== 'core/client/request.ts');
	expect(users).toContain('core/purchase/askOnce.ts');
	expect(others).toEqual([]);
});

describe('what the service answers is read in core/read alone', () => {
	// Elsewhere its type is `Body`, which holds nothing.
	const others = shipped
		.flatMap(sources)
		.filter((file) => !isIn(file, 'core/read') && !isIn(file, 'core/base'));
	const filesWith = (pattern: RegExp, ...exceptions: readonly string[]): string[] =>
		others.filter((file) => !exceptions.includes(file) && pattern.test(readFileSync(file, 'utf8')));

	it('so that nobody else takes a body for anything', () => {
		expect(filesWith(/\b(body|answer(ed)?|reply|response|result|page|first)\??: unknown\b/)).toEqual([]);
	});

	// Kept with the execution as it is.
	it('or casts one', () => {
		expect(filesWith(/\bbody\)? as (unknown|IDataObject)\b/, 'core/client/runState.ts')).toEqual([]);
	});

	it('or knows what wraps its data', () => {
		expect(filesWith(/'(dados|resultados?)'|\.(dados|contatos\b(?!\?\.maxItems| ===))/)).toEqual([]);
	});
});

it('lists what the process remembers', () => {
	const listed = [...readFileSync('core/base/memory.ts', 'utf8').matchAll(/^ \* - `(\w+)` in (\S+\.ts): /gm)];
	// Maps that are given their content where they are made are constants.
	const made =
		/^(?:export )?(?:const|let) (\w+)[^=\n]* = new (?:Memory<|WeakMap|WeakSet|(?:Map|Set)(?:<.*>)?\(\))|^\t.*\bstatic\b.* (\w+)[^=\n]* = new (?:Memory|WeakMap|WeakSet|Map|Set)\b/gm;
	const found = shipped
		.flatMap((folder) => sources(folder))
		.flatMap((file) =>
			[...readFileSync(file, 'utf8').matchAll(made)].map(([, name, own]) => `${name ?? own} in ${file}`),
		);
	expect(found.sort()).toEqual(listed.map(([, name, file]) => `${name} in ${file}`).sort());
	expect(found.length).toBeLessThanOrEqual(10);
});

it('keeps the resources apart from each other', () => {
	const imports = readImports(`${NODE}/operations`);
	const wrong = [...imports.keys()].flatMap((file) => {
		const own = relative(`${NODE}/operations`, file).split('/')[0];
		if (own === 'index.ts') return [];
		return (imports.get(file) ?? []).filter(
			(name) => isIn(name, `${NODE}/operations`) && !isIn(name, `${NODE}/operations/${own}`),
		);
	});
	expect(wrong).toEqual([]);
});

describe('an operation is one file and one line', () => {
	const folder = `${NODE}/operations`;
	const files = sources(folder).filter((file) => basename(file) !== 'index.ts');
	const lineOf = (file: string): string => {
		const name = basename(file, '.ts');
		return `export { ${name} } from './${name}';`;
	};
	const indexOf = (file: string): string => join(dirname(file), 'index.ts');
	// A folder of one operation has no index, and operations of one family share a file.
	const operations = files.filter(
		(file) => existsSync(indexOf(file)) && linesOf(indexOf(file)).includes(lineOf(file)),
	);
	const imports = readImports(...shipped);

	it('and there are operations', () => expect(operations.length).toBeGreaterThan(8));

	it.each(operations)('%s', (file) => {
		const importers = [...imports].filter(([, names]) => names.includes(file)).map(([importer]) => importer);
		expect(importers).toEqual([indexOf(file)]);
		expect(linesOf(indexOf(file)).filter((line) => line === lineOf(file))).toHaveLength(1);
	});

	it('as CONTRIBUTING shows by one that exists', () => {
		const [, shown] = /```ts\n([\s\S]*?)\n```/.exec(readFileSync('CONTRIBUTING.md', 'utf8')) ?? [];
		const source = readFileSync(`${folder}/account/getBalance.ts`, 'utf8');
		// Markdown is indented by two spaces, code by tabs.
		expect(source).toContain(`\n${shown?.replace(/^ +/gm, (spaces) => '\t'.repeat(spaces.length / 2))}\n`);
	});
});

it('states the paths of the interface in the contract only', () => {
	const wrong = ['core', 'nodes']
		.flatMap(sources)
		.filter((file) =>
			/'\/(b2b|persons|companies|company|balance|enrichment|prospection|geo|cbo|cnae)\b/.test(
				readFileSync(file, 'utf8'),
			),
		);
	expect(wrong).toEqual([]);
});

it('sends requests with the key from one place; files are fetched, and callbacks passed on, without it', () => {
	const senders = ['contract', 'core', 'nodes']
		.flatMap(sources)
		.filter((file) => /\bhttpRequest/.test(readFileSync(file, 'utf8')));
	const withoutKey = ['core/files/download.ts', `${NODE}/callback/passOn.ts`];
	expect(senders.sort()).toEqual(['core/client/request.ts', ...withoutKey].sort());
	for (const file of withoutKey) {
		const source = readFileSync(file, 'utf8');
		expect(source).not.toMatch(/WithAuthentication|getCredentials|\bCREDENTIAL\b/);
	}
});
