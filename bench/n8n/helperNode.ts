import {
	type IDataObject,
	type IExecuteFunctions,
	type IHttpRequestOptions,
	type INodeExecutionData,
	type INodeType,
	type INodeTypeDescription,
	NodeConnectionTypes,
} from 'n8n-workflow';

/*
 * The least that a node can do to call the service: n8n's HTTP helper and nothing around it. It is compiled
 * alone for the n8n that is measured, so it imports nothing but what n8n brings.
 */

const CREDENTIAL = 'personCompanyDataApi';

/** Sends a request and gives the JSON of its answer. */
type Send = (request: IDataObject) => Promise<IDataObject>;
/** Sends entries so many at a time. */
type Pace = (entries: readonly IDataObject[], work: Send) => Promise<IDataObject[]>;
type Work = (send: Send, pace: Pace, entries: readonly IDataObject[]) => Promise<IDataObject[]>;

const rowsOf = (answers: readonly IDataObject[], name: string): IDataObject[] =>
	answers.flatMap((answer) => answer[name] as IDataObject[]);

const sleep = async (ms: number): Promise<void> => await new Promise((resolve) => setTimeout(resolve, ms));

/** Works on a few entries at once, and on one more after each answer: the slow start of the package. */
const paced =
	(start: number, most: number): Pace =>
	async (entries, work) => {
		const results: IDataObject[] = [];
		let width = Math.min(start, most);
		let active = 0;
		let next = 0;
		await new Promise<void>((resolve, reject) => {
			const goOn = (): void => {
				if (active === 0 && next === entries.length) resolve();
				while (active < width && next < entries.length) {
					const index = next++;
					active++;
					work(entries[index]).then((result) => {
						results[index] = result;
						active--;
						width = Math.min(most, width + 1);
						goOn();
					}, reject);
				}
			};
			goOn();
		});
		return results;
	};

/** What is done with the items, each of which is a request. */
const works: Readonly<Record<string, Work>> = {
	each: async (send, pace, requests) => await pace(requests, send),
	/** The first page of a search, whose key makes the others free, and the others. */
	search: async (send, pace, [{ request, pages }]) => {
		const asked = request as IDataObject & { readonly body: IDataObject };
		const first = await send(asked);
		const cached = { chave_cache: first.chave_cache, total_cacheado: first.total };
		const others = Array.from({ length: Number(pages) - 1 }, (_, index) => ({ pagina: index + 2 }));
		const answers = await pace(
			others,
			async ({ pagina }) => await send({ ...asked, body: { ...asked.body, ...cached, pagina } }),
		);
		return rowsOf([first, ...answers], 'dados');
	},
	/** Batches, whose status is asked for until they are done. */
	batches: async (send, pace, batches) => {
		const statuses = await pace(batches, async ({ request, statusUrl, pollMs }) => {
			const { id_processamento: id } = await send(request as IDataObject);
			for (;;) {
				await sleep(Number(pollMs));
				const status = await send({ method: 'GET', url: String(statusUrl).replace('ID', String(id)) });
				if (status.concluido === true) return status;
			}
		});
		return rowsOf(statuses, 'contatos');
	},
};

/** A node for the benchmark alone. */
export class HttpHelper implements INodeType {
	description: INodeTypeDescription = {
		displayName: 'HTTP Helper',
		name: 'httpHelper',
		group: ['transform'],
		version: 1,
		description: "Calls n8n's HTTP helper",
		defaults: { name: 'HTTP Helper' },
		inputs: [NodeConnectionTypes.Main],
		outputs: [NodeConnectionTypes.Main],
		usableAsTool: true,
		credentials: [{ name: CREDENTIAL, required: true }],
		properties: [
			{ displayName: 'Work', name: 'work', type: 'string', default: 'each' },
			{ displayName: 'Start', name: 'start', type: 'number', default: 1 },
			{ displayName: 'Most', name: 'most', type: 'number', default: 1 },
		],
	};

	async execute(this: IExecuteFunctions): Promise<INodeExecutionData[][]> {
		const data = await this.getCredentials(CREDENTIAL);
		// Else the helper would decrypt it for each request; the package spares that, too.
		const credentialsDecrypted = { id: '', name: CREDENTIAL, type: CREDENTIAL, data };
		const send: Send = async (request) =>
			(await this.helpers.httpRequestWithAuthentication.call(
				this,
				CREDENTIAL,
				{ ...request, json: true } as unknown as IHttpRequestOptions,
				{ credentialsDecrypted },
			)) as IDataObject;
		const number = (name: string): number => Number(this.getNodeParameter(name, 0));
		const work = works[String(this.getNodeParameter('work', 0))];
		const entries = this.getInputData().map(({ json }) => json);
		const rows = await work(send, paced(number('start'), number('most')), entries);
		return [rows.map((json, item) => ({ json, pairedItem: { item: Math.min(item, entries.length - 1) } }))];
	}
}
