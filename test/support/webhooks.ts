import { WebhookContext } from 'n8n-core';
import {
	createRunExecutionData,
	type IDataObject,
	type INode,
	type INodeExecutionData,
	type INodeType,
	type IWebhookFunctions,
} from 'n8n-workflow';

import type { Sandbox } from '../../sandbox';
import { additionalDataFor, nodeTypesOf, nodeWith, workflowAround } from './engine';
import { credentialFor } from './harness';

/** A node's webhooks as n8n calls them: with n8n's own context, over real HTTP. */

/** What a call to a webhook came to. */
export interface Called {
	/** The answer that the caller got; 200 by n8n itself when it has stored an execution. */
	readonly status: number;
	readonly body: unknown;
	/** When the answer left, by the clock of the sandbox. */
	readonly answeredAt: number;
	/** What starts or resumes an execution, by output. */
	readonly outputs?: readonly INodeExecutionData[][];
}

export interface Call {
	readonly sandbox: Sandbox;
	readonly type: INodeType;
	readonly node: Partial<INode>;
	readonly webhook: 'default' | 'setup';
	readonly method?: string;
	readonly body?: IDataObject;
	readonly query?: IDataObject;
	readonly path?: string;
	readonly staticData?: IDataObject;
	/** What the node keeps with the execution. */
	readonly state?: IDataObject;
	/** What n8n answers once it has, or has not, stored the execution. */
	readonly stored?: 200 | 500;
	/** The log that the node writes. */
	readonly log?: string[];
	readonly credential?: IDataObject;
	/** Where the service and n8n itself reach n8n. */
	readonly publicUrl?: string;
}

/** The answer as express makes it. */
class Answer {
	statusCode = 200;
	headersSent = false;
	body: unknown;
	at = 0;
	private readonly finished: Array<() => void> = [];

	constructor(private readonly sandbox: Sandbox) {}

	once(_event: 'finish', run: () => void): void {
		this.finished.push(run);
	}

	status(code: number): this {
		this.statusCode = code;
		return this;
	}

	json(body: unknown): void {
		this.headersSent = true;
		this.body = body;
		this.at = this.sandbox.clock.now();
		for (const run of this.finished) run();
	}
}

const TYPE = 'test.node';

export function webhookContext(call: Omit<Call, 'sandbox'>, answer: object, credential: IDataObject) {
	const node = nodeWith({ parameters: {}, ...call.node, type: TYPE });
	const workflow = workflowAround(node, {
		active: true,
		nodeTypes: nodeTypesOf(TYPE, call.type),
		staticData: call.staticData ?? {},
	});
	const path = call.path ?? '/12/node';
	const httpRequest = {
		method: call.method ?? 'POST',
		path,
		originalUrl: `${path}?signature=signed&batch=${String(call.query?.batch)}`,
		ip: '127.0.0.1',
		headers: {},
		body: call.body ?? {},
		query: call.query ?? {},
	};
	const context = new WebhookContext(
		workflow,
		node,
		additionalDataFor(credential, {
			httpRequest,
			httpResponse: answer,
			...(call.publicUrl !== undefined && { webhookBaseUrl: `${call.publicUrl}/webhook` }),
		}),
		'webhook',
		{ webhookDescription: { name: call.webhook } } as never,
		[],
		call.state === undefined
			? null
			: createRunExecutionData({
					executionData: {
						contextData: { [`node:${node.name}`]: call.state },
						nodeExecutionStack: [],
					},
				} as never),
	);
	const note = (text: string): void => void call.log?.push(text);
	Object.defineProperty(context, 'logger', {
		value: { info: note, warn: note, error: note, debug: note },
	});
	return context as IWebhookFunctions;
}

/** Calls a webhook of a node. */
export async function callWebhook(call: Call): Promise<Called> {
	const answer = new Answer(call.sandbox);
	const context = webhookContext(call, answer, call.credential ?? credentialFor(call.sandbox));
	const response = await call.type.webhook?.call(context);
	if (response?.workflowData !== undefined && response.noWebhookResponse !== true)
		answer.status(call.stored ?? 200).json(undefined);
	return {
		status: answer.statusCode,
		body: answer.body,
		answeredAt: answer.at,
		outputs: response?.workflowData as INodeExecutionData[][] | undefined,
	};
}
