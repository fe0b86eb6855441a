import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import {
	generateNodeTypeFile,
	setSchemaBaseDirs,
	validateNodeConfig,
	validateWorkflow,
	type WorkflowJSON,
} from '@n8n/workflow-sdk';
import { orchestrateGeneration } from '@n8n/workflow-sdk/dist/generate-types/generate-types';
import type { INodePropertyOptions, INodeTypeDescription } from 'n8n-workflow';

import { PersonCompanyData } from '../../nodes/PersonCompanyData/PersonCompanyData.node';
import { descriptionOf } from '../../nodes/PersonCompanyData/run/describe';
import { PersonCompanyDataNewLeadsTrigger } from '../../nodes/PersonCompanyDataNewLeads/PersonCompanyDataNewLeadsTrigger.node';
import { PersonCompanyDataTrigger } from '../../nodes/PersonCompanyDataTrigger/PersonCompanyDataTrigger.node';
import { ALL } from '../support/allOperations';

/** What assistants and other builders of workflows read of the nodes, and what n8n checks their workflows by. */

const PACKAGE = 'n8n-nodes-person-company-data';
const { description } = new PersonCompanyData();
const descriptions = [
	description,
	new PersonCompanyDataTrigger().description,
	new PersonCompanyDataNewLeadsTrigger().description,
];

describe('every example', () => {
	const examples = readdirSync('examples').map((file) => ({
		file,
		workflow: JSON.parse(readFileSync(join('examples', file), 'utf8')) as WorkflowJSON,
	}));
	let schemas: string;
	beforeAll(async () => {
		schemas = mkdtempSync(join(tmpdir(), 'schemas-'));
		type Options = Parameters<typeof orchestrateGeneration>[0];
		const nodes = descriptions.map((each): INodeTypeDescription => ({
			...each,
			name: `${PACKAGE}.${each.name}`,
		}));
		await orchestrateGeneration({ nodes: nodes as unknown as Options['nodes'], outputDir: schemas });
		setSchemaBaseDirs([schemas]);
	});
	afterAll(() => {
		setSchemaBaseDirs([]);
		rmSync(schemas, { recursive: true, force: true });
	});

	it.each(examples)('$file is valid to n8n', ({ workflow }) => {
		const { errors, warnings } = validateWorkflow(workflow, { strictMode: true });
		expect(errors).toEqual([]);
		// Such as a note, which is connected to nothing.
		expect(warnings.filter(({ severity }) => severity !== 'informational')).toEqual([]);
	});

	it('would be refused with an operation that is not there', () => {
		const parameters = { resource: 'person', operation: 'getNothing' };
		expect(validateNodeConfig(`${PACKAGE}.personCompanyData`, 1, { parameters }).valid).toBe(false);
	});
});

/** The type definition that n8n hands to whatever builds workflows, made as n8n makes it. */
const types = generateNodeTypeFile({
	...description,
	name: `${PACKAGE}.personCompanyData`,
	properties: description.properties.filter(({ type }) => type !== 'hidden'),
} as unknown as Parameters<typeof generateNodeTypeFile>[0]);
const printed =
	/^\/\*\* (.*) \*\/\nexport type \w+Params = \{\n {2}resource: '(\w+)';\n {2}operation: '(\w+)';$/gm;

it('the type definition describes each operation with its price, and is short', () => {
	const found = [...types.matchAll(printed)].map(([, text, resource, key]) => [`${resource}.${key}`, text]);
	const wanted = ALL.map(([name, , , operation]) => [name, descriptionOf(operation)]);
	expect(found.sort()).toEqual(wanted.sort());
	// It is always handed out whole.
	expect(types.length).toBeLessThanOrEqual(105_000);
	expect(types.split(String(description.builderHint?.searchHint))).toHaveLength(2);
});

it('no two operations have one key: n8n looks descriptions up by it alone', () => {
	expect(new Set(ALL.map(([, , key]) => key)).size).toBe(ALL.length);
});

it('hints are on the entries of menus: n8n loads no package with one on resource, operation or mode', () => {
	const refused = descriptions
		.flatMap(({ properties }) => properties)
		.filter(({ name, builderHint }) => /^(resource|operation|mode)$/.test(name) && builderHint !== undefined);
	expect(refused).toEqual([]);
});

it('hints name only operations that there are', () => {
	const entries = description.properties
		.filter(({ name }) => name === 'resource' || name === 'operation')
		.flatMap(({ options }) => options as INodePropertyOptions[]);
	const hints = entries.flatMap(({ builderHint }) => builderHint?.propertyHint ?? []);
	const named = [description.builderHint?.searchHint ?? '', ...hints].flatMap(
		(hint) => hint.match(/\b(?:get|search|enrich|count|create)[A-Z]\w+/g) ?? [],
	);
	expect(named.length).toBeGreaterThan(10);
	expect(ALL.map(([, , key]) => key)).toEqual(expect.arrayContaining(named));
});
