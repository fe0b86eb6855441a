import { join } from 'node:path';

import type { InstalledHost } from '../../tools/host/install/install';
import { quietSettings } from '../../tools/host/install/settings';
import { runCommand } from '../../tools/host/processes/command';
import { n8nEnvironment } from '../../tools/host/processes/environment';
import { END_WITH_PARENT } from '../../tools/host/processes/processGroup';
import { findQueuePrograms } from '../../tools/host/processes/programs';
import { postgresSettings, startStores } from '../../tools/host/stores';

/** What n8n keeps its data in. */
export interface Database {
	readonly title: string;
	/** Environment of an n8n that uses it. */
	readonly env: Readonly<Record<string, string>>;
}

export const sqlite: Database = { title: 'SQLite', env: {} };

/** Starts a PostgreSQL that keeps its data in the folder, or says what is missing. */
export async function startPostgres(
	folder: string,
): Promise<Database | { readonly missing: readonly string[] }> {
	const programs = findQueuePrograms();
	if ('missing' in programs) return programs;
	return { title: 'PostgreSQL', env: postgresSettings(await startStores(programs, folder)) };
}

/** The entries that the set of a node is to hold; sets of its workflow that are not named hold none. */
export interface Filled {
	readonly workflowId: string;
	readonly nodeId: string;
	readonly entries: number;
}

/** Replaces all entries of workflows in n8n's store, while n8n is stopped or, with PostgreSQL, runs none of them. */
export async function fillStore(
	{ host, home, database }: { host: InstalledHost; home: string; database: Database },
	wanted: readonly Filled[],
): Promise<void> {
	const workflows: Record<string, Record<string, number>> = {};
	for (const { workflowId, nodeId, entries } of wanted) {
		workflows[workflowId] = { ...workflows[workflowId], ...(entries > 0 && { [`n:${nodeId}`]: entries }) };
	}
	await runCommand(
		'Filling the store',
		host.node.binary,
		[END_WITH_PARENT, join(__dirname, 'fill.ts'), host.n8n, JSON.stringify(workflows)],
		{ cwd: home, env: n8nEnvironment({ ...quietSettings(home), ...database.env }) },
	);
}
