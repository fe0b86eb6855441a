import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { IDataObject } from 'n8n-workflow';

interface Message {
	readonly role: string;
	readonly content?: unknown;
}
interface Asked {
	readonly messages: readonly Message[];
	readonly tools?: ReadonlyArray<{
		function: { name: string; description: string; parameters: IDataObject };
	}>;
}

/** A language model that calls a tool as the script says, then repeats what the tool has said. */
export class ScriptedModel {
	readonly asked: Asked[] = [];
	private server?: Server;

	/**
	 * @param calls the arguments of each call; all calls are made at once
	 * @param tool the name of the tool, the first one by default
	 */
	constructor(
		private readonly calls: readonly IDataObject[],
		private readonly tool?: string,
	) {}

	/** @returns its address */
	async start(): Promise<string> {
		this.server = createServer((request, response) => {
			let body = '';
			request.on('data', (chunk: Buffer) => (body += chunk.toString()));
			request.on('end', () => {
				const asked = JSON.parse(body) as Asked;
				this.asked.push(asked);
				response.setHeader('content-type', 'application/json');
				response.end(JSON.stringify(this.answer(asked)));
			});
		});
		await new Promise<void>((done) => this.server?.listen(0, '127.0.0.1', done));
		return `http://127.0.0.1:${(this.server.address() as AddressInfo).port}/v1`;
	}

	async stop(): Promise<void> {
		this.server?.closeAllConnections();
		await new Promise((done) => this.server?.close(done));
	}

	/** What the tool has told the model, call by call. */
	get answers(): string[] {
		const said = this.asked.at(-1)?.messages.filter(({ role }) => role === 'tool') ?? [];
		return said.map(({ content }) => (typeof content === 'string' ? content : JSON.stringify(content)));
	}

	private answer({ messages, tools = [] }: Asked): IDataObject {
		const isDone = messages.some(({ role }) => role === 'tool');
		const name = this.tool ?? tools[0]?.function.name;
		const calls = this.calls.map((given, i) => ({
			id: `call_${i}`,
			type: 'function',
			function: { name, arguments: JSON.stringify(given) },
		}));
		const message = isDone
			? { role: 'assistant', content: `The tool said: ${this.answers.join()}` }
			: { role: 'assistant', content: null, tool_calls: calls };
		return {
			id: 'chat_1',
			object: 'chat.completion',
			created: 1,
			model: 'scripted',
			choices: [{ index: 0, finish_reason: isDone ? 'stop' : 'tool_calls', message }],
			usage: { prompt_tokens: 1, completion_tokens: 1, total_tokens: 2 },
		};
	}
}
