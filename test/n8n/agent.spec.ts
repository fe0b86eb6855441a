import type { IDataObject, INode, INodeParameters } from 'n8n-workflow';

import type { StoredWorkflow } from '../../tools/host/rest/stored';
import { Companies } from '../../sandbox/data/companies';
import { Persons } from '../../sandbox/data/persons';
import { readExample, withCredential } from '../support/examples';
import { until } from '../support/until';
import { itUnlessOlder } from './older';
import { ScriptedModel } from './scriptedModel';
import { credential, n8n, sandbox } from './support';

/** The node as a tool of an AI agent, with a language model that follows a script. */

/** An example with the credentials chosen, the model's among them. */
async function imported(
	example: string,
	model: ScriptedModel,
	change: (node: INode) => INode = (node) => node,
): Promise<StoredWorkflow> {
	const client = await n8n();
	const key = { apiKey: 'scripted', url: await model.start() };
	const openAi = await client.createCredential('openAiApi', key);
	const own = await credential();
	const draft = readExample(example);
	const nodes = draft.nodes.map((node) =>
		node.name === 'Model'
			? { ...node, credentials: { openAiApi: { id: openAi.id, name: openAi.name } } }
			: change(withCredential(node, own)),
	);
	const pinData = { Chat: [{ json: { sessionId: '1', chatInput: 'Which company is it?' } }] };
	return await client.createWorkflow({ ...draft, nodes, pinData });
}

/** Has the agent with a budget answer, with a tool that is set as given. */
async function ask(
	calls: readonly IDataObject[],
	parameters: INodeParameters = {},
	agent: Partial<INode> = {},
) {
	const model = new ScriptedModel(calls);
	try {
		const created = await imported('ai-agent', model, (node) => {
			if (node.name === 'Agent') return { ...node, ...agent };
			if (node.name !== 'Look Up Company') return node;
			return { ...node, parameters: { ...node.parameters, ...parameters } };
		});
		const client = await n8n();
		const execution = await client.waitForExecution(await client.run(created.id, 'Chat'));
		return { execution, model, answer: String(execution.nodes.Agent?.at(-1)?.json[0]?.output) };
	} finally {
		await model.stop();
	}
}

const companies = new Companies(1, 100);
const persons = new Persons(1, 100, 100);

it('looks a company up and gives the model what it found', async () => {
	const { execution, model, answer } = await ask([{ cnpj: companies.cnpj(1) }]);
	expect(execution.error).toBeUndefined();
	const [tool] = model.asked[0].tools ?? [];
	expect(tool.function.description).toMatch(
		/^Get all data of a company by CNPJ\.\n1 B2C credit per document found; the same document is free for 24 hours\./,
	);
	expect(tool.function.parameters.properties).toMatchObject({
		cnpj: { type: 'string', description: 'CNPJ: A CNPJ, with or without formatting' },
	});
	expect(Object.keys(tool.function.parameters.properties as object)).toEqual(['cnpj']);
	expect(answer).toContain('Synthetic');
	// Simplified: a few fields with English names.
	expect(Object.keys((JSON.parse(model.answers[0]) as IDataObject[])[0])).toEqual(
		expect.arrayContaining(['name', 'email', 'city', 'outcome']),
	);
	expect((await sandbox().totals()).charged).toBe(1);
});

it.each([
	['within the agent', 2.2],
	['by the engine', 3],
])('spends Maximum Credits once on fifty calls %s', async (_, typeVersion) => {
	const calls = Array.from({ length: 50 }, (__, i) => ({ cnpj: companies.cnpj(i) }));
	const { execution, model } = await ask([...calls, calls[0]], {}, { typeVersion });
	expect(execution.error).toBeUndefined();
	const found = model.answers.filter((answer) => answer.includes('"outcome":"found"'));
	const refused = model.answers.filter((answer) => answer.includes("'Maximum Credits' is"));
	expect([found.length, refused.length]).toEqual([6, 45]);
	expect(model.answers.at(-1)).toBe(model.answers[0]);
	// One more request reads the balance.
	expect(await sandbox().totals()).toMatchObject({ charged: 5, requests: 6 });
});

it('gives the model a message to act on when a call is refused', async () => {
	const { answer } = await ask([{ cnpj: '00.000.000/0000-01' }]);
	expect(answer).toMatch(/is not a CNPJ: .*check digits/);
	expect((await sandbox().totals()).requests).toBe(0);
});

it('asks for the status instead of parking, which would hang the agent', async () => {
	await sandbox().post('/settings', { batchMinimumSeconds: 0 });
	const { execution, answer } = await ask([{ id_empresa: 500_001 }], {
		resource: 'b2bCompany',
		operation: 'enrichCompanyBatch',
		identifyBy: 'id_empresa',
		afterSubmission: 'webhook',
		waitLimit: 5,
		options: {},
	});
	expect(execution.status).toBe('success');
	expect(answer).toContain('"outcome":"enriched"');
});

describe('a tool that a person must approve', () => {
	const itWithApproval = itUnlessOlder('has no approval for tools');

	/** n8n does not take a click by anything that seems to be a robot. */
	const BROWSER =
		'Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/140.0.0.0 Safari/537.36';

	/** Where the buttons of the waiting execution lead. */
	const buttons = (stored: string): string[] => [
		...new Set(
			[
				...stored.matchAll(
					/https?:\/\/[^"\\\s]+\/webhook-waiting\/[^"\\\s]+approved=(?:true|false)[^"\\\s]*/g,
				),
			].map(([url]) => url),
		),
	];

	const decide = async (approved: boolean): Promise<ScriptedModel> => {
		const model = new ScriptedModel(
			[{ toolParameters: { id_pessoa: persons.id(1) }, hitlParameters: {} }],
			'Enrich_Person',
		);
		try {
			const client = await n8n();
			const created = await imported('ai-agent-approval', model);
			const id = await client.run(created.id, 'Chat');
			const waiting = await client.waitForExecution(id, { until: ['waiting'] });
			expect((await sandbox().totals()).requests).toBe(0);
			const button = buttons(waiting.stored).find((url) => url.includes(`approved=${approved}`));
			expect(button).toBeDefined();
			await fetch(String(button), { headers: { 'user-agent': BROWSER } });
			await until(() => model.answers.length > 0);
			// The answer waits for somebody to read it in the chat.
			await client.stopExecution(id);
			return model;
		} finally {
			await model.stop();
		}
	};

	itWithApproval('pays once it is approved', async () => {
		const { answers } = await decide(true);
		expect(answers.join()).toContain('"outcome":"enriched"');
		expect((await sandbox().totals()).charged).toBe(1);
	});

	itWithApproval('pays nothing when it is refused', async () => {
		const { answers } = await decide(false);
		expect(answers.join()).toContain('rejected the tool call');
		expect((await sandbox().totals()).charged).toBe(0);
	});
});
