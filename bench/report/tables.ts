import type { Measured, Result } from '../measure/measure';
import type { Sample } from '../measure/sample';
import type { Burst } from '../n8n/burst';
import { knownMedianOf, medianOf, spreadOf, typicalRun } from './statistics';

const NONE = '–';

const seconds = (ms: number): string => (ms / 1000).toFixed(2);

function table(head: readonly string[], rows: ReadonlyArray<readonly string[]>): string {
	const line = (cells: readonly string[]) => `| ${cells.join(' | ')} |`;
	const align = head.map((_, index) => (index === 0 ? '---' : '---:'));
	return [line(head), line(align), ...rows.map(line)].join('\n');
}

/** Figures of all samples: one when they agree, else from the least to the most. */
function range(figures: readonly number[]): string {
	const { min, max } = spreadOf(figures);
	return min === max ? String(min) : `${min}–${max}`;
}

function spread(figures: readonly number[]): string {
	const { median, min, max } = spreadOf(figures);
	return figures.length === 1 ? seconds(median) : `${seconds(median)} (${seconds(min)}–${seconds(max)})`;
}

const wallMs = ({ samples }: Measured): number => medianOf(samples.map((sample) => sample.wallMs));

/** How long each client took and what the service saw of it. */
export function comparisonTable({ clients, size }: Result): string {
	const yardstick = wallMs(clients[0]);
	const ratio = (ms: number) => `${(ms / yardstick).toFixed(2)}×`;
	const rows = clients.map((one) => {
		const of = <T>(pick: (sample: Sample) => T): T[] => one.samples.map(pick);
		const nodeTimes = of(({ nodeMs }) => nodeMs).filter((ms) => ms !== undefined);
		const cpu = knownMedianOf(of(({ cpuMs }) => cpuMs));
		return [
			one.title,
			spread(of((sample) => sample.wallMs)),
			ratio(wallMs(one)),
			nodeTimes.length === 0 ? NONE : spread(nodeTimes),
			nodeTimes.length === 0 ? NONE : ratio(medianOf(nodeTimes)),
			range(of(({ requests }) => requests)),
			range(of(({ sockets }) => sockets)),
			range(of(({ maxOpenSockets }) => maxOpenSockets)),
			range(of(({ credits }) => credits)),
			range(of(({ results }) => results)),
			cpu === undefined ? NONE : (cpu / size).toFixed(1),
		];
	});
	return table(
		[
			'Client', 'Whole run (s)', '÷ bare', 'Node alone (s)', '÷ bare', 'Requests', 'Sockets', 'Open at once',
			'Credits', 'Results', 'CPU per request (ms)',
		], // prettier-ignore
		rows,
	);
}

/** Where the time of each client went, in its run of middle length. */
export function phaseTable({ clients }: Result): string {
	const rows = clients.map(({ title, samples }) => {
		const { beforeMs, callingMs, afterMs, load } = typicalRun(samples);
		return [title, seconds(beforeMs), seconds(callingMs), seconds(afterMs), load.toFixed(1)];
	});
	return table(
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
	table(
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

/** Says when not all requests were answered well, which makes the times worthless. */
export function warnings({ clients }: Result): string[] {
	return clients
		.filter(({ samples }) => samples.some(({ refused }) => refused > 0))
		.map(
			({ title, samples }) =>
				`**${title}**: ${range(samples.map(({ refused }) => refused))} requests were refused or failed.`,
		);
}
