import mapValues from 'lodash/mapValues';
import omit from 'lodash/omit';

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
	/** Milliseconds of processor time, by the owner of the code. */
	readonly ms: Readonly<Record<string, number>>;
}

/** The profiles of the clients that are compared in processor time. */
export interface Profiles {
	readonly concurrency: number;
	readonly profiles: readonly Profile[];
}

/**
 * The time of each owner's code as its share of the processor time: a profile counts the time in which a thread waits
 * for a processor as if its code ran.
 */
export function inProcessorTime(
	seen: Readonly<Record<string, number>>,
	cpuMs: number | undefined,
): Readonly<Record<string, number>> {
	const ms = omit(seen, 'idle');
	const whole = Object.values(ms).reduce((sum, each) => sum + each, 0);
	return cpuMs === undefined ? ms : mapValues(ms, (each) => (each * cpuMs) / whole);
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
		const [{ cpuMs }, ms] = await n8n.profiled(async () => await takeSample(contestant, requests, sandbox));
		profiles.push({ client: contestant.client, requests, ms: inProcessorTime(ms, cpuMs) });
		report(`It is known whose code runs for ${contestant.title}.`);
	}
	await n8n.stop();
	return { concurrency, profiles };
}
