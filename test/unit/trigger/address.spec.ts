import { EVENTS_PATH } from '../../../nodes/PersonCompanyDataTrigger/form';
import { PersonCompanyDataTrigger } from '../../../nodes/PersonCompanyDataTrigger/PersonCompanyDataTrigger.node';
import { nodeTypesOf, nodeWith, workflowAround } from '../../support/engine';
import { eventsPath } from '../../../tools/host/rest/eventsPath';

const type = new PersonCompanyDataTrigger();

/** The path as n8n reads it from the description, in a workflow and for a node with these IDs. */
function pathOf(workflowId: string, nodeId: string, parameters = {}): string {
	const node = nodeWith({ type: 'trigger', id: nodeId, webhookId: 'hook', parameters });
	const workflow = workflowAround(node, {
		id: workflowId,
		active: true,
		nodeTypes: nodeTypesOf('trigger', type),
	});
	return String(workflow.expression.getSimpleParameterValue(node, EVENTS_PATH, 'internal', {}));
}

it('ends with a secret that belongs to one node of one workflow', () => {
	const path = pathOf('workflow-1', 'node-1');
	expect(path).toMatch(/^events\/[\da-f]{40}$/);
	expect(pathOf('workflow-1', 'node-1', { kinds: ['batch'] })).toBe(path);
	expect(eventsPath({ id: 'workflow-1' }, { id: 'node-1', webhookId: 'hook' })).toBe(`/webhook/hook/${path}`);
	// A template that is imported keeps the node's ID, a node that is duplicated the workflow's.
	const all = [path, pathOf('workflow-2', 'node-1'), pathOf('workflow-1', 'node-2')];
	expect(new Set(all).size).toBe(3);
});
