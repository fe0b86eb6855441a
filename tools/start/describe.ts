import type { IDataObject } from 'n8n-workflow';

import type { Stack } from '../host/stack';
import type { DemoResult } from './demo';

const SHOWN_LEADS = 5;
const WIDEST = 28;

function table(rows: IDataObject[]): string[] {
	const columns = Object.keys(rows[0] ?? {});
	const cells = [columns, ...rows.map((row) => columns.map((column) => String(row[column] ?? '')))];
	const widths = columns.map((_, index) =>
		Math.min(WIDEST, Math.max(...cells.map((row) => row[index].length))),
	);
	return cells.map((row) =>
		row
			.map((cell, index) => {
				const width = widths[index];
				return cell.length > width ? `${cell.slice(0, width - 1)}…` : cell.padEnd(width);
			})
			.join('  ')
			.trimEnd(),
	);
}

/** Says what the run of the demo did. */
export function describeResult({ execution, leads, charged, refunded, requests, ms }: DemoResult): string {
	const figures: Array<[string, string]> = [
		['Leads', String(leads.length)],
		['Credits charged', String(charged)],
		['Credits refunded', String(refunded)],
		['Requests to the service', String(requests)],
		['Time', `${(ms / 1000).toFixed(1)} s`],
	];
	const lines = [`The demo workflow ran: ${execution.status}`];
	if (execution.error) {
		lines.push(`  ${execution.lastNode ?? ''}: ${execution.error.message}`);
		if (execution.error.description) lines.push(`  ${execution.error.description}`);
	}
	lines.push(...figures.map(([name, value]) => `  ${name.padEnd(24)} ${value}`));
	if (leads.length > 0) lines.push('', ...table(leads.slice(0, SHOWN_LEADS)).map((line) => `  ${line}`));
	if (leads.length > SHOWN_LEADS) lines.push(`  … and ${leads.length - SHOWN_LEADS} more`);
	return lines.join('\n');
}

/** Says where to look, and how to get in. */
export function describeAccess(
	{ n8n, sandbox }: Stack,
	{ execution, lastNodeId }: DemoResult,
	form: string,
): string {
	const places: Array<[string, string]> = [
		[
			'These leads in n8n',
			`${n8n.url}/workflow/${execution.workflowId}/executions/${execution.id}/${lastNodeId}`,
		],
		['Form for a spreadsheet', `${n8n.url}${form}`],
		['  a spreadsheet for it', `${sandbox.controlUrl}/companies.csv`],
		['Credits and requests', `${sandbox.controlUrl}/`],
		['Login', `${n8n.owner.email}  ${n8n.owner.password}`],
		['For a credential', `${sandbox.baseUrl}  (key ${sandbox.apiKey})`],
	];
	return places.map(([name, value]) => `  ${name.padEnd(24)} ${value}`).join('\n');
}
