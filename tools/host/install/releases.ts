/** The lines of n8n that the package is tested on, the current one first. */
export const LINES = ['2.x', '1.x'] as const;
export type Line = (typeof LINES)[number];

/** One release of n8n, and what it needs. */
export interface Release {
	/** Folder with the pinned package.json and lockfile of its line, from the root of the checkout. */
	readonly pinned: string;
	/** Another version than the pinned one, with what the registry has for it on the day of the install. */
	readonly version?: string;
	/** Versions of Node that it starts on. */
	readonly node: { readonly from: number; readonly to?: number };
	/** What it must be told to start there, and to be tested. */
	readonly env: Readonly<Record<string, string>>;
}

const RELEASES: Readonly<Record<Line, Release>> = {
	'2.x': { pinned: 'test/host', node: { from: 24 }, env: {} },
	'1.x': {
		pinned: 'test/host-1x',
		node: { from: 20, to: 24 },
		env: {
			// Its own engine of expressions needs Node 22: on Node 20 this n8n ends while it starts.
			N8N_EXPRESSION_ENGINE: 'legacy',
			// By default it stores that an execution has ended before it stores with what.
			DB_SQLITE_POOL_SIZE: '2',
		},
	},
};

/** Names the release that is installed and started, for a command and all processes of its own. */
export const CHOICE = 'N8N_UNDER_TEST';

/** The line that a version is of; n8n from 2 on is the current one. */
export const lineOf = (version: string): Line => (version.startsWith('1.') ? '1.x' : '2.x');

/** Whether this names a release: a line, or a version such as 2.41.3. */
export const namesRelease = (name: string): boolean =>
	LINES.some((line) => line === name) || /^[1-9]\d*\.\d+\.\d+$/.test(name);

/** The release that was chosen for this command, else the current one. */
export function releaseOf(): Release {
	const name = process.env[CHOICE] || '2.x';
	if (!namesRelease(name)) {
		throw new Error(`${CHOICE} is "${name}"; it can be ${LINES.join(' or ')}, or a version such as 2.41.3.`);
	}
	const line = LINES.find((each) => each === name);
	return line === undefined ? { ...RELEASES[lineOf(name)], version: name } : RELEASES[line];
}
