import {
	NodeConnectionTypes,
	type IExecuteFunctions,
	type INodeExecutionData,
	type INodeType,
	type INodeTypeDescription,
	type IWebhookFunctions,
	type IWebhookResponseData,
} from 'n8n-workflow';

import { CALLBACK_METHODS, CALLBACK_PATH } from '../../core/background/callbackAddress';
import { describeResources, subtitleOf } from './run/describe';
import { run } from './run/run';
import { builderHint } from './builderHint';
import { receiveCallback } from './callback/receiveCallback';
import { listSearch, loadOptions } from './lists';
import { resources } from './operations';

export class PersonCompanyData implements INodeType {
	description: INodeTypeDescription = {
		displayName: 'Person and Company Data (Brazil, CNPJ, CPF)',
		name: 'personCompanyData',
		icon: {
			light: 'file:../../icons/personCompanyData.svg',
			dark: 'file:../../icons/personCompanyData.dark.svg',
		},
		group: ['input'],
		version: 1,
		subtitle: subtitleOf(resources),
		description: 'Look up, search and enrich persons and companies in Brazil by CPF, CNPJ, name or filters',
		defaults: { name: 'Person and Company Data' },
		builderHint,
		usableAsTool: true,
		inputs: [NodeConnectionTypes.Main],
		outputs: [NodeConnectionTypes.Main],
		credentials: [{ name: 'personCompanyDataApi', required: true }],
		webhooks: [
			{
				name: 'default',
				httpMethod: CALLBACK_METHODS as 'POST',
				responseMode: 'onReceived',
				path: CALLBACK_PATH,
				ndvHideUrl: true,
			},
			{
				name: 'setup',
				httpMethod: 'POST',
				responseMode: 'onReceived',
				path: '={{ $nodeId }}',
				restartWebhook: true,
				ndvHideUrl: true,
			},
		],
		waitingNodeTooltip: 'Waiting for the service to call back',
		properties: describeResources(resources),
	};

	methods = { listSearch, loadOptions };

	/** Nothing to register: each batch names its webhook URL, and the service probes it. */
	webhookMethods = {
		default: { checkExists: async () => true, create: async () => true, delete: async () => true },
	};

	async execute(this: IExecuteFunctions): Promise<INodeExecutionData[][]> {
		return await run(this, resources, this.continueOnFail());
	}

	async webhook(this: IWebhookFunctions): Promise<IWebhookResponseData> {
		return await receiveCallback(this);
	}
}
