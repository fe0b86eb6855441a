import type { N8n } from '../../tools/host/n8n';
import { startStack } from '../../tools/host/stack';
import { plansOf } from '../n8n/leaks/plans';
import { make } from '../support/made';
import { Watch } from './watch/watch';
import { post, publishPlan, publishTriggers, storeCredential, waiting, type Runnable } from './workflows';

/** Where cases take place. */
export interface Stage {
	readonly n8n: N8n;
	readonly runnables: readonly Runnable[];
	readonly watch: Watch;
}

const POPULATION = 300;

/** Starts n8n, a service, and a workflow for every operation, each of which has run once when the work begins. */
export async function onStage(
	say: (line: string) => void,
	work: (stage: Stage) => Promise<void>,
): Promise<void> {
	const ends: Array<() => unknown> = [];
	try {
		const watch = await Watch.open();
		const storing = { EXECUTIONS_DATA_SAVE_ON_SUCCESS: 'none', EXECUTIONS_DATA_SAVE_ON_ERROR: 'none' };
		const { n8n, sandbox, stop } = await startStack({
			editorPort: 0,
			sandbox: {
				persons: POPULATION,
				companies: POPULATION,
				speed: 20,
				jobSeconds: 1,
				batchMinimumSeconds: 0,
			},
			env: { ...watch.env, ...storing },
			report: say,
		});
		ends.push(stop);
		const things = await make(sandbox);
		const { apiKey, baseUrl } = sandbox;
		const credential = await storeCredential(n8n.client, { apiKey, baseUrl });
		const runnables: Runnable[] = [];
		for (const [i, plan] of [...plansOf(sandbox, things), waiting(sandbox)].entries())
			runnables.push(await publishPlan(n8n.client, credential, plan, i));
		const events = await publishTriggers(n8n.client, credential);
		// The first run of each workflow loads what n8n loads once.
		for (const { path, items } of runnables) await post(n8n.url + path, items);
		await sandbox.webhooks.register(n8n.url + events);
		await watch.begin();
		await work({ n8n, runnables, watch });
	} finally {
		for (const end of ends.reverse()) await end();
	}
}
