import type { Settings } from '../../../sandbox';
import type { QueuePrograms } from '../../../tools/host/processes/programs';
import { type QueueStack, startQueueStack } from '../../../tools/host/queueStack';
import type { N8nClient } from '../../../tools/host/rest/client';
import type { StoredCredential } from '../../../tools/host/rest/stored';
import type { Report } from '../../../tools/host/processes/progress';
import { CREDENTIAL_TYPE } from '../../../test/support/workflowNodes';
import { ACCOUNT, WORKERS } from './plan';

/** An n8n in queue mode with four workers, and a service with the limits of an account. */
export interface Stage {
	readonly stack: QueueStack;
	readonly credential: StoredCredential;
	readonly client: () => N8nClient;
	readonly say: Report;
	/** Lets the service forget what was; the account is as the plan has it, but for these changes. */
	readonly begin: (changes?: Partial<Settings>) => void;
	readonly stop: () => Promise<void>;
}

/** On a machine with fewer processors than processes, a worker that lives must not be taken for dead. */
const PATIENT = {
	QUEUE_WORKER_LOCK_DURATION: '20000',
	QUEUE_WORKER_LOCK_RENEW_TIME: '4000',
	QUEUE_WORKER_STALLED_INTERVAL: '5000',
};

/** Starts everything; on failure nothing stays behind. */
export async function openStage(programs: QueuePrograms, say: Report): Promise<Stage> {
	const stack = await startQueueStack(programs, {
		report: say,
		workers: WORKERS,
		settings: PATIENT,
		sandbox: { persons: 200_000, credits: { b2b: 10_000_000 }, keepRequests: 100_000 },
	});
	const client = (): N8nClient => stack.main().client;
	const { apiKey, baseUrl, sandbox } = { ...stack.sandbox, sandbox: stack.sandbox };
	return {
		stack,
		client,
		say,
		credential: await client().createCredential(CREDENTIAL_TYPE, { apiKey, baseUrl }),
		begin: (changes) => {
			sandbox.reset();
			sandbox.set({ ...ACCOUNT, ...changes });
		},
		stop: async () => await stack.stop(),
	};
}
