import type { INode, INodeParameters } from 'n8n-workflow';

import { PACKAGE_NAME } from '../../tools/host/install/pack';
import type { StoredCredential } from '../../tools/host/rest/stored';
import type { Contestant } from '../setup/contestant';
import { PAGE_SIZE } from '../setup/plan';
import { companyItems, cpfItems, FILTERS, personItems, type Items } from '../service/service';
import type { BenchN8n } from './benchN8n';
import { chain, MEASURED, node } from './workflow';
import { itemsContestant, workflowContestant } from './workflowContestant';

const TYPE = `${PACKAGE_NAME}.personCompanyData`;
export const ABOUT = { client: 'package', title: 'This package in n8n' } as const;

/** Makes a contestant for n8n from a credential, which says how many requests may be under way. */
export type PackageMaker = (n8n: BenchN8n, credential: StoredCredential) => Promise<Contestant>;

export const packageNode = (name: string, parameters: INodeParameters, credential: StoredCredential): INode =>
	node(name, TYPE, 1, parameters, credential);

/** This package's node after one that makes the items. */
const perItem =
	(parameters: INodeParameters, items: Items): PackageMaker =>
	async (n8n, credential) =>
		await itemsContestant(n8n, ABOUT, packageNode(MEASURED, parameters, credential), items);

/** This package's node, enriching one company per item. */
export const packageEnrich = perItem(
	{
		resource: 'b2bCompany',
		operation: 'enrichCompanyNow',
		identifyBy: 'id_empresa',
		id_empresa: '={{ $json.id_empresa }}',
	},
	companyItems,
);

/** This package's node, looking one person up per item. */
export const packageLookUp = perItem(
	{ resource: 'person', operation: 'getPerson', cpf: '={{ $json.cpf }}' },
	cpfItems,
);

/** This package's node, enriching all items together. */
export const packageBatches = perItem(
	{
		resource: 'b2bPerson',
		operation: 'enrichPersonBatch',
		identifyBy: 'id_pessoa',
		id_pessoa: '={{ $json.id_pessoa }}',
		afterSubmission: 'wait',
		waitLimit: 10,
	},
	personItems,
);

/** This package's node, loading pages of a search. */
export const packageSearch: PackageMaker = async (n8n, credential) => {
	const chosen = { resource: 'b2bPerson', operation: 'searchB2bPersons', ...FILTERS };
	const parameters = { ...chosen, returnAll: false, limit: '={{ $json.body.rows }}' };
	const graph = chain([packageNode(MEASURED, parameters, credential)]);
	return await workflowContestant(n8n, ABOUT, graph, (size) => ({ rows: size * PAGE_SIZE }));
};
