import { STANDS_AFTER_MS } from '../../core/purchase/entries';
import type { Client } from '../measure/contestant';
import type { Measured, Result } from '../measure/measure';
import type { Skipped } from '../measure/skipped';
import { isSkipped } from '../measure/skipped';
import { knownMedianOf, medianOf, typicalRun } from '../measure/statistics';
import type { Profile, Profiles } from '../profile/profile';

/** Why something is not as it is wanted, in what was measured. */

/** The figures of a client in a comparison that has it. */
export function clientOf({ clients, title }: Result, wanted: Client): Measured {
	const found = clients.find(({ client }) => client === wanted);
	if (found === undefined) throw new Error(`${title} has no ${wanted}`);
	return found;
}

/** Time of a client, in milliseconds. */
export const timeOf = (result: Result, client: Client): number =>
	medianOf(clientOf(result, client).samples.map(({ wallMs }) => wallMs));

/** Processor time of a client's process for each request, where the system tells. */
export const cpuPerRequest = (result: Result, client: Client): number | undefined =>
	knownMedianOf(clientOf(result, client).samples.map(({ cpuMs, requests }) => cpuMs && cpuMs / requests));

const seconds = (ms: number): string => `${ms < 0 ? '' : '+'}${(ms / 1000).toFixed(2)} s`;

/** Where the time goes by which a client differs from another, each in its run of middle length. */
export function timeDifference(result: Result, client: Client, other: Client): string {
	const [own, its] = [client, other].map((one) => typicalRun(clientOf(result, one).samples));
	const parts = [
		`${seconds(own.beforeMs - its.beforeMs)} before the first request`,
		`${seconds(own.callingMs - its.callingMs)} between first request and last answer`,
		`${seconds(own.afterMs - its.afterMs)} after the last answer`,
	];
	const cpu = [client, other].map((one) => cpuPerRequest(result, one));
	const processor = cpu.includes(undefined)
		? []
		: [`${cpu.map((ms) => ms?.toFixed(2)).join(' against ')} ms of processor time per request`];
	return `${[...parts, ...processor].join(', ')}.`;
}

/** How near n8n's HTTP helper alone comes to the bare client: no node can come nearer. */
export const floorIn = (result: Result): string =>
	`n8n's HTTP helper alone takes ${(timeOf(result, 'helper') / timeOf(result, 'bare')).toFixed(2)} of the bare client's time.`;

const OWNERS: ReadonlyArray<readonly [owner: string, words: string]> = [
	['package', "the package's own code"],
	['helper', "the helper's node"],
	['n8n', "n8n's code"],
	['libraries', "n8n's libraries"],
	['node', "Node's code"],
	['native', 'native and generated code'],
	['collecting', 'collecting garbage'],
];

/** Whose code takes the processor time that this package needs beyond n8n's HTTP helper. */
export function codeDifference(measured: Profiles | Skipped): string {
	if (isSkipped(measured)) return '';
	const { profiles, concurrency } = measured;
	const perRequest = (client: Client, owner: string): number => {
		const profile: Profile | undefined = profiles.find((one) => one.client === client);
		return (profile?.ms[owner] ?? 0) / (profile?.requests ?? 1);
	};
	const parts = OWNERS.map(([owner, words]) => {
		const difference = perRequest('package', owner) - perRequest('helper', owner);
		return `${words} ${difference < 0 ? '' : '+'}${difference.toFixed(2)}`;
	});
	return `By a profile of both at ${concurrency} at once, in ms per request: ${parts.join(', ')}.`;
}

/** What it takes that nothing is paid for twice, where records are claimed before they are sent; else nothing. */
export const claimsIn = ({ id }: Result): string =>
	id === 'batch'
		? `All records are claimed in n8n's store before they are sent and settled when they are output; n8n writes the store whole each time, and both changes are looked at again after ${STANDS_AFTER_MS} ms.`
		: '';
