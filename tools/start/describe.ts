import type { Sandbox } from '../../sandbox';
import type { Stack } from '../host/stack';
import type { DemoResult } from './demo';

const lines = (entries: ReadonlyArray<readonly [string, string]>): string[] =>
	entries.map(([name, value]) => `  ${name.padEnd(24)} ${value}`);

/** Says what the run of the demo did, the first of a new sandbox. */
export function describeResult({ execution, leads, ms }: DemoResult, { ledger, requests }: Sandbox): string {
	const { status, error, lastNode } = execution;
	return [
		`The demo workflow ran: ${status}`,
		...(error ? [`  ${lastNode ?? ''}: ${error.message}`, `  ${error.description ?? ''}`] : []),
		...lines([
			['Leads', String(leads.length)],
			['Credits charged', String(ledger.charged())],
			['Credits refunded', String(ledger.refunded())],
			['Requests to the service', String(requests.traffic.requests)],
			['Time', `${(ms / 1000).toFixed(1)} s`],
		]),
	].join('\n');
}

/** Says where to look, and how to get in. */
export const describeAccess = (
	{ n8n, sandbox }: Stack,
	{ execution, lastNodeId }: DemoResult,
	form: string,
): string =>
	lines([
		[
			'These leads in n8n',
			`${n8n.url}/workflow/${execution.workflowId}/executions/${execution.id}/${lastNodeId}`,
		],
		['Form for a spreadsheet', `${n8n.url}${form}`],
		['  a spreadsheet for it', `${sandbox.controlUrl}/companies.csv`],
		['Credits and requests', `${sandbox.controlUrl}/`],
		['Login', `${n8n.owner.email}  ${n8n.owner.password}`],
		['For a credential', `${sandbox.baseUrl}  (key ${sandbox.apiKey})`],
	]).join('\n');
