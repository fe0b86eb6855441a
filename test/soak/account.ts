import groupBy from 'lodash/groupBy';
import isEqual from 'lodash/isEqual';

import type { Run } from './executions';
import type { Books, Charge } from './ledger';

/** Where a charged record is. */
export const CLASSES = {
	output: 'in the output of an execution',
	named: 'not output; the execution names the batch or job, by which it was read at the end at no charge',
	lost: 'the answer was lost after processing; the error says that it may have been charged',
	free: 'the answer was lost after processing; the error says that asking again costs nothing',
	killed: 'the execution was killed; the batch or job was read by its ID at the end at no charge',
	refusedLater:
		'the execution was killed; a later one for the same was refused as submitted before; read by its ID at no charge',
	killedCall: 'the execution was killed during a call that is no batch or job',
	ranAgain:
		'the execution was killed during a call, and n8n ran it again from its start, with another end; asking again costs nothing',
} as const;

/** One of the ways in which a charge is accounted for. */
export type Class = keyof typeof CLASSES;

/** What became of all charges. */
export interface Account {
	readonly credits: Record<Class, number>;
	/** Everything that must not be, each with the record it is about. */
	readonly problems: readonly string[];
}

/** How long the service charges nothing again for the same, by endpoint; others are never asked for twice. */
const FREE_HOURS: Readonly<Record<string, number>> = {
	personGet: 24,
	companyGet: 24,
	b2bPersonSearch: 7 * 24,
	b2bPersonEnrichNow: 24,
	b2bCompanyEnrichNow: 24,
};
const HOUR = 3_600_000;

const endpointOf = (unit: string): string => unit.slice(0, unit.indexOf(' '));

/**
 * Holds the books against what the executions have output and said, record by record.
 * @param kills when processes were killed, on the sandbox's clock
 */
export function account(books: Books, runs: readonly Run[], kills: readonly number[] = []): Account {
	const credits = Object.fromEntries(Object.keys(CLASSES).map((name) => [name, 0])) as Record<Class, number>;
	const problems = [...books.problems, ...uncharged(books, runs)];
	const outputs = new Map<string, Run[]>();
	const asking = new Map<string, Run[]>();
	const add = (map: Map<string, Run[]>, unit: string, run: Run) =>
		map.set(unit, [...(map.get(unit) ?? []), run]);
	for (const run of runs) {
		for (const unit of run.output.keys()) add(outputs, unit, run);
		for (const unit of new Set(run.start?.asks.map((ask) => ask.unit))) add(asking, unit, run);
	}
	for (const [unit, charges] of Object.entries(groupBy(books.charges, (charge) => charge.unit))) {
		problems.push(...chargedTwice(unit, charges));
		const has = outputs.get(unit) ?? [];
		const open = (asking.get(unit) ?? []).filter((run) => !has.includes(run));
		const left = [...has];
		for (const charge of charges) {
			// Beside the record itself, a failure that was refunded may have been output.
			const i = left.findIndex((run) => isSame(charge, run));
			if (left.length > 0) {
				const [run] = left.splice(Math.max(i, 0), 1);
				credits.output += charge.credits;
				if (i < 0) problems.push(unlike(charge, run));
				continue;
			}
			const found = explained(charge, open, kills);
			if (found !== undefined) credits[found] += charge.credits;
			else {
				const said = open.map(({ id, status, said: of }) => `execution ${id} ${status}: ${of(unit)}`);
				problems.push(
					`${unit}: charged, in no output and not explained (${said.join('; ') || 'no execution'})`,
				);
			}
		}
	}
	return { credits, problems };
}

/** What was output without ever having been charged. */
const uncharged = ({ known }: Books, runs: readonly Run[]): string[] =>
	runs.flatMap(({ id, output }) =>
		[...output.keys()]
			.filter((unit) => !known.has(unit))
			.map((unit) => `${unit}: output by execution ${id}, but never charged`),
	);

function chargedTwice(unit: string, charges: readonly Charge[]): string[] {
	const free = (FREE_HOURS[endpointOf(unit)] ?? Infinity) * HOUR;
	const times = charges.map(({ time }) => time).sort((a, b) => a - b);
	return times.some((time, i) => i > 0 && time - times[i - 1] < free)
		? [`${unit}: charged ${charges.length} times`]
		: [];
}

/** Whether a record came out as the service has it, as far as it can be read there. */
function isSame({ unit, work }: Charge, run: Run): boolean {
	const output = run.output.get(unit);
	if (work === undefined || output === undefined) return true;
	const record = work.records.get(unit);
	return record === undefined
		? output.rows === work.rows
		: isEqual(output.json.detalhes_contato, record.detalhes_contato);
}

const unlike = ({ unit, work }: Charge, { id }: Run): string =>
	`${unit}: output by execution ${id} otherwise than batch or job ${work?.id ?? ''} has it`;

const LOST = /may have been (?:processed and )?charged/;
const FREE = /does not charge it twice/;
const REFUSED = /submitted before by an execution/;

const names = (text: string, id: string): boolean => new RegExp(`\\b${id}\\b`).test(text);

/** Why a charged record is in no output, by what the executions that asked for it say. */
function explained(
	{ unit, work, time }: Charge,
	open: readonly Run[],
	kills: readonly number[],
): Class | undefined {
	const said = open.map((run) => ({ run, text: run.said(unit) }));
	if (work !== undefined && said.some(({ text }) => names(text, work.id))) return 'named';
	const wasKilled = open.some(({ isCutOff }) => isCutOff);
	const ranAgain = open.some(({ startedAt }) => kills.some((kill) => time <= kill && kill <= startedAt));
	if ((wasKilled || ranAgain) && work !== undefined)
		return said.some(({ text }) => REFUSED.test(text)) ? 'refusedLater' : 'killed';
	if (said.some(({ text }) => LOST.test(text))) return 'lost';
	if (said.some(({ text }) => FREE.test(text))) return 'free';
	if (wasKilled) return 'killedCall';
	return ranAgain && endpointOf(unit) in FREE_HOURS ? 'ranAgain' : undefined;
}
