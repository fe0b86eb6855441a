import { readdirSync } from 'node:fs';
import type { IDataObject, INode, IPinData } from 'n8n-workflow';

import type { LoggedRequest } from '../../sandbox';
import type { Execution } from '../../tools/host/rest/execution';
import type { StoredWorkflow } from '../../tools/host/rest/stored';
import { readExample, withCredential } from '../support/examples';
import { node, PACKAGE } from '../support/workflowNodes';
import { itUnlessOlder } from './older';
import { credential, n8n, runWorkflow, sandbox, workflow } from './support';

/** The examples, imported as a user would, and run. */

/** Their names. */
export const examples = readdirSync('examples')
	.filter((file) => file.endsWith('.json'))
	.map((file) => file.replace(/\.json$/, ''));
export const isOurs = ({ type }: INode): boolean => type.startsWith(PACKAGE);

/** `it` for examples that create a table. */
export const itWithTables = itUnlessOlder('cannot create a table by a node');
export const createsTable = ({ type, typeVersion }: INode): boolean =>
	type === 'n8n-nodes-base.dataTable' && typeVersion >= 1.1;

type Change = (node: INode) => INode;

/** Changes parameters of the node of a name. */
export const withParameters =
	(name: string, parameters: INode['parameters']): Change =>
	(node) =>
		node.name === name ? { ...node, parameters: { ...node.parameters, ...parameters } } : node;

/** Puts another table of n8n in the place of one. */
export const inTable =
	(name: string, other: string): Change =>
	(node) =>
		JSON.parse(JSON.stringify(node).replaceAll(`"${name}"`, `"${other}"`)) as INode;

/** An example with the credential chosen in our nodes. */
export async function imported(
	name: string,
	change: Change = (node) => node,
	pinData: IPinData = {},
): Promise<StoredWorkflow> {
	const own = await credential();
	const draft = readExample(name);
	const nodes = draft.nodes.map((node) => change(withCredential(node, own)));
	return await (await n8n()).createWorkflow({ ...draft, nodes, pinData });
}

/** Runs an imported example by hand, from its only trigger or the one of a name. */
export async function runOf({ id, nodes }: StoredWorkflow, from?: string): Promise<Execution> {
	const client = await n8n();
	const trigger = from ?? nodes.find(({ type }) => /trigger$/i.test(type))?.name ?? '';
	return await client.waitForExecution(await client.run(id, trigger));
}

/** Imports and runs an example. */
export const run = async (name: string, change?: Change): Promise<Execution> =>
	await runOf(await imported(name, change));

/** The items of a node's last run, all outputs together. */
export const output = ({ nodes }: Execution, name: string): IDataObject[] =>
	(nodes[name]?.at(-1)?.outputs ?? []).flat().map(({ json }) => json);

const onTable = (name: string, parameters: INode['parameters']): INode =>
	node(
		name,
		'dataTable',
		{ resource: 'row', ...parameters },
		{
			typeVersion: 1.1,
			alwaysOutputData: true,
		},
	);
const called = (table: string): INode['parameters'][string] => ({ __rl: true, mode: 'name', value: table });

/** Puts rows into a table that an example has made. */
export async function fill(table: string, rows: IDataObject[]): Promise<void> {
	const columns = { mappingMode: 'autoMapInputData', value: null };
	const insert = onTable('Insert', { operation: 'insert', dataTableId: called(table), columns });
	const { execution } = await runWorkflow(workflow([insert], rows));
	expect(execution.error).toBeUndefined();
}

/** Sets columns of all rows of a table. */
export async function change(table: string, values: IDataObject): Promise<void> {
	const columns = { mappingMode: 'defineBelow', value: values } as INode['parameters'][string];
	const filters = { conditions: [{ keyName: 'id', condition: 'gt', keyValue: '0' }] };
	const update = onTable('Update', { operation: 'update', dataTableId: called(table), filters, columns });
	const { execution } = await runWorkflow(workflow([update]));
	expect(execution.error).toBeUndefined();
}

/** The rows of a table. */
export async function rowsIn(table: string): Promise<IDataObject[]> {
	const get = onTable('Get', { operation: 'get', dataTableId: called(table), returnAll: true });
	const { execution } = await runWorkflow(workflow([get]));
	expect(execution.error).toBeUndefined();
	return output(execution, 'Get').filter(({ id }) => id !== undefined);
}

/** Credits that something has cost, without those that came back. */
export async function costOf(work: () => Promise<unknown>): Promise<number> {
	const spent = async (): Promise<number> => {
		const { charged, refunded } = await sandbox().totals();
		return charged - refunded;
	};
	const before = await spent();
	await work();
	return (await spent()) - before;
}

/** How many requests the service was sent to paths that hold a word. */
export const requestsTo = async (word: string): Promise<number> =>
	(await sandbox().get<LoggedRequest[]>('/requests')).filter(({ path }) => path.includes(word)).length;
