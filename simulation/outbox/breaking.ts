import { sleep } from 'n8n-workflow';

import { fillStore } from '../../bench/store/database';
import { NODE_TYPE } from '../../test/support/workflowNodes';
import { ensureInstalled } from '../../tools/host/install/install';
import { makeTemporaryFolder, removeTemporaryFolder } from '../../tools/host/processes/temporary';
import type { StoredWorkflow } from '../../tools/host/rest/stored';
import { handOut, shares, untilQuiet } from './stage/calls';
import { executionsThat, runsOf, secondsOf } from './stage/executions';
import type { Size } from './stage/plan';
import { contactsOf, settleNow, untilDone } from './scenarios';
import { type Many, type Overlapping, trafficOf, workerMb, type Writing } from './seen';
import type { Stage } from './stage/stage';
import { Table } from './stage/table';
import { publishOutbox } from './stage/template';
import { publishWriters } from './stage/writers';

/** More of everything, until it breaks. */

const HOURLY = { field: 'hours' };
const QUIET_MS = 10 * 60_000;

/** Lets workflows write without a pause; no run comes in between. */
export async function writing(stage: Stage, workflows: number, records: number): Promise<Writing> {
	stage.begin();
	const name = `Outbox of ${workflows}`;
	const outbox = await publishOutbox(stage.client(), stage.credential, {
		table: name,
		take: records,
		interval: HOURLY,
	});
	const table = await Table.open(stage, name);
	const writers = await publishWriters(stage, workflows, outbox);
	const contacts = contactsOf(stage, records);
	const parts = shares(contacts, workflows);
	const began = Date.now();
	// Many calls, however few contacts a workflow has.
	const slowest = await handOut(stage, writers, parts, { perCall: 50, isHasty: true });
	await untilQuiet(stage, writers, began + QUIET_MS);
	const seconds = (Date.now() - began) / 1000;
	await stage.client().deactivate(outbox.id);
	const rows = await table.rows();
	const there = new Set(rows.map(({ contact }) => contact));
	const failed = await Promise.all(
		writers.map(
			async ({ id }) =>
				(await executionsThat(stage, { workflowId: id, status: ['error', 'crashed'] })).length,
		),
	);
	return {
		workflows,
		rowsPerSecond: parts.flat().length / seconds,
		slowestCall: slowest / 1000,
		failed: failed.reduce((sum, count) => sum + count, 0),
		missing: contacts.filter((contact) => !there.has(contact)).length,
		doubleRows: rows.length - there.size,
	};
}

/** Lets the schedule start runs before the one before is over. */
export async function overlapping(stage: Stage, load: Size['overlapping']): Promise<Overlapping> {
	stage.begin({ requestsPerDay: null });
	const name = 'Outbox overlapping';
	const interval = { field: 'seconds', secondsInterval: load.seconds };
	const outbox = await publishOutbox(stage.client(), stage.credential, {
		table: name,
		take: load.take,
		interval,
	});
	const table = await Table.open(stage, name);
	const contacts = contactsOf(stage, load.records);
	await table.insert(contacts);
	let together = 0;
	const deadline = Date.now() + QUIET_MS;
	while (Date.now() < deadline) {
		await sleep(1000);
		const running = await executionsThat(stage, { workflowId: outbox.id, status: ['running'] });
		together = Math.max(together, running.length);
		if ((await table.count('')) === 0) break;
	}
	await stage.client().deactivate(outbox.id);
	await untilQuiet(stage, [{ id: outbox.id, url: '' }], Date.now() + QUIET_MS);
	const runs = await runsOf(stage, outbox.id);
	return {
		...trafficOf(stage.stack.sandbox),
		runs: runs.length,
		together,
		longestSeconds: Math.max(0, ...runs.map((run) => secondsOf(run) ?? 0)),
		settled: await settleNow(stage, table, contacts),
	};
}

/** Lets the node of an outbox know so many records before its first run. */
async function remember(stage: Stage, { id, nodes }: StoredWorkflow, known: number): Promise<void> {
	const host = await ensureInstalled(stage.say);
	const home = makeTemporaryFolder('marks');
	const database = { title: 'PostgreSQL', env: stage.stack.database };
	const [node] = nodes.filter(({ type }) => type === NODE_TYPE);
	await fillStore({ host, home, database }, [{ workflowId: id, nodeId: node.id, entries: known }]);
	removeTemporaryFolder(home);
}

/** Gives the outbox more records than its node has room for. */
export async function many(stage: Stage, { records, take, minutes, known }: Size['many']): Promise<Many> {
	stage.begin({ requestsPerDay: null, recordsPerSecond: 5000 });
	const name = 'Outbox of many';
	const interval = { field: 'minutes', minutesInterval: minutes };
	const outbox = await publishOutbox(stage.client(), stage.credential, { table: name, take, interval });
	const table = await Table.open(stage, name);
	await remember(stage, outbox, known);
	const contacts = contactsOf(stage, records);
	await table.insert(contacts);
	let mb = 0;
	const isFull = async (): Promise<boolean> => (await table.count('not sent')) > 0;
	const deadline = Date.now() + (records / take + 3) * minutes * 2 * 60_000;
	while (Date.now() < deadline && !(await isFull()) && (await table.count('')) > 0) {
		await sleep(2000);
		mb = Math.max(mb, workerMb(stage));
	}
	if (!(await isFull())) await untilDone(stage, outbox.id, table, deadline);
	await stage.client().deactivate(outbox.id);
	await untilQuiet(stage, [{ id: outbox.id, url: '' }], Date.now() + QUIET_MS);
	const rows = await table.rows();
	const notSent = rows.filter(({ status }) => status === 'not sent');
	return {
		records,
		enriched: rows.filter(({ status }) => status === 'enriched').length,
		notSent: notSent.length,
		reason: notSent[0]?.reason ?? '',
		runSeconds: (await runsOf(stage, outbox.id)).map((run) => secondsOf(run) ?? NaN),
		workerMb: mb,
		settled: await settleNow(stage, table, contacts),
	};
}
