import { chmodSync, chownSync, mkdirSync } from 'node:fs';
import { join } from 'node:path';

import { runCommand } from './processes/command';
import { npmEnvironment } from './processes/environment';
import { findFreePort, LOOPBACK, untilReady } from './processes/ports';
import { type ProcessGroup, startGuarded } from './processes/processGroup';
import { postgresUser, type QueuePrograms } from './processes/programs';
import { startTogether } from './together';

/** A Redis and a PostgreSQL of their own, which keep their data in one folder. */
export interface Stores {
	readonly redisPort: number;
	readonly postgresPort: number;
	stop(): Promise<void>;
}

/** Name of the only user and database. */
const POSTGRES_NAME = 'postgres';

/** Environment of an n8n that keeps its data in the PostgreSQL. */
export const postgresSettings = ({ postgresPort }: Pick<Stores, 'postgresPort'>): Record<string, string> => ({
	DB_TYPE: 'postgresdb',
	DB_POSTGRESDB_HOST: LOOPBACK,
	DB_POSTGRESDB_PORT: String(postgresPort),
	DB_POSTGRESDB_DATABASE: POSTGRES_NAME,
	DB_POSTGRESDB_USER: POSTGRES_NAME,
	DB_POSTGRESDB_PASSWORD: 'trusted',
});

const untilSaid = async (group: ProcessGroup, name: string, ready: RegExp): Promise<unknown> =>
	await untilReady(group, name, () => group.lines().find((line) => ready.test(line)));

async function startPostgres({ postgres, initdb }: QueuePrograms, folder: string) {
	const data = join(folder, 'postgres');
	mkdirSync(data);
	chmodSync(folder, 0o755);
	const user = postgresUser();
	if (user !== undefined) chownSync(data, user.uid, user.gid);
	const options = { cwd: data, env: npmEnvironment(), ...user };
	await runCommand('Creating a database', initdb, ['-D', data, '-A', 'trust', '-U', POSTGRES_NAME], options);
	const port = await findFreePort(0);
	const settings = { port, listen_addresses: LOOPBACK, unix_socket_directories: data, max_connections: 200 };
	const args = Object.entries(settings).flatMap(([name, value]) => ['-c', `${name}=${value}`]);
	const group = startGuarded(postgres, ['-D', data, ...args], options);
	await untilSaid(group, 'PostgreSQL', /ready to accept connections/);
	return { group, port };
}

async function startRedis({ redis }: QueuePrograms, folder: string) {
	const port = await findFreePort(0);
	const args = ['--port', String(port), '--bind', LOOPBACK, '--save', '', '--appendonly', 'no'];
	const group = startGuarded(redis, args, { cwd: folder, env: npmEnvironment() });
	await untilSaid(group, 'Redis', /Ready to accept connections/i);
	return { group, port };
}

export const startStores = async (programs: QueuePrograms, folder: string): Promise<Stores> =>
	await startTogether(async (onStop) => {
		const postgres = await startPostgres(programs, folder);
		onStop(async () => await postgres.group.stop());
		const redis = await startRedis(programs, folder);
		onStop(async () => await redis.group.stop());
		return { redisPort: redis.port, postgresPort: postgres.port };
	});
