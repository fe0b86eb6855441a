import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import {
	setSchemaBaseDirs,
	validateNodeConfig,
	validateWorkflow,
	type WorkflowJSON,
} from '@n8n/workflow-sdk';
import { orchestrateGeneration } from '@n8n/workflow-sdk/dist/generate-types/generate-types';
import type { INodeTypeDescription } from 'n8n-workflow';

import { PersonCompanyData } from '../../../nodes/PersonCompanyData/PersonCompanyData.node';
import { PersonCompanyDataNewLeadsTrigger } from '../../../nodes/PersonCompanyDataNewLeads/PersonCompanyDataNewLeadsTrigger.node';
import { PersonCompanyDataTrigger } from '../../../nodes/PersonCompanyDataTrigger/PersonCompanyDataTrigger.node';

/** n8n's own validation of workflows, with schemas that n8n makes of the package's nodes, accepts every example. */

const PACKAGE = 'n8n-nodes-person-company-data';
const NODE = `${PACKAGE}.personCompanyData`;
const descriptions = [
	new PersonCompanyData(),
	new PersonCompanyDataTrigger(),
	new PersonCompanyDataNewLeadsTrigger(),
].map(({ description }): INodeTypeDescription => ({
	...description,
	name: `${PACKAGE}.${description.name}`,
}));

const folder = resolve('examples');
const examples = readdirSync(folder).map((file) => ({
	file,
	workflow: JSON.parse(readFileSync(join(folder, file), 'utf8')) as WorkflowJSON,
}));

let schemas: string;
beforeAll(async () => {
	schemas = mkdtempSync(join(tmpdir(), 'schemas-'));
	type Options = Parameters<typeof orchestrateGeneration>[0];
	await orchestrateGeneration({ nodes: descriptions as unknown as Options['nodes'], outputDir: schemas });
	setSchemaBaseDirs([schemas]);
});
afterAll(() => {
	setSchemaBaseDirs([]);
	rmSync(schemas, { recursive: true, force: true });
});

it.each(examples)('$file is valid', ({ workflow }) => {
	const { errors, warnings } = validateWorkflow(workflow, { strictMode: true });
	expect(errors).toEqual([]);
	// Such as a note, which is connected to nothing.
	expect(warnings.filter(({ severity }) => severity !== 'informational')).toEqual([]);
});

it('would find what is wrong', () => {
	const get = { resource: 'person', operation: 'getPerson' };
	expect(validateNodeConfig(NODE, 1, { parameters: get }).valid).toBe(true);
	expect(validateNodeConfig(NODE, 1, { parameters: { ...get, operation: 'getNothing' } }).valid).toBe(false);
	expect(validateNodeConfig(NODE, 1, { parameters: { ...get, output: 'everything' } }).valid).toBe(false);
	expect(validateNodeConfig(NODE, 1, { parameters: { ...get, selectedFields: ['name'] } }).valid).toBe(false);
});
