import type { IDataObject } from 'n8n-workflow';

import type { Execution } from '../../tools/host/rest/execution';
import type { QueueStack } from '../../tools/host/queueStack';
import { unitOf } from './kinds';
import { TAG, type Start } from './load';

/** What an execution has to say of a record that it asked for. */
export interface Run {
	readonly id: string;
	readonly status: string;
	readonly kind: string;
	/** Absent for executions of the trigger. */
	readonly start?: Start;
	/** When its last pass began, on the sandbox's clock: n8n's queue runs an execution of a killed worker again. */
	readonly startedAt: number;
	/** It was killed with its worker: n8n has stored what its nodes had output by then. */
	readonly isCutOff: boolean;
	/** Whether the node of the package was at its end. */
	readonly hasEnded: boolean;
	/** Records that it output, each with how often (the rows of a job). */
	readonly output: ReadonlyMap<string, { readonly rows: number; readonly json: IDataObject }>;
	/** What it said to the items that ask for a record: errors, and batches that go on. */
	said(unit: string): string;
	/** Every text of errors in it. */
	readonly errors: string;
	/** Whether the key stands in anything that n8n has stored of it. */
	readonly showsKey: boolean;
}

/** What n8n knows otherwise than the sandbox does. */
export interface Names {
	/** The name of a job by its ID. */
	readonly jobName: (id: number) => string | undefined;
	/** The time on the sandbox's clock at a time of n8n. */
	readonly clockAt: (date: string) => number;
}

/** Reads every execution of the workflows. */
export async function readRuns(
	{ main, sandbox: { apiKey } }: QueueStack,
	starts: readonly Start[],
	workflows: readonly string[],
	{ jobName, clockAt }: Names,
): Promise<Run[]> {
	const byTag = new Map(starts.map((start) => [start.tag, start]));
	const runs: Run[] = [];
	for (const workflow of workflows) {
		const executions: Execution[] = [];
		for (const id of await main().client.listExecutions(workflow)) {
			executions.push(await main().client.getExecution(id));
		}
		const tags = tagsOf(executions, starts, workflow);
		runs.push(
			...executions.map((each) => ({
				...readRun(each, byTag.get(tags.get(each.id) ?? ''), jobName, apiKey),
				startedAt: clockAt(each.startedAt),
			})),
		);
	}
	return runs;
}

const isOfTrigger = ({ nodes }: Execution): boolean => nodes.Hook === undefined && nodes.After !== undefined;

/**
 * What each execution was started with. Of those that were killed n8n has no data: they are, in their order,
 * the calls of the workflow that no other execution belongs to.
 */
function tagsOf(
	executions: readonly Execution[],
	starts: readonly Start[],
	workflow: string,
): Map<string, string> {
	const tags = new Map<string, string>();
	for (const each of executions) {
		const tag = isOfTrigger(each) ? undefined : TAG.exec(each.stored)?.[0];
		if (tag !== undefined) tags.set(each.id, tag);
	}
	const known = new Set(tags.values());
	const rest = starts.filter(
		(start) => start.isTaken && start.workflow.id === workflow && !known.has(start.tag),
	);
	const bare = executions.filter((each) => !tags.has(each.id) && !isOfTrigger(each));
	for (const each of bare.sort((a, b) => Number(a.id) - Number(b.id))) {
		const start = rest.shift();
		if (start !== undefined) tags.set(each.id, start.tag);
	}
	return tags;
}

function readRun(
	execution: Execution,
	start: Start | undefined,
	jobName: (id: number) => string | undefined,
	key: string,
): Omit<Run, 'startedAt'> {
	const { id, status, stored, nodes, error } = execution;
	const items = (nodes.After ?? nodes.Call)?.at(-1)?.outputs[0] ?? [];
	const output = new Map<string, { rows: number; json: IDataObject }>();
	const told = new Map<number, string>();
	for (const { json, pairedItem } of items) {
		const unit = outputUnit(json, start, jobName);
		if (unit !== undefined) output.set(unit, { rows: (output.get(unit)?.rows ?? 0) + 1, json });
		else for (const item of itemsOf(pairedItem)) told.set(item, textOf(json));
	}
	const failure = [error?.message, error?.description].join(' ');
	return {
		id,
		status,
		kind: start?.workflow.kind.name ?? (isOfTrigger(execution) ? 'Trigger' : 'unknown'),
		start,
		isCutOff: status === 'crashed' || (status === 'error' && nodes.Call === undefined),
		hasEnded: nodes.Call !== undefined,
		output,
		said: (unit) =>
			[
				failure,
				...(start?.asks ?? []).flatMap((ask, i) => (ask.unit === unit ? [told.get(i) ?? ''] : [])),
			].join(' '),
		errors: [failure, ...told.values()].join(' ').trim(),
		showsKey: stored.includes(key),
	};
}

const textOf = ({ error, message, ...json }: IDataObject): string =>
	error === undefined && message === undefined
		? `Output: ${JSON.stringify(json)}`
		: [error, message].filter(Boolean).join(' ');

function itemsOf(paired: unknown): number[] {
	return [paired].flat().flatMap((one) => {
		if (typeof one === 'number') return [one];
		const item = (one as { item?: number } | undefined)?.item;
		return item === undefined ? [] : [item];
	});
}

/** The record that an item of the output is; none for errors and for what is still to come. */
function outputUnit(
	json: IDataObject,
	start: Start | undefined,
	jobName: (id: number) => string | undefined,
): string | undefined {
	if (json.error !== undefined) return undefined;
	const event = json.event as IDataObject | undefined;
	if (event?.job_id !== undefined && json.sourceFile !== undefined) {
		return unitOf('personJob', jobName(Number(event.job_id)));
	}
	const endpoint = start?.workflow.kind.endpoint;
	if (start === undefined || endpoint === undefined) return undefined;
	switch (endpoint) {
		case 'personGet':
			return json.cpf === undefined ? undefined : unitOf(endpoint, json.cpf);
		case 'companyGet':
			return json.cnpj === undefined ? undefined : unitOf(endpoint, json.cnpj);
		case 'b2bPersonSearch':
			return json.id_pessoa === undefined ? undefined : start.asks[0].unit;
		case 'personJob':
			return json.sourceFile === undefined ? undefined : start.asks[0].unit;
		case 'chatAppCheck':
		case 'chatAppCheckBatch':
			return json.ddd === undefined ? undefined : unitOf(endpoint, `${json.ddd}${json.phone}`);
		default:
			return json.outcome === 'waiting' || json.outcome === 'missing' || json.valor_entrada === undefined
				? undefined
				: unitOf(endpoint, json.valor_entrada);
	}
}
