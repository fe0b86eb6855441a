import { randomBytes } from 'node:crypto';
import { createRequire } from 'node:module';
import { join } from 'node:path';

/*
 * Replaces what n8n's store of processed entries holds for workflows, while n8n is stopped. Run by n8n's own Node,
 * without a build and with n8n's own drivers and environment.
 * Arguments: n8n's script, and the number of entries by workflow and context as JSON.
 */

type Run = (sql: string, values: readonly string[]) => Promise<void>;
interface Sqlite {
	readonly Database: new (file: string) => {
		run(sql: string, values: readonly string[], done: (error: Error | null) => void): void;
		close(done: (error: Error | null) => void): void;
	};
}
interface Postgres {
	readonly Client: new (options: Readonly<Record<string, string | undefined>>) => {
		connect(): Promise<void>;
		query(sql: string, values: readonly string[]): Promise<unknown>;
		end(): Promise<void>;
	};
}

const { env } = process;
const [script, wanted] = process.argv.slice(2);
const driver = createRequire(script) as (name: string) => unknown;

async function onSqlite(work: (run: Run) => Promise<void>): Promise<void> {
	const { Database } = driver('sqlite3') as Sqlite;
	const database = new Database(join(env.N8N_USER_FOLDER ?? '', '.n8n', 'database.sqlite'));
	const done = async (start: (done: (error: Error | null) => void) => void) =>
		await new Promise<void>((resolve, reject) =>
			start((error) => (error === null ? resolve() : reject(error))),
		);
	await work(async (sql, values) => await done((called) => database.run(sql, values, called)));
	await done((called) => database.close(called));
}

async function onPostgres(work: (run: Run) => Promise<void>): Promise<void> {
	const { Client } = driver('pg') as Postgres;
	const client = new Client({
		host: env.DB_POSTGRESDB_HOST,
		port: env.DB_POSTGRESDB_PORT,
		database: env.DB_POSTGRESDB_DATABASE,
		user: env.DB_POSTGRESDB_USER,
		password: env.DB_POSTGRESDB_PASSWORD,
	});
	await client.connect();
	await work(async (sql, values) => void (await client.query(sql, values)));
	await client.end();
}

/** As long as n8n's own: an MD5 hash as base64. */
const entry = (): string => randomBytes(16).toString('base64');

async function fill(run: Run): Promise<void> {
	const workflows = JSON.parse(wanted) as Record<string, Record<string, number>>;
	for (const [workflowId, contexts] of Object.entries(workflows)) {
		await run('DELETE FROM processed_data WHERE "workflowId" = $1', [workflowId]);
		for (const [context, count] of Object.entries(contexts)) {
			const value = JSON.stringify({ mode: 'entries', data: Array.from({ length: count }, entry) });
			const row = [workflowId, context, value];
			await run('INSERT INTO processed_data ("workflowId", "context", "value") VALUES ($1, $2, $3)', row);
		}
	}
}

void (env.DB_TYPE === 'postgresdb' ? onPostgres : onSqlite)(fill);
