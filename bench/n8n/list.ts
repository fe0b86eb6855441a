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

/** To which of the four branches a row goes: CPF, CNPJ, email address or profile URL. */
const BRANCH =
	'={{ /@/.test($json.contact) ? 2 : /\\//.test($json.contact) ? 3 : $json.contact.length === 11 ? 0 : 1 }}';

function sevenNodes(credential: StoredCredential): Graph {
	const own = (name: string, parameters: INodeParameters): INode => packageNode(name, parameters, credential);
	const nodes = [
		rows(),
		node('Switch', 'switch', 3.2, { mode: 'expression', numberOutputs: 4, output: BRANCH }),
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
		...(['email', 'url_social'] as const).map((name) =>
			own(`B2B Person: ${name}`, {
				resource: 'b2bPerson',
				operation: 'enrichPersonBatch',
				identifyBy: name,
				[name]: CONTACT,
				...WAIT,
			}),
		),
		node('Merge', 'merge', 3.2, { mode: 'append', numberInputs: 4 }),
	];
	return {
		nodes,
		connections: {
			Rows: { main: [[to('Switch')]] },
			Switch: {
				main: [
					[to('Person: Get')],
					[to('B2B Company: Find')],
					[to('B2B Person: email')],
					[to('B2B Person: url_social')],
				],
			},
			'Person: Get': { main: [[to('Merge', 0)]] },
			'B2B Company: Find': { main: [[to('B2B Company: Enrich in Batch')]] },
			'B2B Company: Enrich in Batch': { main: [[to('Merge', 1)]] },
			'B2B Person: email': { main: [[to('Merge', 2)]] },
			'B2B Person: url_social': { main: [[to('Merge', 3)]] },
		},
	};
}

/** A Switch, a node of this package for each kind of row and for finding companies, and a Merge. */
export const sevenNodesForList = async (n8n: BenchN8n, credential: StoredCredential): Promise<Contestant> =>
	await workflowContestant(
		n8n,
		{ client: 'sevenNodes', title: 'The seven nodes that it replaces' },
		sevenNodes(credential),
		input,
	);
