/** What only the owner of the package can decide. It is set in package.json and asked for here alone. */

/** What a package.json says of it. */
export interface Ownership {
	readonly name: string;
	/** Keeps npm from publishing until the name is decided. */
	readonly private?: boolean;
	readonly author?: { readonly name?: string; readonly email?: string };
	readonly repository?: { readonly type?: string; readonly url?: string; readonly directory?: string };
}

interface Setting {
	readonly name: string;
	readonly isSet: (manifest: Ownership) => boolean;
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

/** What is still to be decided: the setting, and what to do. */
export const missingSettings = (manifest: Ownership): ReadonlyArray<Pick<Setting, 'name' | 'todo'>> =>
	SETTINGS.filter(({ isSet }) => !isSet(manifest));
