import { readFileSync } from 'node:fs';
import { relative } from 'node:path';

import { forbidden, isIn, readImports, sources } from './imports';

const NODE = 'nodes/PersonCompanyData';

/** What a layer's files may import: other layers, and packages that n8n brings along, its last 1.x too. */
interface Layer {
	readonly folder: string;
	readonly layers: readonly string[];
	/** Absent: any package. */
	readonly packages?: readonly string[];
}

const layers: readonly Layer[] = [
	{ folder: 'contract', layers: ['contract'], packages: [] },
	{
		folder: 'core',
		layers: ['contract', 'core', `${NODE}/run`, `${NODE}/families`],
		packages: ['lodash/groupBy', 'lodash/mapValues', 'luxon', 'n8n-workflow', 'node:crypto'],
	},
	{
		folder: `${NODE}/run`,
		layers: ['contract', 'core', `${NODE}/run`],
		packages: ['lodash/groupBy', 'n8n-workflow'],
	},
	{
		folder: `${NODE}/families`,
		layers: ['contract', 'core', `${NODE}/run`, `${NODE}/families`],
		packages: [
			'lodash/chunk',
			'lodash/groupBy',
			'lodash/mapValues',
			'lodash/mergeWith',
			'lodash/omit',
			'lodash/pick',
			'n8n-workflow',
		],
	},
	{
		folder: `${NODE}/resources`,
		layers: ['contract', 'core', `${NODE}/run`, `${NODE}/families`, `${NODE}/resources`],
		packages: ['lodash/chunk', 'lodash/groupBy', 'lodash/isEqual', 'n8n-workflow'],
	},
	{
		folder: `${NODE}/lists`,
		layers: ['contract', 'core', `${NODE}/families`, `${NODE}/lists`],
		packages: ['lodash/mapValues', 'n8n-workflow'],
	},
	{
		folder: `${NODE}/callback`,
		layers: ['contract', 'core', `${NODE}/run`, `${NODE}/callback`],
		packages: ['n8n-workflow'],
	},
	{
		folder: 'nodes/PersonCompanyDataTrigger',
		layers: ['contract', 'core', `${NODE}/run`, `${NODE}/families`, 'nodes/PersonCompanyDataTrigger'],
		packages: ['n8n-workflow'],
	},
	{ folder: 'credentials', layers: ['contract', 'core'], packages: ['n8n-workflow'] },
	{ folder: 'sandbox', layers: ['contract', 'sandbox'] },
];

describe.each(layers)('$folder', ({ folder, layers: allowed, packages }) => {
	const files = sources(folder);

	it('has files', () => expect(files.length).toBeGreaterThan(0));

	it('imports only what stands below it', () => {
		const isAllowed = (name: string, isFile: boolean): boolean =>
			isFile ? allowed.some((layer) => isIn(name, layer)) : packages === undefined || packages.includes(name);
		expect(forbidden(readImports(folder), folder, isAllowed)).toEqual([]);
	});
});

it('keeps the resources apart from each other', () => {
	const imports = readImports(`${NODE}/resources`);
	const wrong = [...imports.keys()].flatMap((file) => {
		const own = relative(`${NODE}/resources`, file).split('/')[0];
		if (own === 'index.ts') return [];
		return (imports.get(file) ?? []).filter(
			(name) => isIn(name, `${NODE}/resources`) && !isIn(name, `${NODE}/resources/${own}`),
		);
	});
	expect(wrong).toEqual([]);
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
