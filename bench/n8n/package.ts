import type { INodeParameters } from 'n8n-workflow';

import type { N8n } from '../../tools/host/n8n';
import type { StoredCredential } from '../../tools/host/client';
import { PACKAGE_NAME } from '../../tools/host/pack';
import type { Contestant } from '../measure/contestant';
import { PAGE_SIZE } from '../plan';
import { companyIds, cpfsTwice, FILTERS } from '../service';
import { MEASURED, node, splitOut } from './workflow';
import { workflowContestant } from './workflowContestant';

const TYPE = `${PACKAGE_NAME}.personCompanyData`;
/** As many at once as the comparison has; the limit per minute is there for the real service's sake. */
const atOnce = (maxConcurrentRequests: number): INodeParameters => ({
	maxConcurrentRequests,
	maxRequestsPerMinute: 0,
});

const ABOUT = { client: 'package', title: 'This package in n8n' } as const;

/** This package's node, enriching one company per item. */
export const packageEnrich = async (
	n8n: N8n,
	credential: StoredCredential,
	concurrency: number,
): Promise<Contestant> =>
	await workflowContestant(
		n8n,
		ABOUT,
		[
			splitOut('Items', 'body.items'),
			node(
				MEASURED,
				TYPE,
				1,
				{
					resource: 'b2bCompany',
					operation: 'enrichNow',
					identifyBy: 'id_empresa',
					id_empresa: '={{ $json.id_empresa }}',
					options: atOnce(concurrency),
				},
				credential,
			),
		],
		(size) => ({ items: companyIds(size).map((id) => ({ id_empresa: id })) }),
	);

/** This package's node, looking one person up per item. */
export const packageLookUp = async (
	n8n: N8n,
	credential: StoredCredential,
	concurrency: number,
): Promise<Contestant> =>
	await workflowContestant(
		n8n,
		ABOUT,
		[
			splitOut('Items', 'body.items'),
			node(
				MEASURED,
				TYPE,
				1,
				{ resource: 'person', operation: 'get', cpf: '={{ $json.cpf }}', options: atOnce(concurrency) },
				credential,
			),
		],
		(size) => ({ items: cpfsTwice(size).map((cpf) => ({ cpf })) }),
	);

/** This package's node, loading pages of a search. */
export const packageSearch = async (
	n8n: N8n,
	credential: StoredCredential,
	concurrency: number,
): Promise<Contestant> =>
	await workflowContestant(
		n8n,
		ABOUT,
		[
			node(
				MEASURED,
				TYPE,
				1,
				{
					resource: 'b2bPerson',
					operation: 'search',
					...FILTERS,
					returnAll: false,
					limit: '={{ $json.body.rows }}',
					options: atOnce(concurrency),
				},
				credential,
			),
		],
		(size) => ({ rows: size * PAGE_SIZE }),
	);
