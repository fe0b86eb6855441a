/** The lines of n8n that the package is tested on, the current one first. */
export const LINES = ['2.x', '1.x'] as const;
export type Line = (typeof LINES)[number];

/** One release of n8n, pinned with all that it needs. */
export interface Release {
	readonly line: Line;
	/** Folder with its package.json and lockfile, from the root of the checkout. */
	readonly pinned: string;
	/** Versions of Node that it starts on. */
	readonly node: { readonly from: number; readonly to?: number };
	/** What it must be told to start there, and to be tested. */
	readonly env: Readonly<Record<string, string>>;
}

const RELEASES: Readonly<Record<Line, Release>> = {
	'2.x': { line: '2.x', pinned: 'test/host', node: { from: 24 }, env: {} },
	'1.x': {
		line: '1.x',
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

/** Names the line that is installed and started, for a command and all processes of its own. */
export const CHOICE = 'N8N_UNDER_TEST';

/** The release of a line; without one, that which was chosen for this command, else the current one. */
export function releaseOf(line: string = process.env[CHOICE] || '2.x'): Release {
	const known = LINES.find((each) => each === line);
	if (known) return RELEASES[known];
	throw new Error(`${CHOICE} is "${line}"; it can be ${LINES.join(' or ')}.`);
}
