import {
	NodeConnectionTypes,
	type INodeType,
	type INodeTypeDescription,
	type IWebhookFunctions,
	type IWebhookResponseData,
} from 'n8n-workflow';

import { EVENTS_PATH, properties } from './form';
import { receive } from './receive';

export class PersonCompanyDataTrigger implements INodeType {
	description: INodeTypeDescription = {
		displayName: 'Person and Company Data Trigger',
		name: 'personCompanyDataTrigger',
		icon: {
			light: 'file:../../icons/personCompanyData.svg',
			dark: 'file:../../icons/personCompanyData.dark.svg',
		},
		group: ['trigger'],
		version: 1,
		subtitle: '={{ $parameter["kinds"].join(", ") + ": " + $parameter["statuses"].join(", ") }}',
		// The nodes panel shows both nodes as one entry, with the trigger's description.
		description: 'Search and enrich data of persons and companies in Brazil, or start when a job is done',
		defaults: { name: 'Person and Company Data Trigger' },
		inputs: [],
		outputs: [NodeConnectionTypes.Main],
		credentials: [{ name: 'personCompanyDataApi', required: true }],
		webhooks: [
			{
				name: 'default',
				// The service probes with HEAD, possibly GET. One entry: n8n computes every path on each call.
				httpMethod: 'GET,HEAD,POST' as 'POST',
				ndvHideMethod: true,
				responseMode: 'onReceived',
				responseData: 'noData',
				path: EVENTS_PATH,
			},
		],
		properties,
	};

	/** The URL is registered by hand in the administrator profile: the API has no call for it. */
	webhookMethods = {
		default: { checkExists: async () => true, create: async () => true, delete: async () => true },
	};

	async webhook(this: IWebhookFunctions): Promise<IWebhookResponseData> {
		return await receive(this);
	}
}
