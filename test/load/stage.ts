import type { Sandbox } from '../../sandbox';
import type { N8n } from '../../tools/host/n8n';
import { startStack } from '../../tools/host/stack';
import { make, plansOf } from '../n8n/leaks/plans';
import { post, type Profile } from './profile';
import { Watch } from './watch/watch';
import { publishDoors, publishPlan, storeCredential, type Doors, type Runnable } from './workflows';

/** Where cases take place. */
export interface Stage {
	readonly n8n: N8n;
	/** Of n8n. */
	readonly url: string;
	readonly runnables: readonly Runnable[];
	readonly doors: Doors;
	readonly sandbox: Sandbox;
	readonly watch: Watch;
}

const POPULATION = 300;

/** Starts n8n, a service, and a workflow for every operation, each of which has run once when the work begins. */
export async function onStage(
	profile: Profile,
	say: (line: string) => void,
	work: (stage: Stage) => Promise<void>,
): Promise<void> {
	const ends: Array<() => unknown> = [];
	try {
		const watch = await Watch.open();
		// Only what is checked afterwards needs to be kept.
		const storing = {
			...(profile.check === undefined && {
				EXECUTIONS_DATA_SAVE_ON_SUCCESS: 'none',
				EXECUTIONS_DATA_SAVE_ON_ERROR: 'none',
			}),
		};
		const { n8n, sandbox, stop } = await startStack({
			editorPort: 0,
			sandbox: {
				persons: POPULATION,
				companies: POPULATION,
				speed: profile.speed,
				jobSeconds: 1,
				batchMinimumSeconds: 0,
				keepRequests: 100_000,
			},
			env: { ...watch.env, N8N_PAYLOAD_SIZE_MAX: '16', ...storing },
			report: say,
		});
		ends.push(stop);
		const things = await make(sandbox);
		const { apiKey, baseUrl } = sandbox;
		const credential = await storeCredential(n8n.client, { apiKey, baseUrl });
		const runnables: Runnable[] = [];
		for (const [i, plan] of plansOf(sandbox, things).entries())
			runnables.push(await publishPlan(n8n.client, credential, plan, i));
		const doors = await publishDoors(n8n.client, credential, profile.trigger);
		// The first run of each workflow loads what n8n loads once.
		for (const { path, items } of runnables) await post(n8n.url + path, JSON.stringify({ items }));
		await sandbox.webhooks.register(n8n.url + doors.events);
		await watch.begin();
		await work({ n8n, url: n8n.url, runnables, doors, sandbox, watch });
	} finally {
		for (const end of ends.reverse()) await end();
	}
}
