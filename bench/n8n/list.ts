import type { INode, INodeParameters } from 'n8n-workflow';

import type { StoredCredential } from '../../tools/host/rest/stored';
import type { Contestant } from '../setup/contestant';
import { mixedItems } from '../service/service';
import type { BenchN8n } from './benchN8n';
import { ABOUT, packageNode } from './package';
import { chain, type Graph, MEASURED, node, splitOut, to } from './workflow';
import { workflowContestant } from './workflowContestant';

/** A list of mixed rows, by the operation that is made for it and by the nodes that it stands for. */

const WAIT: INodeParameters = { afterSubmission: 'wait', waitLimit: 10 };
const CONTACT = '={{ $json.contact }}';

const rows = (): INode => splitOut('Rows', 'body.items');
const input = (size: number) => ({ items: mixedItems(size) });

/** Enrich List, which finds out by itself what each row holds. */
export const enrichList = async (n8n: BenchN8n, credential: StoredCredential): Promise<Contestant> =>
	await workflowContestant(
		n8n,
		{ ...ABOUT, title: 'List: Enrich' },
		chain([
			rows(),
			packageNode(MEASURED, { resource: 'list', operation: 'enrichList', ...WAIT }, credential),
		]),
		input,
	);

/** To which of the three branches a row goes: CPF, CNPJ, or email address and profile URL. */
const BRANCH = '={{ /[@\\/]/.test($json.contact) ? 2 : $json.contact.length === 11 ? 0 : 1 }}';

function sixNodes(credential: StoredCredential): Graph {
	const own = (name: string, parameters: INodeParameters): INode => packageNode(name, parameters, credential);
	const nodes = [
		rows(),
		node('Switch', 'switch', 3.2, {
			mode: 'expression',
			numberOutputs: 3,
			output: BRANCH,
		}),
		own('Person: Get', { resource: 'person', operation: 'getPerson', cpf: CONTACT }),
		own('B2B Company: Find', {
			resource: 'b2bCompany',
			operation: 'find',
			findBy: 'document',
			document: CONTACT,
		}),
		own('B2B Company: Enrich in Batch', {
			resource: 'b2bCompany',
			operation: 'enrichCompanyBatch',
			identifyBy: 'id_empresa',
			id_empresa: '={{ $json.companyId }}',
			...WAIT,
		}),
		own('B2B Person: Enrich in Batch', {
			resource: 'b2bPerson',
			operation: 'enrichPersonBatch',
			identifyBy: '={{ $json.contact.includes("@") ? "email" : "url_social" }}',
			email: CONTACT,
			url_social: CONTACT,
			...WAIT,
		}),
		node('Merge', 'merge', 3.2, { mode: 'append', numberInputs: 3 }),
	];
	return {
		nodes,
		connections: {
			Rows: { main: [[to('Switch')]] },
			Switch: {
				main: [[to('Person: Get')], [to('B2B Company: Find')], [to('B2B Person: Enrich in Batch')]],
			},
			'Person: Get': { main: [[to('Merge', 0)]] },
			'B2B Company: Find': { main: [[to('B2B Company: Enrich in Batch')]] },
			'B2B Company: Enrich in Batch': { main: [[to('Merge', 1)]] },
			'B2B Person: Enrich in Batch': { main: [[to('Merge', 2)]] },
		},
	};
}

/** A Switch, a node of this package for each kind of row and for finding companies, and a Merge. */
export const sixNodesForList = async (n8n: BenchN8n, credential: StoredCredential): Promise<Contestant> =>
	await workflowContestant(
		n8n,
		{ client: 'sixNodes', title: 'The six nodes that it replaces' },
		sixNodes(credential),
		input,
	);
