import type { Sandbox } from '../../sandbox';
import type { N8n } from '../../tools/host/n8n';
import { startStack } from '../../tools/host/stack';
import { make, plansOf, type Made } from '../n8n/leaks/plans';
import { randomOf } from '../support/random';
import { post, type Profile } from './profile';
import { startHostileService, type HostileService } from './service/hostileService';
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
	/** What the service has made: jobs and a batch that exist. */
	readonly things: Made;
	readonly service: HostileService;
	readonly watch: Watch;
}

const POPULATION = 300;

/** Starts n8n, a service, and a workflow for every operation, each of which has run once when the work begins. */
export async function onStage(
	profile: Profile,
	seed: number,
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
		});
		ends.push(stop);
		const things = await make(sandbox);
		const service = await startHostileService(sandbox, randomOf(seed));
		ends.push(service.close);
		const isHostile = profile.hostileShare !== undefined;
		const credentialOf = async (i: number) =>
			await storeCredential(
				n8n.client,
				isHostile
					? { apiKey: `${sandbox.apiKey}-${i}`, baseUrl: service.baseUrl }
					: { apiKey: sandbox.apiKey, baseUrl: sandbox.baseUrl },
			);
		const runnables: Runnable[] = [];
		for (const [i, plan] of plansOf(sandbox, things).entries())
			runnables.push(await publishPlan(n8n.client, await credentialOf(i), plan, i));
		const doors = await publishDoors(n8n.client, await credentialOf(runnables.length), profile.trigger);
		// The first run of each workflow loads what n8n loads once.
		service.share = 0;
		for (const { path, items } of runnables) await post(n8n.url + path, JSON.stringify({ items }));
		service.share = profile.hostileShare ?? 0;
		await sandbox.webhooks.register(n8n.url + doors.events);
		await watch.begin();
		await work({ n8n, url: n8n.url, runnables, doors, sandbox, things, service, watch });
	} finally {
		for (const end of ends.reverse()) await end();
	}
}
