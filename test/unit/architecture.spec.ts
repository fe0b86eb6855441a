/* eslint-disable @n8n/community-nodes/no-restricted-imports -- reads the sources of the package */
import { readdirSync, readFileSync } from 'node:fs';
import { join, relative, resolve } from 'node:path';

const ROOT = resolve('.');
const NODE = 'nodes/PersonCompanyData';

/** What a layer's files may import: other layers, and packages that n8n brings along, its last 1.x too. */
interface Layer {
	readonly folder: string;
	readonly layers: readonly string[];
	/** Absent: any package. */
	readonly packages?: readonly string[];
}

const layers: readonly Layer[] = [
	{ folder: `${NODE}/contract`, layers: [`${NODE}/contract`], packages: [] },
	{
		folder: `${NODE}/core`,
		layers: [`${NODE}/contract`, `${NODE}/core`],
		packages: ['lodash/groupBy', 'lodash/mapValues', 'luxon', 'n8n-workflow', 'node:crypto'],
	},
	{
		folder: `${NODE}/files`,
		layers: [`${NODE}/contract`, `${NODE}/core`, `${NODE}/files`],
		packages: ['n8n-workflow'],
	},
	{
		folder: `${NODE}/resources`,
		layers: [`${NODE}/contract`, `${NODE}/core`, `${NODE}/files`, `${NODE}/resources`],
		packages: [
			'lodash/chunk',
			'lodash/groupBy',
			'lodash/isEqual',
			'lodash/mapValues',
			'lodash/mergeWith',
			'lodash/omit',
			'lodash/pick',
			'n8n-workflow',
		],
	},
	{
		folder: `${NODE}/lists`,
		layers: [`${NODE}/contract`, `${NODE}/core`, `${NODE}/lists`],
		packages: ['lodash/mapValues', 'n8n-workflow'],
	},
	{
		folder: `${NODE}/events`,
		layers: [`${NODE}/contract`, `${NODE}/core`, `${NODE}/resources`, `${NODE}/events`],
		packages: ['n8n-workflow'],
	},
	{
		folder: 'credentials',
		layers: [`${NODE}/contract`, `${NODE}/core`],
		packages: ['n8n-workflow'],
	},
	{ folder: 'sandbox', layers: [`${NODE}/contract`, 'sandbox'] },
];

const sources = (folder: string): string[] =>
	readdirSync(folder, { recursive: true, encoding: 'utf8' })
		.filter((name) => name.endsWith('.ts'))
		.map((name) => join(folder, name));

/** What a file imports, types included: files as paths from the root, packages by name. */
function importsOf(file: string): string[] {
	const text = readFileSync(file, 'utf8');
	const names = [...text.matchAll(/(?:from|import|require)\s*\(?\s*'([^']+)'/g)].map(([, name]) => name);
	return names.map((name) => (name.startsWith('.') ? relative(ROOT, resolve(file, '..', name)) : name));
}

const isIn = (path: string, folder: string): boolean => path === folder || path.startsWith(`${folder}/`);

describe.each(layers)('$folder', ({ folder, layers: allowed, packages }) => {
	const files = sources(folder);

	it('has files', () => expect(files.length).toBeGreaterThan(0));

	it('imports only what stands below it', () => {
		const wrong = files.flatMap((file) =>
			importsOf(file)
				.filter((name) =>
					name.includes('/') &&
					!name.startsWith('@') &&
					!name.startsWith('node:') &&
					!name.startsWith('lodash/')
						? !allowed.some((layer) => isIn(name, layer))
						: packages !== undefined && !packages.includes(name),
				)
				.map((name) => `${file} imports ${name}`),
		);
		expect(wrong).toEqual([]);
	});
});

it('keeps the resources apart from each other', () => {
	const wrong = sources(`${NODE}/resources`).flatMap((file) => {
		const own = relative(`${NODE}/resources`, file).split('/')[0];
		if (own === 'index.ts') return [];
		return importsOf(file).filter(
			(name) =>
				isIn(name, `${NODE}/resources`) &&
				!isIn(name, `${NODE}/resources/${own}`) &&
				!isIn(name, `${NODE}/resources/shared`),
		);
	});
	expect(wrong).toEqual([]);
});

it('states the paths of the interface in the contract only', () => {
	const wrong = ['core', 'lists', 'resources']
		.flatMap((folder) => sources(`${NODE}/${folder}`))
		.filter((file) =>
			/'\/(b2b|persons|companies|company|balance|enrichment|prospection|geo|cbo|cnae)\b/.test(
				readFileSync(file, 'utf8'),
			),
		);
	expect(wrong).toEqual([]);
});

it('sends requests with the key from one place; files are fetched, and callbacks passed on, without it', () => {
	const senders = sources(NODE).filter((file) => /\bhttpRequest/.test(readFileSync(file, 'utf8')));
	expect(senders.map((file) => relative(NODE, file)).sort()).toEqual([
		'core/request.ts',
		'events/passOn.ts',
		'files/download.ts',
	]);
	for (const file of ['events/passOn.ts', 'files/download.ts']) {
		const source = readFileSync(join(NODE, file), 'utf8');
		expect(source).not.toMatch(/WithAuthentication|getCredentials|\bCREDENTIAL\b/);
	}
});
