import { parse, stringify } from 'flatted';
import type { IDataObject, INodeParameters, IRunExecutionData } from 'n8n-workflow';

import { Companies } from '../../sandbox/data/companies';
import type { Sandbox } from '../../sandbox';
import type { InstalledHost } from '../../tools/host/install/install';
import { PACKAGE_NAME } from '../../tools/host/install/pack';
import type { Report } from '../../tools/host/processes/progress';
import { BenchN8n } from '../n8n/benchN8n';
import { MEASURED, node, splitOut } from '../n8n/workflow';
import { cpfItems, personItems } from '../setup/service';
import { execute, publish } from './executed';

/** What a stored execution holds. */
export interface Growth {
	readonly title: string;
	/** Items in and out of the node. */
	readonly items: number;
	readonly results: number;
	/** The execution's data as n8n stores it, and what of it the package keeps for another try. */
	readonly bytes: number;
	readonly keptBytes: number;
}

interface Work {
	readonly title: string;
	readonly items: readonly IDataObject[];
	readonly parameters: INodeParameters;
}

const cnpjItems = (count: number): IDataObject[] => {
	const companies = new Companies(1, count);
	return Array.from({ length: count }, (_, index) => ({ cnpj: companies.cnpj(index) }));
};
const phoneItems = (count: number): IDataObject[] =>
	Array.from({ length: count }, (_, index) => ({ phone: String(11_990_000_000 + index) }));

const person = { resource: 'b2bPerson', identifyBy: 'id_pessoa', id_pessoa: '={{ $json.id_pessoa }}' };

const WORKS: readonly Work[] = [
	{
		title: 'B2B Person > Enrich in Batch',
		items: personItems(10_000),
		parameters: { ...person, operation: 'enrichPersonBatch' },
	},
	{
		title: 'B2B Person > Enrich Now',
		items: personItems(100),
		parameters: { ...person, operation: 'enrichPersonNow' },
	},
	{
		title: 'B2B Person > Search, Return All',
		items: [{}],
		parameters: {
			resource: 'b2bPerson',
			operation: 'searchB2bPersons',
			filtros_pessoa: { estados: ['RJ'] },
			returnAll: true,
		},
	},
	{
		title: 'Person > Get',
		items: cpfItems(500),
		parameters: { resource: 'person', operation: 'getPerson', cpf: '={{ $json.cpf }}' },
	},
	{
		title: 'Company > Get Branches',
		items: cnpjItems(200),
		parameters: { resource: 'company', operation: 'getBranches', cnpj: '={{ $json.cnpj }}' },
	},
	{
		title: 'Chat App > Check Numbers in Batch, an item per number',
		items: phoneItems(1000),
		parameters: {
			resource: 'chatApp',
			operation: 'checkNumbersInBatch',
			phone: '={{ $json.phone }}',
			outputPer: 'number',
		},
	},
	{
		title: 'Chat App > Check Numbers in Batch, an item per submission',
		items: phoneItems(1000),
		parameters: {
			resource: 'chatApp',
			operation: 'checkNumbersInBatch',
			phone: '={{ $json.phone }}',
		},
	},
];

/** How much longer the stored text is than it would be without what the node keeps. */
export function keptIn(stored: string): number {
	const data = parse(stored) as IRunExecutionData;
	const contexts = data.executionData?.contextData ?? {};
	if (contexts[`node:${MEASURED}`] === undefined) throw new Error('The execution holds nothing of the node');
	const whole = Buffer.byteLength(stringify(data));
	delete contexts[`node:${MEASURED}`];
	return whole - Buffer.byteLength(stringify(data));
}

/** Runs each kind of work once, without failures, and looks at what n8n has stored of it. */
export async function measureGrowth(
	{ host, home }: { host: InstalledHost; home: string },
	sandbox: Sandbox,
	report: Report,
): Promise<readonly Growth[]> {
	const n8n = new BenchN8n({ host, home, port: 0 });
	await n8n.start();
	const { client } = n8n.now;
	const { apiKey, baseUrl } = sandbox;
	const credential = await client.createCredential('personCompanyDataApi', { apiKey, baseUrl });
	const measured: Growth[] = [];
	for (const { title, items, parameters } of WORKS) {
		const published = await publish(client, title, [
			splitOut('Items', 'body.items'),
			node(
				MEASURED,
				`${PACKAGE_NAME}.personCompanyData`,
				1,
				{ ...parameters, options: { advanced: { maxRequestsPerMinute: 0 } } },
				credential,
			),
		]);
		const { nodes, stored } = await client.getExecution(await execute(client, published, { items }));
		measured.push({
			title,
			items: items.length,
			results: nodes[MEASURED]?.at(-1)?.json.length ?? 0,
			bytes: Buffer.byteLength(stored),
			keptBytes: keptIn(stored),
		});
		report(`${title} is measured.`);
	}
	await n8n.stop();
	return measured;
}
