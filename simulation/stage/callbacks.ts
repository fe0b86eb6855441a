import { once } from 'node:events';
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { WebhookContext } from 'n8n-core';
import type { INodeExecutionData, IWebhookData, IWebhookDescription } from 'n8n-workflow';

import { packageNode, type Engine, type Execution } from './engine';
import type { SimulatedTime } from './time';
import type { Traffic } from './traffic';

type Items = readonly INodeExecutionData[];

/**
 * The part of n8n that the service calls: the published node's address, which is probed and called back, and
 * the addresses of executions that wait. The node's own code answers at both.
 */
export class Callbacks {
	private readonly server: Server;
	private readonly waiting = new Map<string, { execution: Execution; goOn: (items: Items) => void }>();
	private engine?: Engine;

	constructor(
		private readonly time: SimulatedTime,
		private readonly traffic: Traffic,
	) {
		this.server = createServer((message, response) => {
			void this.respond(message, response).catch((error: Error) => {
				response.writeHead(500).end(error.stack);
			});
		});
	}

	/** Opens the server; its address is what the engine tells the service. */
	async open(): Promise<string> {
		await new Promise<void>((resolve) => this.server.listen(0, '127.0.0.1', resolve));
		return `http://127.0.0.1:${(this.server.address() as AddressInfo).port}`;
	}

	/** Whose executions are called back. */
	serve(engine: Engine): void {
		this.engine = engine;
	}

	/** The items that a parked execution goes on with; the others have theirs already. */
	async itemsOf(execution: Execution): Promise<Items> {
		if (!execution.isParked) return execution.items;
		return await new Promise((goOn) => this.waiting.set(execution.id, { execution, goOn }));
	}

	close(): void {
		this.server.close();
		this.server.closeAllConnections();
	}

	private async respond(message: IncomingMessage, response: ServerResponse): Promise<void> {
		// What the service says in it is not used.
		message.resume();
		await this.time.during(once(message, 'end'));
		const url = new URL(message.url ?? '/', 'http://n8n');
		const [, segment, id] = url.pathname.split('/');
		if (segment === 'webhook') {
			// The node tries again while the execution is not waiting yet, so time passes.
			await this.ask('default', this.template, message, response, url);
			return;
		}
		const waiting = this.waiting.get(id);
		if (waiting === undefined) {
			response.writeHead(409).end('not waiting yet');
			return;
		}
		// The node answers, and reads the status again until it says that the batch is complete.
		const answered = await this.ask('setup', waiting.execution, message, response, url);
		if (answered.workflowData === undefined) return;
		this.waiting.delete(id);
		waiting.goOn(answered.workflowData[0] ?? []);
	}

	/** The published workflow, without any execution. */
	private get template(): Pick<Execution, 'workflow' | 'node'> {
		if (this.engine === undefined) throw new Error('No engine is served');
		return this.engine.workflowOf({ resource: 'b2bPerson', operation: 'enrichPersonBatch', parameters: {} });
	}

	private async ask(
		name: 'default' | 'setup',
		{ workflow, node, ...execution }: Pick<Execution, 'workflow' | 'node'> & Partial<Execution>,
		message: IncomingMessage,
		response: ServerResponse,
		url: URL,
	) {
		const description = packageNode.description.webhooks?.find((webhook) => webhook.name === name);
		const context = new WebhookContext(
			workflow,
			node,
			(this.engine as Engine).additionalData(execution.id ?? '', {
				httpRequest: {
					method: message.method,
					path: url.pathname,
					originalUrl: url.pathname + url.search,
					headers: message.headers,
					body: {},
					params: {},
					query: Object.fromEntries(url.searchParams),
				},
				httpResponse: expressLike(response),
			}),
			'webhook',
			{ webhookDescription: description as IWebhookDescription } as IWebhookData,
			[],
			execution.data ?? null,
		);
		this.traffic.watch(context.helpers);
		const { httpRequest } = context.helpers;
		context.helpers.httpRequest = async (options) => await this.time.during(httpRequest(options));
		return await packageNode.webhook.call(context);
	}
}

/** An answer as n8n's server hands it to nodes. */
function expressLike(response: ServerResponse) {
	const answer = {
		get headersSent() {
			return response.headersSent;
		},
		status: (code: number) => {
			response.statusCode = code;
			return answer;
		},
		json: (body: unknown) => response.end(JSON.stringify(body)),
	};
	return answer;
}
