import type { IDataObject, INode, INodeExecutionData, IRun } from 'n8n-workflow';

import { PersonCompanyData } from '../../../nodes/PersonCompanyData/PersonCompanyData.node';
import type { Sandbox } from '../../../sandbox';
import { begin, credentialFor, nodeWith, workflowAround } from '../../support/engine';
import { nodeTypes, type NodeRun } from '../../support/harness';
import { callWebhook, type Called } from '../../support/webhooks';
import { AS_RETURNED, NODE_TYPE } from '../../support/workflowNodes';

/** What came of the run of a node in a published workflow, which may wait to be called back. */
export interface ParkedRun {
	readonly run: IRun;
	readonly isParked: boolean;
	/** What n8n has noted as the node's output. */
	readonly items: readonly INodeExecutionData[];
	/** The items that n8n passes on at the limit of the wait. */
	readonly waiting: readonly INodeExecutionData[];
	/** Calls back at the address that came with a submission. */
	readonly callBack: (url: string) => Promise<Called>;
}

interface Wanted extends Omit<NodeRun, 'credential'> {
	/** Values of the credential besides address and key. */
	readonly credential?: IDataObject;
}

const type = new PersonCompanyData();
let executions = 0;

/** Runs the node in a published workflow; the service does not probe its address. */
export async function runPublished(
	sandbox: Sandbox,
	{ resource, operation, parameters, settings, credential, items = [{}] }: Wanted,
): Promise<ParkedRun> {
	sandbox.set({ webhookProbe: 'none' });
	const node: INode = nodeWith({
		type: NODE_TYPE,
		webhookId: 'hook',
		parameters: {
			resource,
			operation,
			...AS_RETURNED,
			afterSubmission: 'webhook',
			...parameters,
		} as INode['parameters'],
		...settings,
	});
	const { ended } = await begin({
		workflow: workflowAround(node, { active: true, nodeTypes }),
		mode: 'trigger',
		executionId: String(900_000 + ++executions),
		items,
		credential: { ...credentialFor(sandbox), ...credential },
		addresses: {
			webhookBaseUrl: 'http://127.0.0.1/webhook',
			webhookWaitingBaseUrl: 'http://127.0.0.1/webhook-waiting',
			formWaitingBaseUrl: 'http://127.0.0.1/form-waiting',
		},
		resumeToken: 'token',
	});
	const run = await ended;
	const { resultData, executionData } = run.data;
	return {
		run,
		isParked: run.waitTill !== undefined && run.waitTill !== null,
		items: resultData.runData.Node?.[0]?.data?.main[0] ?? [],
		waiting: executionData?.nodeExecutionStack[0]?.data.main[0] ?? [],
		callBack: async (url) => {
			const resume = new URL(url).searchParams.get('resume') ?? '';
			return await callWebhook({
				sandbox,
				type,
				node,
				webhook: 'setup',
				path: resume.split('?')[0],
				state: executionData?.contextData[`node:${node.name}`] as IDataObject,
			});
		},
	};
}

/** The callback addresses of the submissions so far, in order. */
export const callbackUrls = ({ requests }: Sandbox): string[] =>
	requests.all.flatMap(({ body }) => (body as { url_webhook?: string } | undefined)?.url_webhook ?? []);
