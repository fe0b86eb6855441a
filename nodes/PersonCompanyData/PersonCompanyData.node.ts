import {
	NodeConnectionTypes,
	type IExecuteFunctions,
	type INodeExecutionData,
	type INodeType,
	type INodeTypeDescription,
} from 'n8n-workflow';

import { describeResources } from './core/describe';
import { run } from './core/run';
import { listSearch, loadOptions } from './lists';
import { resources } from './resources';

export class PersonCompanyData implements INodeType {
	description: INodeTypeDescription = {
		displayName: 'Person and Company Data',
		name: 'personCompanyData',
		icon: {
			light: 'file:../../icons/personCompanyData.svg',
			dark: 'file:../../icons/personCompanyData.dark.svg',
		},
		group: ['input'],
		version: 1,
		subtitle: '={{ $parameter["operation"] + ": " + $parameter["resource"] }}',
		description: 'Search and enrich data of persons and companies in Brazil',
		defaults: { name: 'Person and Company Data' },
		usableAsTool: true,
		inputs: [NodeConnectionTypes.Main],
		outputs: [NodeConnectionTypes.Main],
		credentials: [{ name: 'personCompanyDataApi', required: true }],
		properties: describeResources(resources),
	};

	methods = { listSearch, loadOptions };

	async execute(this: IExecuteFunctions): Promise<INodeExecutionData[][]> {
		return await run(this, resources);
	}
}
