import { attempt } from '../../core/base/async';
import type { Sandbox } from '../../sandbox';
import type { InstalledHost } from '../../tools/host/install/install';
import { PACKAGE_NAME } from '../../tools/host/install/pack';
import type { Report } from '../../tools/host/processes/progress';
import { node, splitOut } from '../n8n/workflow';
import { personItems } from '../setup/service';
import { fillStore, type Database } from '../store/database';
import { execute, publish } from '../store/executed';
import { WatchedN8n } from '../store/watchedN8n';
import { CONTACTS, MARKS, NODES } from './plan';
import { watchedRun, type Seen } from './watched';

/** An execution whose nodes remember so much. */
export interface Marked extends Seen<unknown> {
	readonly database: string;
	/** Entries of all nodes before it, and of the fullest one. */
	readonly before: number;
	readonly perNode: number;
	/** What became of the contacts of each node: enriched, or refused because the store is full. */
	readonly outcomes: readonly string[];
}

const nameOf = (index: number): string => `Enrich ${index + 1}`;

/** Runs a workflow of several nodes that remember, with so many entries each. */
async function measureOne(
	{ host, home, database }: { host: InstalledHost; home: string; database: Database },
	sandbox: Sandbox,
	perNode: number,
	nodes: number,
): Promise<Marked> {
	const n8n = await WatchedN8n.on({ host, home, port: 0, env: { ...database.env } });
	await n8n.start();
	const { apiKey, baseUrl } = sandbox;
	const credential = await n8n.now.client.createCredential('personCompanyDataApi', { apiKey, baseUrl });
	const enriching = Array.from({ length: nodes }, (_, index) =>
		node(
			nameOf(index),
			`${PACKAGE_NAME}.personCompanyData`,
			1,
			{
				resource: 'b2bPerson',
				operation: 'enrichPersonBatch',
				identifyBy: 'id_pessoa',
				// The first node outputs records, from which the others take the person again.
				id_pessoa: '={{ $json.id_pessoa ?? $json.valor_entrada }}',
				output: 'raw',
				options: { skipEnriched: true, advanced: { maxRequestsPerMinute: 0 } },
			},
			credential,
		),
	);
	const published = await publish(n8n.now.client, `${perNode} × ${nodes}`, [
		splitOut('Contacts', 'body.contacts'),
		...enriching,
	]);
	await execute(n8n.now.client, published, { contacts: personItems(CONTACTS + 10).slice(CONTACTS) });
	await n8n.stop();
	await fillStore(
		{ host, home, database },
		enriching.map(({ id }) => ({ workflowId: published.id, nodeId: id, entries: perNode })),
	);
	await n8n.start();
	const { client } = n8n.now;
	const body = { contacts: personItems(CONTACTS) };
	// One that is refused ends with an error.
	const seen = await watchedRun(host, n8n, async () => await attempt(execute(client, published, body)));
	const [newest] = await client.listExecutions(published.id);
	const { nodes: ran, error } = await client.getExecution(newest);
	const outcomes = enriching.map(({ name }) => {
		const items = ran[name]?.at(-1)?.json ?? [];
		const enriched = items.filter(({ outcome }) => outcome === 'enriched').length;
		const isFull = error !== undefined && error.message.includes('has reached the 75,000 records');
		return isFull ? 'refused: full' : `${enriched.toLocaleString('en')} enriched`;
	});
	await n8n.stop();
	return { ...seen, database: database.title, before: perNode * nodes, perNode, outcomes };
}

/** Nodes that together have the marks afterwards, and one with more of them than it takes. */
export async function measureMarks(
	given: { host: InstalledHost; home: string; database: Database },
	sandbox: Sandbox,
	report: Report,
): Promise<readonly Marked[]> {
	const measured: Marked[] = [];
	const perNode = Math.ceil(MARKS / NODES) - CONTACTS;
	for (const [entries, nodes] of [
		[perNode, NODES],
		[MARKS, 1],
	]) {
		measured.push(await measureOne(given, sandbox, entries, nodes));
		report(`${given.database.title}, ${entries} marks of ${nodes} nodes are measured.`);
	}
	return measured;
}
