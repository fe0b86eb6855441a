import type { IDataObject } from 'n8n-workflow';

import { PersonCompanyDataTrigger } from '../../nodes/PersonCompanyDataTrigger/PersonCompanyDataTrigger.node';
import { startSandbox, type Sandbox } from '../../sandbox';
import { realPause } from '../../sandbox/base/timers';
import { credentialFor, runNode, useClockOf } from '../support/harness';
import { callWebhook, type Called } from '../support/webhooks';

/** Findings of an adversarial review: each of these fails. */

let sandbox: Sandbox;
beforeEach(async () => {
	sandbox = await startSandbox({ clock: 'real', speed: 5, companies: 300, persons: 300 });
	useClockOf(sandbox);
});
afterEach(async () => {
	jest.restoreAllMocks();
	await sandbox.close();
});

let triggers = 0;
const post = async (body: IDataObject, id = `trigger ${++triggers}`): Promise<Called> =>
	await callWebhook({
		sandbox,
		type: new PersonCompanyDataTrigger(),
		node: {
			id,
			parameters: {
				...{ kinds: ['enrichment', 'prospecting', 'batch'], statuses: ['done', 'error'], confirm: true },
				...{ includeResult: false, output: 'raw', options: { maxRequestsPerMinute: 0 } },
			} as never,
		},
		webhook: 'default',
		body,
	});

async function submit(): Promise<string> {
	const { items } = await runNode({
		credential: credentialFor(sandbox),
		resource: 'b2bCompany',
		operation: 'enrichCompanyBatch',
		parameters: { identifyBy: 'id_empresa', afterSubmission: 'return' },
		items: [{ id_empresa: sandbox.companies.id(1) }],
	});
	return String(items[0].json.batchId);
}

it('an event that a batch is done starts nothing when the service says that it has failed', async () => {
	sandbox.set({ batchException: 'Supplier unavailable', batchMinimumSeconds: 0 });
	const id = await submit();
	await realPause(300);
	const called = await post({ id_processamento: id, concluido: true, status: 'completed', sucesso: 1 });
	expect(called.outputs?.[0].map(({ json }) => [json.status, json.confirmed])).toBeUndefined();
});

it('an event of a batch is asked for again when the service does not know the batch yet', async () => {
	sandbox.set({ batchMinimumSeconds: 0 });
	const id = await submit();
	await realPause(300);
	sandbox.faults.add({
		kind: 'status',
		status: 404,
		endpoint: 'batchStatus',
		body: { detail: 'Not found.' },
	});
	const called = await post({ id_processamento: id, concluido: true, status: 'completed', sucesso: 1 });
	expect(called.status).toBe(503);
});
