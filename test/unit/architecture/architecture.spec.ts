import { existsSync, readFileSync } from 'node:fs';
import { basename, dirname, join, relative } from 'node:path';

import { betweenFolders, circles, crowded, forbidden, isIn, readImports, sources } from './imports';

const NODE = 'nodes/PersonCompanyData';
const OPERATIONS = `${NODE}/operations`;

/** From the lowest to the highest: what each folder may import besides itself. */
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

const LAYERS: ReadonlyArray<readonly [folder: string, below: readonly string[]]> = [
	['contract', []],
	['core/base', ['contract/input']],
	['core/read', read],
	['core/form', form],
	['core/client', client],
	['core/purchase', client],
	['core/search', purchase],
	['core/files', client],
	['core/output', [...purchase, 'core/files']],
	['core/leads', output],
	['core/background', leads],
	[`${NODE}/run`, background],
	[`${NODE}/shared`, run],
	[OPERATIONS, shared],
	[`${NODE}/lists`, shared],
	[`${NODE}/callback`, background],
	['nodes/PersonCompanyDataTrigger', background],
	['nodes/PersonCompanyDataNewLeads', [...background, `${NODE}/lists`]],
	['credentials', ['contract', 'core/base/baseUrl.ts']],
	['sandbox', ['contract']],
];

/** What n8n brings along, its last 1.x too. */
const PACKAGES = /^(n8n-workflow|luxon|lodash\/\w+|node:crypto)$/;

const SHIPPED = ['contract', 'core', 'nodes', 'credentials'];
const files = SHIPPED.flatMap(sources);
const textOf = (file: string): string => readFileSync(file, 'utf8');
const filesWith = (pattern: RegExp, within = files): string[] =>
	within.filter((file) => pattern.test(textOf(file)));

it.each(LAYERS)('%s imports only what stands below it', (folder, below) => {
	const isAllowed = (name: string, isFile: boolean): boolean =>
		isFile
			? [folder, ...below].some((layer) => isIn(name, layer))
			: folder === 'sandbox' || PACKAGES.test(name);
	expect(sources(folder).length).toBeGreaterThan(0);
	expect(forbidden(readImports(folder), folder, isAllowed)).toEqual([]);
});

it.each([SHIPPED, ['sandbox'], ['tools'], ['bench']])(
	'%s: no circle of files or folders, at most a dozen files in a folder',
	(...folders) => {
		const imports = readImports(...folders);
		expect(circles(imports)).toEqual([]);
		expect(circles(betweenFolders(imports))).toEqual([]);
		expect(crowded(imports, 12)).toEqual([]);
	},
);

it('lets only core/purchase send what may be charged', () => {
	const users = files.filter((file) =>
		/\bpurchaseCall\b/.test(textOf(file).replace(/\/\*.*?\*\/|\/\/.*/gs, '')),
	);
	expect(users).toContain('core/purchase/askOnce.ts');
	expect(users.filter((file) => !isIn(file, 'core/purchase') && file !== 'core/client/request.ts')).toEqual(
		[],
	);
});

// Elsewhere the type of an answer is `Body`, which holds nothing.
it.each([
	/\b(body|answer(ed)?|reply|response|result|page|first)\??: unknown\b/,
	/\bbody\)? as (unknown|IDataObject)\b/,
	/'(dados|resultados?)'|\.(dados|contatos\b(?!\?\.maxItems| ===))/,
])('what the service answers is read in core/read alone: no %s elsewhere', (pattern) => {
	// Kept with the execution as it is.
	const except = ['core/read', 'core/base', 'core/client/runState.ts'];
	const others = files.filter((file) => !except.some((place) => isIn(file, place)));
	expect(filesWith(pattern, others)).toEqual([]);
});

it('lists what the process remembers', () => {
	const listed = [...textOf('docs/dev/architecture.md').matchAll(/^- `(\w+)` in `?(\S+\.ts)`?: /gm)];
	// Maps that are given their content where they are made are constants.
	const made =
		/^(?:export )?(?:const|let) (\w+)[^=\n]* = new (?:Memory<|WeakMap|WeakSet|(?:Map|Set)(?:<.*>)?\(\))|^\t.*\bstatic\b.* (\w+)[^=\n]* = new (?:Memory|WeakMap|WeakSet|Map|Set)\b/gm;
	const found = files.flatMap((file) =>
		[...textOf(file).matchAll(made)].map(([, name, own]) => `${name ?? own} in ${file}`),
	);
	expect(found.sort()).toEqual(listed.map(([, name, file]) => `${name} in ${file}`).sort());
});

it('keeps the resources apart from each other', () => {
	const wrong = [...readImports(OPERATIONS)].flatMap(([file, names]) => {
		const [own] = relative(OPERATIONS, file).split('/');
		if (own === 'index.ts') return [];
		return names.filter((name) => isIn(name, OPERATIONS) && !isIn(name, `${OPERATIONS}/${own}`));
	});
	expect(wrong).toEqual([]);
});

describe('an operation is one file and one line', () => {
	const imports = readImports(...SHIPPED);
	const indexOf = (file: string): string => join(dirname(file), 'index.ts');
	const isExported = (file: string): boolean =>
		existsSync(indexOf(file)) &&
		textOf(indexOf(file)).includes(`export { ${basename(file, '.ts')} } from './`);
	const operations = sources(OPERATIONS).filter(isExported);

	it.each(operations)('%s', (file) => {
		const importers = [...imports].filter(([, names]) => names.includes(file)).map(([importer]) => importer);
		expect(importers).toEqual([indexOf(file)]);
	});

	it('as CONTRIBUTING shows by one that exists', () => {
		const [, shown] = /```ts\n(export const getBalance[\s\S]*?)\n```/.exec(textOf('CONTRIBUTING.md')) ?? [];
		// Markdown is indented by two spaces, code by tabs.
		expect(textOf(`${OPERATIONS}/account/getBalance.ts`)).toContain(
			`\n${shown?.replace(/^ +/gm, (spaces) => '\t'.repeat(spaces.length / 2))}\n`,
		);
	});
});

it('states the paths of the interface in the contract only', () => {
	const paths = /'\/(b2b|persons|companies|company|balance|enrichment|prospection|geo|cbo|cnae)\b/;
	expect(filesWith(paths, ['core', 'nodes'].flatMap(sources))).toEqual([]);
});

it('sends requests with the key from one place; files are fetched, and callbacks passed on, without it', () => {
	const withoutKey = ['core/files/download.ts', `${NODE}/callback/passOn.ts`];
	const senders = filesWith(/\bhttpRequest/, ['contract', 'core', 'nodes'].flatMap(sources));
	expect(senders.sort()).toEqual(['core/client/request.ts', ...withoutKey].sort());
	expect(filesWith(/WithAuthentication|getCredentials|\bCREDENTIAL\b/, withoutKey)).toEqual([]);
});
