import type { IDataObject, INode, INodeParameters } from 'n8n-workflow';

import type { Sandbox } from '../../sandbox';
import type { InstalledHost } from '../../tools/host/install/install';
import { PACKAGE_NAME } from '../../tools/host/install/pack';
import type { Report } from '../../tools/host/processes/progress';
import type { StoredCredential } from '../../tools/host/rest/stored';
import { MEASURED, node, splitOut } from '../n8n/workflow';
import { cpfItems, personItems } from '../setup/service';
import type { Database } from '../store/database';
import { execute, publish, type Published } from '../store/executed';
import { keptIn } from '../store/growth';
import { WatchedN8n } from '../store/watchedN8n';
import { DOCUMENTS, PER_TURN } from './plan';
import { watchedRun, type Seen } from './watched';

/** An execution of a size, as n8n has stored it. */
export interface Stored extends Seen<string> {
	readonly title: string;
	readonly database: string;
	readonly items: number;
	readonly results: number;
	readonly bytes: number;
	readonly keptBytes: number;
}

interface Work {
	readonly title: string;
	readonly parameters: INodeParameters;
	readonly items: (count: number) => readonly IDataObject[];
	/** Items of one turn of the loop; all at once without it. */
	readonly perTurn?: number;
}

const WORKS: readonly Work[] = [
	{
		title: `Person > Get, ${DOCUMENTS.toLocaleString('en')} documents again and again`,
		parameters: { resource: 'person', operation: 'getPerson', cpf: '={{ $json.cpf }}' },
		items: (count) => {
			const documents = cpfItems(DOCUMENTS);
			return Array.from({ length: count }, (_, i) => documents[i % documents.length]);
		},
	},
	{
		title: `B2B Person > Enrich in Batch, ${PER_TURN.toLocaleString('en')} contacts per turn of a loop`,
		parameters: {
			resource: 'b2bPerson',
			operation: 'enrichPersonBatch',
			identifyBy: 'id_pessoa',
			id_pessoa: '={{ $json.id_pessoa }}',
		},
		items: personItems,
		perTurn: PER_TURN,
	},
];

/** Nodes that follow one another; with a loop, the measured one leads back to it. */
async function prepare(n8n: WatchedN8n, credential: StoredCredential, work: Work): Promise<Published> {
	const { client } = n8n.now;
	const measured = node(
		MEASURED,
		`${PACKAGE_NAME}.personCompanyData`,
		1,
		{ ...work.parameters, options: { advanced: { maxRequestsPerMinute: 0 } } },
		credential,
	);
	const split = splitOut('Items', 'body.items');
	if (work.perTurn === undefined) return await publish(client, work.title, [split, measured]);
	const loop: INode = node('Loop', 'splitInBatches', 3, { batchSize: work.perTurn, options: {} });
	return await publish(client, work.title, [split, loop, measured], {
		Loop: { main: [[], [{ node: MEASURED, type: 'main', index: 0 }]] },
		[MEASURED]: { main: [[{ node: 'Loop', type: 'main', index: 0 }]] },
	});
}

/** Runs each kind of work of a size once, after a small one. */
export async function measureExecutions(
	{ host, home, database }: { host: InstalledHost; home: string; database: Database },
	sandbox: Sandbox,
	items: number,
	report: Report,
): Promise<readonly Stored[]> {
	const n8n = await WatchedN8n.on({ host, home, port: 0, env: { ...database.env } });
	const { apiKey, baseUrl } = sandbox;
	const measured: Stored[] = [];
	for (const work of WORKS) {
		await n8n.start();
		const { client } = n8n.now;
		const credential = await client.createCredential('personCompanyDataApi', { apiKey, baseUrl });
		const published = await prepare(n8n, credential, work);
		await execute(client, published, { items: work.items(100) });
		const body = { items: work.items(items) };
		const seen = await watchedRun(host, n8n, async () => await execute(client, published, body));
		const { nodes, stored } = await client.getExecution(seen.result);
		const results = nodes[MEASURED].reduce((sum, { json }) => sum + json.length, 0);
		if (results !== items) throw new Error(`${results} of ${items} items came out of ${work.title}`);
		measured.push({
			...seen,
			title: work.title,
			database: database.title,
			items,
			results,
			bytes: Buffer.byteLength(stored),
			keptBytes: keptIn(stored),
		});
		report(`${database.title}, ${work.title}, ${items} items are measured.`);
		await n8n.stop();
	}
	return measured;
}
