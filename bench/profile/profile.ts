import type { Report } from '../../tools/host/processes/progress';
import { helperLookUp } from '../helper/contestants';
import type { Client } from '../measure/contestant';
import { takeSample } from '../measure/sample';
import type { ProbedN8n } from '../n8n/benchN8n';
import { packageLookUp } from '../n8n/package';
import { CONCURRENCY, type Size } from '../setup/plan';
import type { ReachedSandbox } from '../setup/sandboxProcess';

/** Whose code ran in n8n's process while lookups were made. */
export interface Profile {
	readonly client: Client;
	readonly requests: number;
	/** Milliseconds, by the owner of the code; those in which nothing ran are `idle`. */
	readonly ms: Readonly<Record<string, number>>;
}

/** The profiles of the clients that are compared in processor time. */
export interface Profiles {
	readonly concurrency: number;
	readonly profiles: readonly Profile[];
}

/** Looks up as many persons by n8n's helper alone and by this package, in runs that count for no time. */
export async function measureProfiles(
	n8n: ProbedN8n,
	sandbox: ReachedSandbox,
	{ itemsAtOnce: requests, warmUp }: Size,
	report: Report,
): Promise<Profiles> {
	await n8n.start();
	const { apiKey, baseUrl } = sandbox;
	const own = await n8n.now.client.createCredential('personCompanyDataApi', { apiKey, baseUrl });
	const concurrency = CONCURRENCY.wide;
	const contestants = [
		await helperLookUp(n8n, own, baseUrl, concurrency),
		await packageLookUp(n8n, own, concurrency),
	];
	for (const contestant of contestants) await takeSample(contestant, warmUp.items, sandbox);
	const profiles: Profile[] = [];
	for (const contestant of contestants) {
		const ms = await n8n.profiled(async () => await takeSample(contestant, requests, sandbox));
		profiles.push({ client: contestant.client, requests, ms });
		report(`It is known whose code runs for ${contestant.title}.`);
	}
	await n8n.stop();
	return { concurrency, profiles };
}
