import { sleep } from 'n8n-workflow';

import { randomOf } from '../../test/support/random';
import { chargesOf, settle, type Settled } from './books';
import { handOut, shares, untilQuiet } from './stage/calls';
import { executionsThat, OPEN, runsOf } from './stage/executions';
import { Kills } from './stage/kills';
import { type Load, type Size, WRITERS } from './stage/plan';
import { type Killed, type Seen, trafficOf, type Without, workerMb } from './seen';
import type { Stage } from './stage/stage';
import { Table } from './stage/table';
import { publishOutbox } from './stage/template';
import { publishEnrichers, publishWriters } from './stage/writers';

const SEED = 20260101;
const MINUTE_MS = 60_000;
/** A load that takes longer is given up, and the report says what is left. */
const MOST_MINUTES = 40;

/** Persons by their email, which needs no finding. */
export const contactsOf = ({ stack }: Stage, count: number): string[] =>
	Array.from({ length: count }, (_, i) => stack.sandbox.persons.email(i));

/** Holds the books against the rows as they are now. */
export async function settleNow(
	{ stack: { sandbox } }: Stage,
	table: Table,
	contacts: readonly string[],
): Promise<Settled> {
	const nameOf = (contact: string): string =>
		sandbox.persons.name(sandbox.persons.indexOfEmail(contact) ?? NaN);
	return settle(contacts, await table.rows(), await chargesOf(sandbox), nameOf);
}

/** Waits for the minute after that of a run, so that the next one finds what was written in the whole time. */
async function untilAfterRun(minutes: number): Promise<void> {
	while (Math.floor(Date.now() / MINUTE_MS) % minutes !== 1 % minutes) await sleep(500);
}

/** Waits until no row is left that a run would take, and the last run is over. */
export async function untilDone(
	stage: Stage,
	outbox: string,
	table: Table,
	deadline: number,
	look: () => void = () => {},
): Promise<void> {
	while (Date.now() < deadline) {
		await sleep(2000);
		look();
		const left = await Promise.all(
			['', 'not sent', 'waiting'].map(async (status) => await table.count(status)),
		);
		if (left.some((count) => count > 0)) continue;
		const open = await executionsThat(stage, { workflowId: outbox, status: OPEN });
		if (open.length === 0) return;
	}
}

/** What is there of a load that goes through the outbox. */
interface Going {
	readonly outbox: string;
	readonly table: Table;
	readonly contacts: readonly string[];
	/** Hands out what is not in the table yet; returns how many contacts that is. */
	readonly handOut: () => Promise<number>;
}

async function set(stage: Stage, name: string, load: Load, perCall: number): Promise<Going> {
	const { records, take, minutes } = load;
	stage.begin();
	const interval = { field: 'minutes', minutesInterval: minutes };
	const { id, ...outbox } = await publishOutbox(stage.client(), stage.credential, {
		table: name,
		take,
		interval,
	});
	const table = await Table.open(stage, name);
	const writers = await publishWriters(stage, WRITERS, { id, ...outbox });
	const contacts = contactsOf(stage, records);
	return {
		outbox: id,
		table,
		contacts,
		handOut: async () => {
			const there = new Set((await table.rows()).map(({ contact }) => contact));
			const missing = contacts.filter((contact) => !there.has(contact));
			await handOut(stage, writers, shares(missing, WRITERS), { perCall });
			await untilQuiet(stage, writers, Date.now() + MOST_MINUTES * MINUTE_MS);
			return missing.length;
		},
	};
}

/** Eight workflows write, the outbox enriches, and nothing goes wrong. */
export async function calm(stage: Stage, { calm: load, perCall }: Size): Promise<Seen> {
	const { outbox, table, contacts, handOut: hand } = await set(stage, 'Outbox calm', load, perCall);
	await untilAfterRun(load.minutes);
	const began = Date.now();
	await hand();
	const writingSeconds = (Date.now() - began) / 1000;
	stage.say(`Everything is written after ${Math.round(writingSeconds)} s.`);
	let mb = 0;
	const look = (): void => void (mb = Math.max(mb, workerMb(stage)));
	await untilDone(stage, outbox, table, began + MOST_MINUTES * MINUTE_MS, look);
	const seconds = (Date.now() - began) / 1000;
	await stage.client().deactivate(outbox);
	return {
		...trafficOf(stage.stack.sandbox),
		records: load.records,
		seconds,
		writingSeconds,
		runs: await runsOf(stage, outbox),
		settled: await settleNow(stage, table, contacts),
		workerMb: mb,
	};
}

/** The same, while workers are killed. */
export async function killed(stage: Stage, { killed: load, perCall }: Size): Promise<Killed> {
	const { outbox, table, contacts, handOut: hand } = await set(stage, 'Outbox killed', load, perCall);
	const kills = new Kills(stage, randomOf(SEED));
	const began = Date.now();
	const deadline = began + MOST_MINUTES * MINUTE_MS;
	const killing = [kills.atRandom(), kills.atOutbox(outbox, table)];
	await hand();
	let handedAgain = 0;
	for (let more = await hand(); more > 0; more = await hand()) handedAgain += more;
	const writingSeconds = (Date.now() - began) / 1000;
	let mb = 0;
	const look = (): void => void (mb = Math.max(mb, workerMb(stage)));
	await untilDone(stage, outbox, table, deadline, look);
	const seconds = (Date.now() - began) / 1000;
	kills.end();
	await Promise.all(killing);
	await stage.client().deactivate(outbox);
	return {
		...trafficOf(stage.stack.sandbox),
		records: load.records,
		seconds,
		writingSeconds,
		runs: await runsOf(stage, outbox),
		settled: await settleNow(stage, table, contacts),
		workerMb: mb,
		kills: kills.done,
		handedAgain,
	};
}

/** Eight workflows that each enrich what they are called with. */
export async function without(stage: Stage, records: number, perCall: number): Promise<Without> {
	stage.begin();
	const enrichers = await publishEnrichers(stage, WRITERS);
	await handOut(stage, enrichers, shares(contactsOf(stage, records), WRITERS), { perCall });
	await untilQuiet(stage, enrichers, Date.now() + MOST_MINUTES * MINUTE_MS);
	const traffic = trafficOf(stage.stack.sandbox);
	const obtained = new Set<unknown>();
	let [executions, failed] = [0, 0];
	for (const { id } of enrichers) {
		for (const { id: execution, status } of await executionsThat(stage, { workflowId: id })) {
			const { nodes } = await stage.client().getExecution(execution);
			// A call to find out whether the address is known has no contacts.
			if (nodes.Enrich === undefined) continue;
			executions++;
			if (status !== 'success') failed++;
			for (const { contact, outcome } of nodes.Enrich.at(-1)?.json ?? [])
				if (outcome === 'enriched') obtained.add(contact);
		}
	}
	return { ...traffic, records, executions, failed, obtained: obtained.size };
}
