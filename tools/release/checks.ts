import { existsSync, readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { PACKAGE_NAME } from '../host/install/pack';
import { runCommand } from '../host/processes/command';
import { npmEnvironment } from '../host/processes/environment';
import { startStack } from '../host/stack';
import { scan } from './scan';
import { makeTarball, type Tarball } from './tarball';

/** What is read of a package.json. */
interface Manifest {
	readonly name: string;
	readonly version: string;
	readonly n8n: { readonly nodes: readonly string[]; readonly credentials: readonly string[] };
	/** Keeps npm from publishing until the name is decided. */
	readonly private?: boolean;
	readonly author?: { readonly name?: string; readonly email?: string };
	readonly repository?: { readonly type?: string; readonly url?: string; readonly directory?: string };
}

/** The form that npm compares with the provenance, and whose address it puts before relative links. */
const REPOSITORY = /^git\+https:\/\/github\.com\/[\w-]+\/[\w.-]+\.git$/;
/** Somebody who can be written to: not the place where GitHub drops mail. */
const isReachable = (email = ''): boolean =>
	/^[^\s@]+@[^\s@]+\.[^\s@]+$/.test(email) && !email.endsWith('.noreply.github.com');

/** What only the owner of the package can decide, in package.json, and has not decided yet. */
export function missingOf({ folder }: Tarball): readonly string[] {
	const { name, private: isPrivate, author = {}, repository = {} } = manifestIn(folder);
	const isPublic = repository.type === 'git' && REPOSITORY.test(repository.url ?? '');
	return [
		...(isPublic && repository.directory === undefined
			? []
			: ['repository: { "type": "git", "url": "git+https://github.com/<owner>/<name>.git" }, a public one']),
		...(author.name !== name && isReachable(author.email)
			? []
			: ['author: the name and email of who owns the package on npm']),
		...(isPrivate ? ['name: one that is yours on npm, in all files; then remove "private"'] : []),
	];
}

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
		problems: async ({ folder }) => await scan(folder, ['**/*.js', 'package.json']),
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
