import { PersonCompanyData } from '../../../nodes/PersonCompanyData/PersonCompanyData.node';
import { ALL } from '../../support/allOperations';
import { nodeTypesOf, nodeWith, workflowAround } from '../../support/engine';

/** The line below a node on the canvas says what it does. */

const type = new PersonCompanyData();

const subtitleOf = (resource: string, operation: string): unknown => {
	const node = nodeWith({ type: 'n', parameters: { resource, operation } });
	const { expression } = workflowAround(node, { active: false, nodeTypes: nodeTypesOf('n', type) });
	return expression.getSimpleParameterValue(node, type.description.subtitle, 'internal', {});
};

it.each(ALL)('%s', (_, resource, key, { action }) => {
	expect(subtitleOf(resource, key)).toBe(action);
});

it('is empty for a choice of n8n itself', () => {
	expect(subtitleOf('person', '__CUSTOM_API_CALL__')).toBeUndefined();
});
