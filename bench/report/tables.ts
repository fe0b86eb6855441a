import { figureTable } from '../../tools/text/markdown';
import type { Measured, Result } from '../measure/measure';
import type { Sample } from '../measure/sample';
import { knownMedianOf, medianOf, noiseOf, typicalRun } from '../measure/statistics';
import type { Burst } from '../n8n/burst';
import type { Bytes } from '../setup/sandboxProcess';
import { megabytes, NONE, range, seconds, spread } from './figures';

const wallMs = ({ samples }: Measured): number => medianOf(samples.map((sample) => sample.wallMs));

const kilobytes = (bytes: number): string => (bytes / 1000).toFixed(0);

/** How the client is called that the others are divided by. */
const yardstickName = ([{ client }]: readonly Measured[]): string =>
	client === 'sixNodes' ? 'six nodes' : 'bare';

/** How long each client took and what the service saw of it. */
export function comparisonTable({ clients, size, isFresh }: Result): string {
	const yardstick = wallMs(clients[0]);
	const isCounted = clients.some(({ samples }) => samples.some(({ bytes }) => bytes !== undefined));
	const ratio = (ms: number) => `${(ms / yardstick).toFixed(2)}×`;
	const rows = clients.map((one) => {
		const of = <T>(pick: (sample: Sample) => T): T[] => one.samples.map(pick);
		const known = (pick: (sample: Sample) => number | undefined): number[] =>
			of(pick).filter((figure) => figure !== undefined);
		const nodeTimes = known(({ nodeMs }) => nodeMs);
		const cpu = knownMedianOf(of(({ cpuMs }) => cpuMs));
		const grown = known(({ memory }) => memory && memory.peakBytes - memory.beforeBytes);
		return [
			one.title,
			spread(of((sample) => sample.wallMs)),
			ratio(wallMs(one)),
			nodeTimes.length === 0 ? NONE : ratio(medianOf(nodeTimes)),
			range(of(({ requests }) => requests)),
			range(of(({ sockets }) => sockets)),
			range(of(({ maxOpenSockets }) => maxOpenSockets)),
			range(of(({ credits }) => credits)),
			range(of(({ results }) => results)),
			cpu === undefined ? NONE : (cpu / size).toFixed(1),
			spread(
				known(({ memory }) => memory?.peakBytes),
				megabytes,
			),
			...(isFresh ? [spread(grown, megabytes)] : []),
			...(isCounted ? (['sent', 'received'] as const).map((way) => bytesOf(one, way)) : []),
		];
	});
	const by = yardstickName(clients);
	return figureTable(
		[
			'Client', 'Whole run (s)', `÷ ${by}`, `Node alone ÷ ${by}`, 'Requests', 'Sockets', 'Open at once',
			'Credits', 'Results', 'CPU per request (ms)', 'Peak memory (MB)', ...(isFresh ? ['of it grown (MB)'] : []),
			...(isCounted ? ['Sent (kB)', 'Received (kB)'] : []),
		], // prettier-ignore
		rows,
	);
}

const bytesOf = ({ samples }: Measured, way: keyof Bytes): string =>
	spread(
		samples.flatMap(({ bytes }) => bytes?.[way] ?? []),
		kilobytes,
	);

/** What another run of the benchmark may differ by, in each client's time. */
export function noiseLine({ clients }: Result): string {
	const shares = clients.map(({ title, samples }) => {
		const times = samples.map((sample) => sample.wallMs);
		const runs = times.length === 1 ? 'one run' : `${times.length} runs`;
		return `${title} ± ${Math.ceil(noiseOf(times) * 100)} % (${runs})`;
	});
	return `Noise of the times: ${shares.join('; ')}.`;
}

/** Where the time of each client went, in its run of middle length. */
export function phaseTable({ clients }: Result): string {
	const rows = clients.map(({ title, samples }) => {
		const { beforeMs, callingMs, afterMs, load } = typicalRun(samples);
		return [title, seconds(beforeMs), seconds(callingMs), seconds(afterMs), load.toFixed(1)];
	});
	return figureTable(
		[
			'Client, run of middle length',
			'Before the first request (s)',
			'Calling (s)',
			'After the last answer (s)',
			'Load',
		],
		rows,
	);
}

/** What became of many events that came at once. */
export const burstTable = (bursts: readonly Burst[]): string =>
	figureTable(
		['Trigger', 'Answered with 200', 'Slowest (s)', 'Median (s)', 'Started', 'Lost', 'Doubled'],
		bursts.map(({ title, sent, answered, slowestMs, medianMs, started, doubled }) => [
			title,
			`${answered} of ${sent}`,
			seconds(slowestMs),
			seconds(medianMs),
			String(started),
			String(sent - (started - doubled)),
			String(doubled),
		]),
	);

/** Says when not all requests were answered well, which makes the times worthless, and when a run was made again. */
export function warnings({ clients }: Result): string[] {
	return clients.flatMap(({ title, samples, failures }) => {
		const refused = samples.map((sample) => sample.refused);
		return [
			...(refused.some((figure) => figure > 0)
				? [`**${title}**: ${range(refused)} requests were refused or failed.`]
				: []),
			...(failures > 0 ? [`**${title}**: runs that failed and were made again: ${failures}.`] : []),
		];
	});
}
