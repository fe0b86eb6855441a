import type { INode, INodeParameters } from 'n8n-workflow';

import { stopAllGroups } from '../../tools/host/processes/processGroup';
import { findQueuePrograms } from '../../tools/host/processes/programs';
import { type QueueStack, startQueueStack } from '../../tools/host/queueStack';
import type { N8nClient } from '../../tools/host/rest/client';
import type { StoredCredential } from '../../tools/host/rest/stored';
import { storeEnriching, type EnrichingWorkflow } from '../support/enrichingWorkflow';
import { until } from '../support/until';
import { CREDENTIAL_TYPE, node } from '../support/workflowNodes';

/** What tests in queue mode work with. */
export interface Queue {
	readonly stack: QueueStack;
	/** A node of the package, with the credential. */
	readonly ours: (name: string, type: string, parameters?: INodeParameters) => INode;
	/** The main as it runs now. */
	readonly client: () => N8nClient;
	/** Calls an address of the webhook process, which learns of a new workflow from the database. */
	readonly untilTaken: (url: string, body: string, type?: string) => Promise<void>;
	/** A published workflow that hands the contacts that its address is sent to a node of the package. */
	readonly published: (parameters: INodeParameters) => Promise<EnrichingWorkflow>;
}

const programs = findQueuePrograms();

/**
 * Tests in queue mode; skipped where Redis or PostgreSQL is not installed.
 * @param settings of n8n in place of those of its next major version
 */
export function inQueueMode(
	title: string,
	tests: (queue: Queue) => void,
	settings: Record<string, string> = {},
): void {
	if (programs === undefined) {
		describe.skip(`${title} is not tested: install redis-server and postgresql`, () => {
			it('waits for these programs', () => undefined);
		});
		return;
	}
	describe(title, () => {
		let stack: QueueStack;
		let credential: StoredCredential;
		const client = (): N8nClient => stack.main().client;
		beforeAll(async () => {
			stack = await startQueueStack(programs, settings);
			const { apiKey, baseUrl } = stack.sandbox;
			credential = await client().createCredential(CREDENTIAL_TYPE, {
				apiKey,
				baseUrl,
				maxRequestsPerMinute: 0,
			});
		});
		beforeEach(() => stack.sandbox.reset());
		afterAll(async () => {
			await stack?.stop();
			await stopAllGroups();
		});

		const untilTaken: Queue['untilTaken'] = async (url, body, type = 'application/json') => {
			const headers = { 'content-type': type };
			await until(async () => (await fetch(url, { method: 'POST', headers, body })).status === 200);
		};
		tests({
			get stack() {
				return stack;
			},
			ours: (name, type, parameters = {}) =>
				node(name, type, parameters, {
					credentials: { [CREDENTIAL_TYPE]: { id: credential.id, name: credential.name } },
				}),
			client,
			untilTaken,
			published: async (parameters) => {
				const enriching = await storeEnriching(
					{
						client,
						send: async (path, body) =>
							await untilTaken(`${stack.webhookUrl}/webhook/${path}`, JSON.stringify(body)),
						credential,
					},
					{ parameters: { waitLimit: 10, ...parameters } },
				);
				await enriching.publish();
				return enriching;
			},
		});
	});
}
