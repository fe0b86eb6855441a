import { Workflow, type INode, type INodeTypes } from 'n8n-workflow';

import { PersonCompanyData } from '../../../nodes/PersonCompanyData/PersonCompanyData.node';
import { ALL } from '../../support/allOperations';

/** The line below a node on the canvas says what it does. */

const type = new PersonCompanyData();
const nodeTypes = { getByNameAndVersion: () => type } as unknown as INodeTypes;

const subtitleOf = (resource: string, operation: string): unknown => {
	const node: INode = {
		id: 'n',
		name: 'N',
		type: 'n',
		typeVersion: 1,
		position: [0, 0],
		parameters: { resource, operation },
	};
	const { expression } = new Workflow({ id: 'w', nodes: [node], connections: {}, active: false, nodeTypes });
	return expression.getSimpleParameterValue(node, type.description.subtitle, 'internal', {});
};

it.each(ALL)('%s', (_, resource, key, { action }) => {
	expect(subtitleOf(resource, key)).toBe(action);
});

it('is empty for a choice of n8n itself', () => {
	expect(subtitleOf('person', '__CUSTOM_API_CALL__')).toBeUndefined();
});
