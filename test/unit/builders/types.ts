import { generateNodeTypeFile } from '@n8n/workflow-sdk';

import { PersonCompanyData } from '../../../nodes/PersonCompanyData/PersonCompanyData.node';

/** The name of the type definition of an operation's parameters begins and ends like this. */
const PARAMETERS =
	/^\/\*\* (.*) \*\/\nexport type (\w+)Params = \{\n {2}resource: '(\w+)';\n {2}operation: '(\w+)';$/gm;

/** The type definition that n8n hands to whatever builds workflows, made as n8n makes it. */
export function typeDefinition(): string {
	const { description } = new PersonCompanyData();
	return generateNodeTypeFile({
		...description,
		name: 'n8n-nodes-person-company-data.personCompanyData',
		properties: description.properties.filter(({ type }) => type !== 'hidden'),
	} as unknown as Parameters<typeof generateNodeTypeFile>[0]);
}

/** What it says of each operation, by its resource and operation. */
export const printedDescriptions = (
	types: string,
): Array<readonly [operation: string, description: string]> =>
	[...types.matchAll(PARAMETERS)].map(([, description, , resource, operation]) => [
		`${resource}.${operation}`,
		description,
	]);
