import { existsSync, readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { PACKAGE_NAME } from '../host/install/pack';
import { runCommand } from '../host/processes/command';
import { npmEnvironment } from '../host/processes/environment';
import { startStack } from '../host/stack';
import { brokenLinks } from './page';
import { newestRules, scan, TARBALL_FILES } from './scan';
import { makeTarball, type Tarball } from './tarball';

/** What n8n brings, so that nothing but the package is installed with it. */
const BROUGHT = ['n8n-workflow', 'lodash', 'luxon', 'zod', 'crypto'];

/** What a compiled file loads that is neither its own nor brought by n8n. */
export function foreignIn(code: string): string[] {
	const loaded = [...code.matchAll(/\b(?:require|import)\(\s*([^)]*?)\s*\)/g)].map(([, what]) => what);
	return loaded.filter((what) => {
		const name = /^["'](?:node:)?([^"']+)["']$/.exec(what)?.[1];
		return name === undefined || !(/^\.\.?\//.test(name) || BROUGHT.includes(name.split('/')[0]));
	});
}

/** What is read of a package.json. */
interface Manifest {
	readonly name: string;
	readonly version: string;
	readonly license?: string;
	readonly keywords?: readonly string[];
	readonly dependencies?: Readonly<Record<string, string>>;
	readonly n8n: { readonly nodes: readonly string[]; readonly credentials: readonly string[] };
	/** Keeps npm from publishing until the name is decided. */
	readonly private?: boolean;
	readonly author?: { readonly name?: string; readonly email?: string };
	readonly repository?: { readonly type?: string; readonly url?: string; readonly directory?: string };
}

/** What only the owner of the package can decide. It is set in package.json and asked for here alone. */
interface Setting {
	readonly name: string;
	readonly isSet: (manifest: Manifest) => boolean;
	readonly todo: string;
}

/** The form that npm compares with the provenance, and whose address it puts before relative links. */
const REPOSITORY = /^git\+https:\/\/github\.com\/[\w-]+\/[\w.-]+\.git$/;
/** Somebody who can be written to: not the place where GitHub drops mail. */
const isReachable = (email: string): boolean =>
	/^[^\s@]+@[^\s@]+\.[^\s@]+$/.test(email) && !email.endsWith('.noreply.github.com');

const SETTINGS: readonly Setting[] = [
	{
		name: 'repository',
		isSet: ({ repository: { type, url = '', directory } = {} }) =>
			type === 'git' && REPOSITORY.test(url) && directory === undefined,
		todo: 'set "repository" in package.json: { "type": "git", "url": "git+https://github.com/<owner>/<name>.git" }, a public one',
	},
	{
		name: 'author',
		isSet: ({ name, author = {} }) =>
			author.name !== undefined && author.name !== name && isReachable(author.email ?? ''),
		todo: 'set "author" in package.json: the name and email of who owns the package on npm',
	},
	{
		name: 'npm name',
		isSet: (manifest) => manifest.private !== true,
		todo: 'once the name is yours on npm, remove "private" from package.json (another name: replace it in all files)',
	},
];

/** One thing that must hold of a release: nothing when it does, else what is wrong. */
export interface Check {
	readonly name: string;
	readonly problems: (tarball: Tarball, folder: string) => Promise<readonly string[]>;
}

const CHECKOUT = resolve(__dirname, '../..');

/** What may be in the tarball. */
const ALLOWED = [
	/^package\.json$/,
	/^index\.js$/,
	/^(README|README\.pt-BR|CHANGELOG|LICENSE)(\.md)?$/,
	/^dist\/(contract|core|credentials|nodes)\/[\w./-]+\.js$/,
	/^dist\/nodes\/\w+\/\w+\.node\.json$/,
	/^dist\/nodes\/\w+\/__schema__\/v[\d.]+\/\w+\/\w+\.json$/,
	/^dist\/(known|types)\/(nodes|credentials)\.json$/,
	/^dist\/icons\/[\w.]+\.svg$/,
];
const MOST_BYTES = 1_000_000;
/** With these n8n knows the nodes when it starts, and loads their code when they are first used. */
const DESCRIPTIONS = ['known', 'types'].flatMap((folder) =>
	['nodes', 'credentials'].map((kind) => `dist/${folder}/${kind}.json`),
);

const manifestIn = (folder: string): Manifest =>
	JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8')) as Manifest;

/** Lines of n8n's log that concern the nodes, or a package that could not be loaded. */
const CONCERNS = /personCompanyData|problem loading|error loading|failed to load|unrecognized node/i;

export const checks: readonly Check[] = [
	{
		name: 'two builds give the same bytes',
		problems: async ({ sha256 }, folder) => {
			const second = await makeTarball(join(folder, 'second'));
			return second.sha256 === sha256 ? [] : [`${sha256} and ${second.sha256}`];
		},
	},
	{
		name: 'nothing is in the tarball that does not belong there',
		problems: async ({ files }) => files.filter((file) => !ALLOWED.some((pattern) => pattern.test(file))),
	},
	{
		name: 'everything that package.json names is in the tarball, and the descriptions for n8n',
		problems: async ({ folder }) => {
			const { nodes, credentials } = manifestIn(folder).n8n;
			return [...nodes, ...credentials, ...DESCRIPTIONS].filter((file) => !existsSync(join(folder, file)));
		},
	},
	{
		name: `the tarball has at most ${MOST_BYTES / 1_000_000} MB`,
		problems: async ({ size }) => (size <= MOST_BYTES ? [] : [`${size} bytes`]),
	},
	{
		name: 'the licence is MIT, there are no runtime dependencies, and n8n finds the package by its keyword',
		problems: async ({ folder }) => {
			const { license, dependencies = {}, keywords = [] } = manifestIn(folder);
			return [
				...(license === 'MIT' && existsSync(join(folder, 'LICENSE')) ? [] : [`licence ${license}`]),
				...Object.keys(dependencies),
				...(keywords.includes('n8n-community-node-package') ? [] : ['the keyword is missing']),
			];
		},
	},
	{
		name: 'nothing is loaded but the package itself and what n8n brings',
		problems: async ({ folder, files }) =>
			files
				.filter((file) => file.endsWith('.js'))
				.flatMap((file) =>
					foreignIn(readFileSync(join(folder, file), 'utf8')).map((what) => `${file}: ${what}`),
				),
	},
	{
		name: 'links and pictures of the README lead somewhere, also from its page on npm',
		problems: async ({ folder }) =>
			['README.md', 'README.pt-BR.md'].flatMap((path) =>
				brokenLinks({ path, text: readFileSync(join(folder, path), 'utf8') }, CHECKOUT),
			),
	},
	{
		name: 'the changelog tells of this version',
		problems: async ({ folder }) => {
			const { version } = manifestIn(folder);
			const changelog = readFileSync(join(folder, 'CHANGELOG.md'), 'utf8');
			return changelog.includes(`## ${version}\n`) ? [] : [`no heading for ${version}`];
		},
	},
	{
		name: 'lint shows no error and no warning',
		problems: async () => {
			const options = { cwd: CHECKOUT, env: npmEnvironment() };
			const text = await runCommand('Linting', 'npm', ['run', '--silent', 'lint'], options);
			return /\b(error|warning)\b/i.test(text) ? [text] : [];
		},
	},
	{ name: "n8n's scan passes on the source", problems: async () => await scan(CHECKOUT) },
	{
		name: "n8n's scan passes on the tarball",
		problems: async ({ folder }) => await scan(folder, TARBALL_FILES),
	},
	{
		name: "n8n's newest rules on npm find nothing in the source and the tarball, warnings included",
		problems: async ({ folder }) => [
			...(await newestRules(CHECKOUT)),
			...(await newestRules(folder, TARBALL_FILES)),
		],
	},
	{
		name: 'an empty n8n loads it without a warning',
		problems: async () => {
			const { n8n, stop } = await startStack({ editorPort: 0 });
			try {
				const names = (await n8n.client.nodeTypes()).map(({ name }) => name);
				const missing = [
					'personCompanyData',
					'personCompanyDataTrigger',
					'personCompanyDataNewLeadsTrigger',
					'personCompanyDataTool',
				]
					.map((name) => `${PACKAGE_NAME}.${name}`)
					.filter((name) => !names.includes(name));
				const warned = n8n
					.log()
					.split('\n')
					.filter((line) => CONCERNS.test(line));
				return [...missing, ...warned];
			} finally {
				await stop();
			}
		},
	},
];

/** What the owner has still to decide before it can be published: the setting, and what to do. */
export const missingOf = ({ folder }: Tarball): readonly Setting[] =>
	SETTINGS.filter(({ isSet }) => !isSet(manifestIn(folder)));
