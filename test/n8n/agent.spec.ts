import { readFileSync } from 'node:fs';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { resolve } from 'node:path';
import type { IDataObject, INodeParameters } from 'n8n-workflow';

import type { WorkflowDraft } from '../../tools/host/rest/stored';
import { Companies } from '../../sandbox/data/companies';
import { credential, CREDENTIAL_TYPE, n8n, sandbox } from './support';

/** The node as a tool of an AI agent, with a language model that follows a script. */

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

/** A model that calls the first tool with the given arguments, then repeats what the tool has said. */
class ScriptedModel {
	readonly asked: Asked[] = [];
	private server?: Server;

	constructor(private readonly toolArguments: IDataObject) {}

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

	/** What the tool has told the model. */
	get told(): string {
		const said = this.asked.at(-1)?.messages.filter(({ role }) => role === 'tool') ?? [];
		return said
			.map(({ content }) => (typeof content === 'string' ? content : JSON.stringify(content)))
			.join();
	}

	private answer({ messages, tools = [] }: Asked): IDataObject {
		const isDone = messages.some(({ role }) => role === 'tool');
		const call = {
			id: 'call_1',
			type: 'function',
			function: { name: tools[0]?.function.name, arguments: JSON.stringify(this.toolArguments) },
		};
		const message = isDone
			? { role: 'assistant', content: `The tool said: ${this.told}` }
			: { role: 'assistant', content: null, tool_calls: [call] };
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

/** Has the agent of the example answer, with a tool that is set as given. */
async function ask(toolArguments: IDataObject, parameters: INodeParameters = {}) {
	const model = new ScriptedModel(toolArguments);
	const client = await n8n();
	try {
		const key = { apiKey: 'scripted', url: await model.start() };
		const openAi = await client.createCredential('openAiApi', key);
		const own = await credential();
		const draft = JSON.parse(readFileSync(resolve('examples/ai-agent.json'), 'utf8')) as WorkflowDraft;
		const nodes = draft.nodes.map((node) => {
			if (node.name === 'Model') {
				return { ...node, credentials: { openAiApi: { id: openAi.id, name: openAi.name } } };
			}
			if (node.name !== 'Look Up Company') return node;
			return {
				...node,
				parameters: { ...node.parameters, ...parameters },
				credentials: { [CREDENTIAL_TYPE]: { id: own.id, name: own.name } },
			};
		});
		const pinData = { Chat: [{ json: { sessionId: '1', chatInput: 'Which company is it?' } }] };
		const created = await client.createWorkflow({ ...draft, nodes, pinData });
		const execution = await client.waitForExecution(await client.run(created.id, 'Chat'), {
			timeoutMs: 90_000,
		});
		return { execution, model, answer: String(execution.nodes.Agent?.at(-1)?.json[0]?.output) };
	} finally {
		await model.stop();
	}
}

const companies = new Companies(1, 100);

it('looks a company up and gives the model what it found', async () => {
	const { execution, model, answer } = await ask({ cnpj: companies.cnpj(1) });
	expect(execution.error).toBeUndefined();
	const [tool] = model.asked[0].tools ?? [];
	expect(tool.function.description).toContain('Brazilian company by its CNPJ');
	expect(Object.keys(tool.function.parameters.properties as object)).toEqual(['cnpj']);
	expect(answer).toContain('Synthetic');
	expect((await sandbox().totals()).charged).toBe(1);
});

it('gives the model a message to act on when a call is refused, and no page', async () => {
	const wrong = await ask({ cnpj: '00.000.000/0000-01' });
	expect(wrong.answer).toMatch(/CNPJ of item 0 .*check digits/);
	expect((await sandbox().totals()).requests).toBe(0);

	await sandbox().post('/faults', { kind: 'html', status: 402, times: 'always' });
	const refused = await ask({ cnpj: companies.cnpj(2) });
	expect(refused.answer).toMatch(/No credits left/);
	expect(refused.answer).not.toMatch(/<html|<body/i);
});

it('respects the limit of credits', async () => {
	const { answer } = await ask({ cnpj: companies.cnpj(3) }, { options: { maxCredits: 0 } });
	expect(answer).toMatch(/Maximum Credits is 0/);
	expect((await sandbox().totals()).charged).toBe(0);
});

it('asks for the status instead of parking, which would hang the agent', async () => {
	await sandbox().post('/settings', { batchMinimumSeconds: 0 });
	const { execution, answer } = await ask(
		{ id: 500_001 },
		{
			resource: 'b2bCompany',
			operation: 'enrichBatch',
			identifyBy: 'id_empresa',
			id_empresa: "={{ $fromAI('id', 'ID of the company', 'number') }}",
			afterSubmission: 'webhook',
			waitLimit: 5,
			options: {},
		},
	);
	expect(execution.status).toBe('success');
	expect(answer).toContain('"outcome":"enriched"');
});
