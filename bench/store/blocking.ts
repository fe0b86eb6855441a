import type { Sandbox } from '../../sandbox';
import type { InstalledHost } from '../../tools/host/install/install';
import { PACKAGE_NAME } from '../../tools/host/install/pack';
import type { Report } from '../../tools/host/processes/progress';
import type { StoredCredential } from '../../tools/host/rest/stored';
import { MEASURED, node, splitOut } from '../n8n/workflow';
import { personItems } from '../setup/service';
import { fillStore, type Database } from './database';
import { execute, publish, type Published } from './executed';
import { CASES, CONTACTS, WARM_UP, type Case } from './plan';
import { WatchedN8n, type Watched } from './watchedN8n';

/** How n8n was blocked while contacts were enriched in a batch. */
export interface Blocking extends Case {
	readonly database: string;
	readonly runs: readonly Watched[];
}

/** A case and its workflow, whose node has a memory of its own. */
interface Prepared extends Published {
	readonly of: Case;
	readonly nodeId: string;
	readonly runs: Watched[];
}

async function prepare(n8n: WatchedN8n, credential: StoredCredential, of: Case): Promise<Prepared> {
	const enrich = node(
		MEASURED,
		`${PACKAGE_NAME}.personCompanyData`,
		1,
		{
			resource: 'b2bPerson',
			operation: 'enrichPersonBatch',
			identifyBy: 'id_pessoa',
			id_pessoa: '={{ $json.id_pessoa }}',
			options: { skipEnriched: of.skipsEnriched, advanced: { maxRequestsPerMinute: 0 } },
		},
		credential,
	);
	const published = await publish(n8n.now.client, `${of.entries}`, [
		splitOut('Contacts', 'body.contacts'),
		enrich,
	]);
	return { ...published, of, nodeId: enrich.id, runs: [] };
}

/** One run, after a small one. */
async function runOnce(n8n: WatchedN8n, prepared: Prepared): Promise<Watched> {
	const { client } = n8n.now;
	const contacts = personItems(CONTACTS + WARM_UP);
	await execute(client, prepared, { contacts: contacts.slice(CONTACTS) });
	await n8n.begin();
	const id = await execute(client, prepared, { contacts: contacts.slice(0, CONTACTS) });
	const watched = await n8n.end();
	const { nodes } = await client.getExecution(id);
	const results = nodes[MEASURED]?.at(-1)?.json.filter(({ outcome }) => outcome === 'enriched').length;
	if (results !== CONTACTS) throw new Error(`${results ?? 0} of ${CONTACTS} contacts were enriched`);
	const counted = Math.max(...watched.calls.map(({ entries = 0 }) => entries));
	const expected = prepared.of.skipsEnriched ? prepared.of.entries + CONTACTS : CONTACTS;
	if (counted < expected) throw new Error(`The store held ${counted} entries instead of ${expected}`);
	return watched;
}

/** Runs each case so many times, in turns, each in an n8n that was just started. */
export async function measureBlocking(
	{ host, home, database }: { host: InstalledHost; home: string; database: Database },
	sandbox: Sandbox,
	turns: number,
	report: Report,
): Promise<readonly Blocking[]> {
	const n8n = await WatchedN8n.on({ host, home, port: 0, env: { ...database.env } });
	await n8n.start();
	const { apiKey, baseUrl } = sandbox;
	const credential = await n8n.now.client.createCredential('personCompanyDataApi', { apiKey, baseUrl });
	const prepared: Prepared[] = [];
	for (const of of CASES) prepared.push(await prepare(n8n, credential, of));
	for (let turn = 1; turn <= turns; turn++) {
		await n8n.stop();
		await fillStore(
			{ host, home, database },
			prepared.map(({ id, nodeId, of }) => ({ workflowId: id, nodeId, entries: of.entries })),
		);
		await n8n.start();
		for (const one of prepared) {
			one.runs.push(await runOnce(n8n, one));
			report(`${database.title}, ${one.of.entries} entries, run ${turn} of ${turns} is measured.`);
		}
	}
	await n8n.stop();
	return prepared.map(({ of, runs }) => ({ ...of, database: database.title, runs }));
}
