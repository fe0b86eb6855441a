import {
	NodeConnectionTypes,
	type INodeExecutionData,
	type INodeType,
	type INodeTypeDescription,
	type IPollFunctions,
} from 'n8n-workflow';

import { listSearch, loadOptions } from '../PersonCompanyData/lists';
import { properties } from './form';
import { poll } from './poll';

export class PersonCompanyDataNewLeadsTrigger implements INodeType {
	description: INodeTypeDescription = {
		displayName: 'Person and Company Data New Leads Trigger',
		name: 'personCompanyDataNewLeadsTrigger',
		icon: {
			light: 'file:../../icons/personCompanyData.svg',
			dark: 'file:../../icons/personCompanyData.dark.svg',
		},
		group: ['trigger'],
		version: 1,
		subtitle: '={{ $parameter["resultsPerRun"] + " " + $parameter["searchFor"] + " per run" }}',
		description:
			'Start on a schedule with the next persons or companies of a B2B search in Brazil that is charged once (1 B2B credit)',
		defaults: { name: 'New Leads' },
		polling: true,
		inputs: [],
		outputs: [NodeConnectionTypes.Main],
		credentials: [{ name: 'personCompanyDataApi', required: true }],
		properties,
	};

	methods = { listSearch, loadOptions };

	async poll(this: IPollFunctions): Promise<INodeExecutionData[][] | null> {
		return await poll(this);
	}
}
