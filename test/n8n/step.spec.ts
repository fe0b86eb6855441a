import { n8n, sandbox, serviceNode, workflow } from './support';

/** "Execute step" of the editor, where n8n itself looks for the trigger to start from. */

it.each([
	['searches', 'searchB2bPersons', { filtros_pessoa: { niveis_senioridade: ['Pleno'] }, limit: 5 }],
	['waits by webhook once it is published', 'enrichPersonBatch', { afterSubmission: 'webhook' }],
])('starts a step at once that %s', async (_, operation, parameters) => {
	const client = await n8n();
	const step = await serviceNode('Step', 'b2bPerson', operation, parameters);
	const draft = workflow([step]);
	const created = await client.createWorkflow({ ...draft, pinData: {} });
	const execution = await client.waitForExecution(await client.runStep(created.id, 'Step'));
	expect(execution.nodes).toHaveProperty('Step');
	expect((await sandbox().totals()).charged).toBeLessThanOrEqual(1);
});
