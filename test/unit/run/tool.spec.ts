import { NodeHelpers, traverseNodeParameters, type INodeParameters } from 'n8n-workflow';

import { PersonCompanyData } from '../../../nodes/PersonCompanyData/PersonCompanyData.node';
import { priceOfOperation } from '../../../nodes/PersonCompanyData/run/describe';
import { ALL } from '../../support/allOperations';
import { nodeWith } from '../../support/engine';

/** The node as a tool of an agent, set as it is when only the operation is chosen. */

const { description } = new PersonCompanyData();

/** The parameters that n8n fills in, for the node or, by the name of its type, for the tool. */
function filledIn(resource: string, operation: string, isTool: boolean): INodeParameters {
	const type = { ...description, name: isTool ? `${description.name}Tool` : description.name };
	const node = nodeWith({ type: type.name, parameters: { resource, operation } });
	return NodeHelpers.getNodeParameters(type.properties, node.parameters, true, false, node, type) ?? {};
}

/** What the model is asked for. */
function askedOf(parameters: INodeParameters) {
	const asked: Parameters<typeof traverseNodeParameters>[1] = [];
	traverseNodeParameters(parameters, asked);
	return asked;
}

const inWords = (text: string): string => text.replaceAll(/[;.]/g, '').toLowerCase();

describe.each(ALL)('%s', (_, resource, key, operation) => {
	it('says what it does and what it costs, where it is a tool', () => {
		const { toolDescription } = filledIn(resource, key, true);
		expect(toolDescription).toContain(operation.description.slice(1));
		expect(inWords(String(toolDescription))).toContain(inWords(priceOfOperation(operation)));
		expect(filledIn(resource, key, false)).not.toHaveProperty('toolDescription');
	});

	it('takes nothing from an input item, which tools do not have', () => {
		const [node, tool] = [filledIn(resource, key, false), filledIn(resource, key, true)];
		expect(JSON.stringify(tool)).not.toContain('$json');
		expect(askedOf(node)).toEqual([]);
		const fromItem = Object.keys(node).filter((name) => String(node[name]).includes('$json'));
		expect(askedOf(tool).map(({ key: name }) => name)).toEqual(expect.arrayContaining(fromItem));
		for (const { description: meaning = '' } of askedOf(tool)) expect(meaning).not.toBe('');
	});

	it('outputs nothing that the model has not asked for', () => {
		const { output = 'simplified', includeInputFields = false } = filledIn(resource, key, true);
		expect([output, includeInputFields]).toEqual(['simplified', false]);
	});
});

it('asks a model for a CNPJ in the words of the form', () => {
	expect(askedOf(filledIn('company', 'getCompany', true))).toEqual([
		{ key: 'cnpj', description: 'CNPJ: A CNPJ, with or without formatting', type: 'string' },
	]);
});
