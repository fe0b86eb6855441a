import { LOOPBACK } from './processes/ports';
import { postgresSettings, type Stores } from './stores';

/** What n8n 3 does without being asked, as far as n8n 2 can be told to. */
const NEXT_MAJOR: Record<string, string> = {
	OFFLOAD_MANUAL_EXECUTIONS_TO_WORKERS: 'true',
	N8N_DEFAULT_BINARY_DATA_MODE: 'database',
	N8N_SSRF_PROTECTION_ENABLED: 'true',
	// The sandbox, and n8n itself, which forwards callbacks to its own address.
	N8N_SSRF_ALLOWED_IP_RANGES: '127.0.0.0/8',
	N8N_SCHEDULER_ENABLED: 'true',
	N8N_SCHEDULER_POLL_TRIGGERS_ENABLED: 'true',
	N8N_POLLER_DURABLE_CURSORS_ENABLED: 'true',
	N8N_USE_WORKFLOW_PUBLICATION_SERVICE: 'true',
	// What is due, and what a killed main has left, is noticed in seconds instead of minutes.
	N8N_SCHEDULER_MATERIALIZATION_INTERVAL: '1',
	N8N_SCHEDULER_EXECUTOR_INTERVAL: '1',
	N8N_SCHEDULER_REAPER_INTERVAL: '2',
	N8N_SCHEDULER_LEASE_DURATION: '20',
	N8N_SCHEDULER_POLL_TIMEOUT: '15',
	N8N_RUNNERS_MODE: 'external',
	N8N_RUNNERS_AUTH_TOKEN: 'queue-mode-of-the-tests',
};

/** What n8n 2 does by default, and how it has kept files in memory before. */
export const OLD_SETTINGS: Record<string, string> = {
	...Object.fromEntries(
		Object.keys(NEXT_MAJOR)
			.filter((name) => name.endsWith('_ENABLED'))
			.map((name) => [name, 'false']),
	),
	OFFLOAD_MANUAL_EXECUTIONS_TO_WORKERS: 'false',
	N8N_DEFAULT_BINARY_DATA_MODE: 'default',
	N8N_RUNNERS_MODE: 'internal',
};

/** The settings that all processes share. */
export const queueSettings = (stores: Stores, webhookUrl: string): Record<string, string> => ({
	EXECUTIONS_MODE: 'queue',
	QUEUE_BULL_REDIS_HOST: LOOPBACK,
	QUEUE_BULL_REDIS_PORT: String(stores.redisPort),
	// What a killed worker has left is noticed in seconds instead of a minute.
	QUEUE_WORKER_LOCK_DURATION: '5000',
	QUEUE_WORKER_LOCK_RENEW_TIME: '1000',
	QUEUE_WORKER_STALLED_INTERVAL: '2000',
	N8N_ENCRYPTION_KEY: 'queue-mode-of-the-tests',
	...postgresSettings(stores),
	WEBHOOK_URL: `${webhookUrl}/`,
	N8N_DISABLE_PRODUCTION_MAIN_PROCESS: 'true',
	...NEXT_MAJOR,
});
