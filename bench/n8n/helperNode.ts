import type {
	IExecuteFunctions,
	IHttpRequestOptions,
	INodeExecutionData,
	INodeType,
	INodeTypeDescription,
} from 'n8n-workflow';

const MAIN = 'main';
const CREDENTIAL = 'personCompanyDataApi';

/**
 * The least that a node can do: n8n's HTTP helper, so many calls at once. n8n loads it from its custom folder, so it
 * imports nothing but types.
 */
export class HelperAlone implements INodeType {
	description: INodeTypeDescription = {
		displayName: 'Helper Alone',
		name: 'helperAlone',
		group: ['transform'],
		version: 1,
		description: 'Sends a request for each item',
		defaults: { name: 'Helper Alone' },
		usableAsTool: true,
		inputs: [MAIN],
		outputs: [MAIN],
		credentials: [{ name: CREDENTIAL, required: true }],
		properties: [
			{ displayName: 'Request', name: 'request', type: 'json', default: '{}' },
			{ displayName: 'Concurrency', name: 'concurrency', type: 'number', default: 1 },
		],
	};

	async execute(this: IExecuteFunctions): Promise<INodeExecutionData[][]> {
		const items = this.getInputData();
		const concurrency = this.getNodeParameter('concurrency', 0) as number;
		const outputs: INodeExecutionData[] = [];
		let next = 0;
		const work = async (): Promise<void> => {
			while (next < items.length) {
				const item = next++;
				const text = this.getNodeParameter('request', item) as string;
				const options = JSON.parse(text) as IHttpRequestOptions;
				const json = await this.helpers.httpRequestWithAuthentication.call(this, CREDENTIAL, options);
				outputs[item] = { json, pairedItem: { item } };
			}
		};
		await Promise.all(Array.from({ length: concurrency }, work));
		return [outputs];
	}
}
