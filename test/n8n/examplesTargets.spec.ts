import type { IDataObject, INode, IPinData } from 'n8n-workflow';

import { Companies } from '../../sandbox/data/companies';
import type { Execution } from '../../tools/host/rest/execution';
import type { StoredWorkflow } from '../../tools/host/rest/stored';
import { startCrm, type CrmServer } from '../support/crmReceiver';
import { readExample } from '../support/examples';
import { costOf, imported, output, requestsTo, runOf } from './exampleRuns';
import { askedBy } from './fixedHosts';
import { n8n, sandbox } from './support';

/** The examples that end in a CRM or a sheet: what it is handed, and what comes of a run that fails half way. */

/** A list with a row that is wrong, and one of the company before written in another way. */
const REPEATED = ['00.000.319/0001-17', 'wrong', '00000319000117', '00.073.829/0001-14'];
const cnpjs = (values: readonly string[]) => ({ CNPJs: values.map((cnpj) => ({ json: { cnpj } })) });

const intoCrm = [
	['companies-to-hubspot', 'hubspot'],
	['companies-to-pipedrive', 'pipedrive'],
	['companies-to-rd-station', 'rdStation'],
	['companies-to-salesforce', 'salesforce'],
] as const;

describe.each(intoCrm)('%s', (name, kind) => {
	const companies = new Companies(1, 100);
	let crm: CrmServer;
	beforeEach(async () => {
		await sandbox().post('/settings', { batchMinimumSeconds: 0, notStatedPrice: 'free' });
		crm = await startCrm(kind);
	});
	afterEach(async () => await crm.close());

	/** The example with the CRM of this test in the place of the real one. */
	async function connected(pinData: IPinData): Promise<StoredWorkflow> {
		const url = `http://127.0.0.1:${crm.port}`;
		const type = 'salesforceOAuth2Api';
		const token = { access_token: 'given', instance_url: url };
		const { id } = await (await n8n()).createCredential(type, { oauthTokenData: token });
		return await imported(
			name,
			(node): INode => {
				if (node.type.endsWith('salesforce')) return { ...node, credentials: { [type]: { id, name: type } } };
				if (!node.type.endsWith('httpRequest')) return node;
				const moved = JSON.stringify(node.parameters).replaceAll(/https:\/\/[^/]+/g, url);
				const parameters = JSON.parse(moved) as INode['parameters'];
				return { ...node, parameters: { ...parameters, authentication: 'none' } };
			},
			pinData,
		);
	}

	const listOf = (count: number, from: number) =>
		cnpjs(Array.from({ length: count }, (_, i) => companies.cnpj(from + i)));

	it('pays for nothing while the CRM does not let it in', async () => {
		crm.isLocked = true;
		const created = await connected(listOf(2, 20));
		let failed: Execution | undefined;
		expect(await costOf(async () => (failed = await runOf(created)))).toBe(0);
		expect(failed?.error).toBeDefined();
		expect(await requestsTo('enrich')).toBe(0);
	});

	it('hands the CRM nothing but what it takes, each company once, also when it is run or imported again', async () => {
		const created = await connected(cnpjs(REPEATED));
		const first = await runOf(created);
		const paid = await costOf(async () => expect((await runOf(created)).error).toBeUndefined());
		expect([first.error, paid]).toEqual([undefined, 0]);
		expect(crm.records).toHaveLength(2);
		// Another copy does not know what the first has sent: the CRM does.
		expect((await runOf(await connected(cnpjs(REPEATED)))).error).toBeUndefined();
		expect(crm.records).toHaveLength(2);
		expect(JSON.stringify(crm.records)).toContain('Synthetic');
		expect(JSON.stringify(crm.records[0])).toContain('00000319000117');
		expect(crm.statuses.filter((status) => status >= 400)).toEqual([]);
	});

	it('brings all rows by a retry when it failed half way, and doubles none', async () => {
		crm.writesLeft = 3;
		const failed = await runOf(await connected(listOf(6, 30)));
		expect([failed.status, crm.records.length]).toEqual(['error', 3]);
		crm.writesLeft = Infinity;
		const paid = await costOf(async () => {
			const again = await (await n8n()).retryExecution(failed);
			// RD Station refuses the names that it has.
			expect(again.status).toBe(kind === 'rdStation' ? 'error' : 'success');
		});
		expect(paid).toBe(0);
		const names = crm.records.map(({ fields }) => fields.name ?? fields.Name);
		expect(names.sort()).toEqual(Array.from({ length: 6 }, (_, i) => companies.name(30 + i)).sort());
	});
});

