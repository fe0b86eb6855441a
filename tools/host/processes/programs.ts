import { execFileSync } from 'node:child_process';
import { existsSync, readdirSync } from 'node:fs';
import { delimiter, join } from 'node:path';

/** Where Debian keeps the programs of each PostgreSQL version, beside those on the path. */
const POSTGRES_VERSIONS = '/usr/lib/postgresql';

/** The path of a program; `undefined` when it is not installed. */
function find(name: string, more: readonly string[] = []): string | undefined {
	const folders = [...more, ...(process.env.PATH ?? '').split(delimiter)];
	return folders.map((folder) => join(folder, name)).find((path) => existsSync(path));
}

/** The newest PostgreSQL first. */
const postgresFolders = (): string[] =>
	existsSync(POSTGRES_VERSIONS)
		? readdirSync(POSTGRES_VERSIONS)
				.sort((a, b) => Number(b) - Number(a))
				.map((version) => join(POSTGRES_VERSIONS, version, 'bin'))
		: [];

/** Programs that n8n needs for queue mode and npm cannot bring. */
export interface QueuePrograms {
	readonly redis: string;
	readonly postgres: string;
	readonly initdb: string;
}

/** The programs; `undefined` when one is not installed. */
export function findQueuePrograms(): QueuePrograms | undefined {
	const folders = postgresFolders();
	const redis = find('redis-server');
	const [postgres, initdb] = [find('postgres', folders), find('initdb', folders)];
	if (redis === undefined || postgres === undefined || initdb === undefined) return undefined;
	return { redis, postgres, initdb };
}

/** The user that PostgreSQL runs as: it refuses to run as root. */
export function postgresUser(): { readonly uid: number; readonly gid: number } | undefined {
	if (process.getuid?.() !== 0) return undefined;
	const id = (flag: string): number => Number(execFileSync('id', [flag, 'postgres'], { encoding: 'utf8' }));
	return { uid: id('-u'), gid: id('-g') };
}