/** A node of an example, as it stands there. */
const nodeOf = (name: string, called: string): INode => {
	const found = readExample(name).nodes.find((node) => node.name === called);
	if (found === undefined) throw new Error(`${name} has no ${called}`);
	return found;
};

it('companies-to-google-sheets writes new columns alone, raw, into the row of each (theoephraim/node-google-spreadsheet #257, n8n PR 7357)', async () => {
	await sandbox().post('/settings', { batchMinimumSeconds: 0 });
	const own = { Código: '00123', Telefone: '+5511900000000', Faixa: '2-10', Soma: '=1+1', Vendedor: 'Ana' };
	const rows = [
		{ row_number: 2, CNPJ: '00.000.319/0001-17', ...own },
		{ row_number: 3, CNPJ: '12.345.678/0001-00', ...own },
		{ row_number: 4, CNPJ: '00.073.829/0001-14', ...own },
	];
	const pinData = { Rows: rows.map((json) => ({ json })), Write: [{ json: {} }] };
	const execution = await runOf(await imported('companies-to-google-sheets', undefined, pinData));
	expect(execution.error).toBeUndefined();
	expect(output(execution, 'Enrich').map(({ outcome }) => outcome)).toEqual([
		'enriched',
		'invalid',
		'enriched',
	]);
	const header = ['CNPJ', ...Object.keys(own)];
	const values = [header, ...rows.map((row) => [row.CNPJ, ...Object.values(own)])];
	const asked = await askedBy(
		nodeOf('companies-to-google-sheets', 'Write'),
		output(execution, 'New Columns'),
		({ method }) => (method === 'GET' ? { values } : {}),
	);
	const [names, cells] = asked.filter(({ method }) => method !== 'GET');
	const [written] = names.body?.values as string[][];
	expect(names.qs).toEqual({ valueInputOption: 'RAW' });
	expect(written.slice(0, header.length)).toEqual(header);
	expect(written.slice(header.length)).toContain('enriched_name');
	expect(cells.body).toMatchObject({ valueInputOption: 'RAW' });
	const places = (cells.body?.data as Array<{ range: string }>).map(({ range }) => range);
	// The sheet's own columns are A to F; the row that is wrong stays as it is.
	expect(places.every((range) => /^Sheet1![G-K][24]$/.test(range))).toBe(true);
	expect(places).toEqual(expect.arrayContaining(['Sheet1!G2', 'Sheet1!G4']));
});

it('persons-to-hubspot saves each person with all that HubSpot takes, and pays for nothing without it (its host cannot be replaced)', async () => {
	await sandbox().post('/settings', { batchMinimumSeconds: 0 });
	const alone = async () => await runOf(await imported('persons-to-hubspot'));
	let failed: Execution | undefined;
	expect(await costOf(async () => (failed = await alone()))).toBe(0);
	expect(failed?.lastNode).toBe('Connected');
	const pinData = { Connected: [{ json: {} }], Save: [{ json: {} }] };
	const execution = await runOf(await imported('persons-to-hubspot', undefined, pinData));
	const saved = execution.nodes.Enriched[0].json;
	// No credit is left for somebody without an email.
	expect(saved).toHaveLength(
		output(execution, 'Enrich').filter(({ outcome }) => outcome === 'enriched').length,
	);
	const { email, additionalFields } = nodeOf('persons-to-hubspot', 'Save').parameters;
	const values = [email, ...Object.values(additionalFields as IDataObject)];
	const fields = new Set(saved.flatMap(({ crm }) => Object.keys(crm as IDataObject)));
	expect(values).toEqual(expect.arrayContaining([...fields].map((field) => `={{ $json.crm.${field} }}`)));
});
