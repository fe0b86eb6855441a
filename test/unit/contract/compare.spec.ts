import { set, unset } from 'lodash';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { compareCommand } from '../../../tools/openapi/compare/command';
import { differences } from '../../../tools/openapi/compare/differences';
import { openApiDocument } from '../../../tools/openapi/document/document';
import type { JsonObject } from '../../../tools/openapi/document/types';

type Draft = Record<string, unknown> & { paths: Record<string, Record<string, JsonObject>> };

const ours: JsonObject = { ...openApiDocument() };
const body = (path: string): (string | number)[] => [
	'paths',
	path,
	'post',
	'requestBody',
	'content',
	'application/json',
	'schema',
];

/** The differences to a copy of our document that `change` has doctored, one line each. */
function afterChange(change: (draft: Draft) => void, answers = false): string[] {
	const draft = JSON.parse(JSON.stringify(ours)) as Draft;
	change(draft);
	return differences(ours, draft, { answers }).map(
		({ group, endpoint, text, assumed }) =>
			`${group} | ${endpoint} | ${text} | ${assumed ? 'assumed' : 'specified'}`,
	);
}

describe('comparing with an OpenAPI document', () => {
	it('finds no difference to itself, the answers included', () => {
		expect(afterChange(() => undefined, true)).toEqual([]);
	});

	it.each<[string, (draft: Draft) => void, string]>([
		[
			'an endpoint that is missing there',
			(draft) => delete draft.paths['/balance'],
			'Endpoints only here | GET /balance |  | specified',
		],
		[
			'an extra endpoint that is missing there',
			(draft) => delete draft.paths['/company/intel/'],
			'Endpoints only here | GET /company/intel/ |  | assumed',
		],
		[
			'an endpoint that is missing here',
			(draft) => (draft.paths['/news/'] = { get: { responses: {} } }),
			'Endpoints only there | GET /news/ |  | specified',
		],
		[
			'another method',
			(draft) => {
				draft.paths['/enrichment/'] = { put: draft.paths['/enrichment/'].post };
			},
			'Methods | /enrichment/ | POST here, PUT there | specified',
		],
		[
			'another trailing slash',
			(draft) => {
				draft.paths['/cbo'] = draft.paths['/cbo/'];
				delete draft.paths['/cbo/'];
			},
			'Trailing slashes | /cbo/ | with a slash at the end here, without one there | assumed',
		],
		[
			'another name of a query parameter',
			(draft) => set(draft, ['paths', '/persons/', 'get', 'parameters', 0, 'name'], 'document'),
			'Parameters | GET /persons/ | query cpf: only here | assumed',
		],
		[
			'a query parameter beside specified ones',
			(draft) =>
				set(draft, ['paths', '/chatapp/search/', 'get', 'parameters', 2], {
					name: 'country',
					in: 'query',
					schema: { type: 'string' },
				}),
			'Parameters | GET /chatapp/search/ | query country: only there (string) | specified',
		],
		[
			'another name of a path parameter',
			(draft) => {
				const item = draft.paths['/b2b/status/{id_processamento}'];
				delete draft.paths['/b2b/status/{id_processamento}'];
				draft.paths['/b2b/status/{id}'] = set(item, ['get', 'parameters', 0, 'name'], 'id');
			},
			'Parameters | GET /b2b/status/{id_processamento} | path parameter 1: named id_processamento here, id there | specified',
		],
		[
			'a missing header',
			(draft) => unset(draft, ['paths', '/b2b/companies/enrich/sync', 'post', 'parameters']),
			'Parameters | POST /b2b/companies/enrich/sync | header idempotency-key: only here | specified',
		],
		[
			'another required flag',
			(draft) => set(draft, ['paths', '/chatapp/search/', 'get', 'parameters', 0, 'required'], false),
			'Parameters | GET /chatapp/search/ | query ddd: required here, optional there | specified',
		],
		[
			'a nested body field that is missing there',
			(draft) =>
				unset(draft, [...body('/b2b/persons/'), 'properties', 'filtros_pessoa', 'properties', 'cargos']),
			'Body fields | POST /b2b/persons/ | filtros_pessoa.cargos: only here | assumed',
		],
		[
			'a nested body field that is missing here',
			(draft) =>
				set(
					draft,
					[...body('/b2b/persons/enrich/bulk'), 'properties', 'contatos', 'items', 'properties', 'rg'],
					{ type: 'string' },
				),
			'Body fields | POST /b2b/persons/enrich/bulk | contatos[].rg: only there (string) | assumed',
		],
		[
			'another type',
			(draft) => set(draft, [...body('/b2b/persons/'), 'properties', 'pagina', 'type'], ['string', 'null']),
			'Body fields | POST /b2b/persons/ | pagina: integer here, string there | specified',
		],
		[
			'another required body field',
			(draft) => set(draft, [...body('/b2b/persons/'), 'required'], ['pagina']),
			'Body fields | POST /b2b/persons/ | pagina: optional here, required there | assumed',
		],
		[
			'another closed list',
			(draft) =>
				set(
					draft,
					[...body('/persons/prospect/'), 'anyOf', 1, 'properties', 'file_formatting', 'enum'],
					['csv', 'txt'],
				),
			'Body fields | POST /persons/prospect/ | file_formatting: values only here: <spreadsheet>; values only there: txt | specified',
		],
		[
			'an open list',
			(draft) =>
				unset(draft, [...body('/persons/prospect/'), 'anyOf', 1, 'properties', 'file_formatting', 'enum']),
			'Body fields | POST /persons/prospect/ | file_formatting: closed list here (<spreadsheet>, csv), open there | specified',
		],
		[
			'a missing body',
			(draft) => unset(draft, ['paths', '/enrichment/', 'post', 'requestBody']),
			'Body fields | POST /enrichment/ | body: only here | assumed',
		],
	])('finds %s', (_what, change, expected) => {
		expect(afterChange(change)).toContain(expected);
	});

	it('finds differences of the answers only when they are asked for', () => {
		const change = (draft: Draft): void => {
			set(draft, ['components', 'schemas', 'Status', 'properties', 'custo'], { type: 'integer' });
		};
		expect(afterChange(change)).toEqual([]);
		expect(afterChange(change, true)).toContain(
			'Answer fields | GET /b2b/status/{id_processamento} | custo: only there (integer) | assumed',
		);
	});

	it('takes a version in the paths for one in the base address', () => {
		const moved = (draft: Draft): void => {
			draft.servers = [{ url: 'https://service.example/' }];
			draft.paths = Object.fromEntries(
				Object.entries(draft.paths).map(([path, item]) => [`/api/v1${path}`, item]),
			);
		};
		expect(afterChange(moved)).toEqual([]);
	});

	it('reads OpenAPI 2.0, references and forms included', () => {
		const old = {
			swagger: '2.0',
			basePath: '/v1',
			definitions: {
				Node: { properties: { child: { $ref: '#/definitions/Node' } } },
				Submission: {
					type: 'object',
					required: ['contatos'],
					allOf: [
						{ properties: { url_webhook: { type: 'string', 'x-nullable': true } } },
						{ properties: { contatos: { items: { $ref: '#/definitions/Contact' } } } },
					],
				},
				Contact: { type: 'object', properties: { id_pessoa: { type: 'integer' } } },
			},
			paths: {
				'/b2b/persons/enrich/bulk': {
					post: { parameters: [{ in: 'body', name: 'body', schema: { $ref: '#/definitions/Submission' } }] },
				},
				'/enrichment/': {
					post: {
						parameters: [
							{ in: 'formData', name: 'name', type: 'string', required: true },
							{ in: 'formData', name: 'tree', schema: {}, $comment: 'kept', required: false },
						],
					},
				},
			},
		};
		const found = differences(ours, old).filter(({ group }) => group === 'Body fields');
		expect(found.map(({ endpoint, text }) => `${endpoint} ${text}`)).toEqual([
			'POST /b2b/persons/enrich/bulk contatos[].url_social: only here',
			'POST /b2b/persons/enrich/bulk contatos[].email: only here',
			'POST /b2b/persons/enrich/bulk contatos[].cpf: only here',
			'POST /enrichment/ layout_id: only here',
			'POST /enrichment/ parameters: only here',
			'POST /enrichment/ file: only here',
			'POST /enrichment/ callback_email: only here',
			'POST /enrichment/ tree: only there (anything)',
		]);
	});
});

describe('npm run openapi:compare', () => {
	const folder = mkdtempSync(join(tmpdir(), 'compare-'));
	const docs = resolve(__dirname, '../../../docs');
	const run = (...args: string[]): { status: number; text: string } => {
		const printed: string[] = [];
		const status = compareCommand(args, (text) => printed.push(text));
		return { status, text: printed.join('\n') };
	};
	const fileWith = (name: string, text: string): string => {
		const path = join(folder, name);
		writeFileSync(path, text);
		return path;
	};
	afterAll(() => rmSync(folder, { recursive: true }));

	it.each(['openapi.json', 'openapi.yaml'])('exits 0 without differences to docs/%s', (name) => {
		expect(run(join(docs, name), '--answers')).toEqual({ status: 0, text: 'No differences.' });
	});

	it('exits 1 with a grouped report', () => {
		const { status, text } = run(
			fileWith('small.yaml', 'openapi: 3.0.3\npaths:\n  /balance/:\n    get: {}\n'),
		);
		expect(status).toBe(1);
		expect(text).toMatch(/^Endpoints only here \(\d+\)\n {2}\w+ \/\S+ \[ours: \w+\]\n/);
		expect(text).toContain(
			'Trailing slashes (1)\n  /balance: without a slash at the end here, with one there [ours: assumed]',
		);
		expect(text).toMatch(/\d+ differences: our side is assumed in \d+, specified in \d+\.$/);
	});

	it('reads what contains itself', () => {
		const schema = '&s {type: object, properties: {contato: *s}}';
		const post = `{requestBody: {content: {application/json: {schema: ${schema}}}}}`;
		const path = fileWith('endless.yaml', `openapi: 3.1.0\npaths: {/b2b/persons/enrich: {post: ${post}}}\n`);
		expect(run(path).text).toContain('POST /b2b/persons/enrich\n    contato: object here, anything there');
	});

	it('takes the live words', () => {
		const live = openApiDocument({ chatApp: 'talk', socialUrl: 'net_url', spreadsheet: 'sheet' });
		const path = fileWith('live.json', JSON.stringify(live));
		expect(run(path).status).toBe(1);
		const words = ['--chatapp', 'talk', '--url-social', 'net_url', '--spreadsheet', 'sheet'];
		expect(run(path, '--answers', ...words)).toEqual({ status: 0, text: 'No differences.' });
	});

	it.each<[string, () => string[], RegExp]>([
		['no file', () => [], /^Usage: /],
		['an unknown option', () => ['a.json', '--words'], /^Unknown option '--words'\. Usage: /],
		['a missing file', () => [join(folder, 'none.json')], /there is no such file$/],
		['a folder', () => [folder], /EISDIR/],
		['no YAML', () => [fileWith('bad.yaml', 'a: [1\nb: }')], /neither JSON nor YAML/],
		['a text', () => [fileWith('text.yaml', 'hello')], /not an OpenAPI document .*no version/],
		['an empty file', () => [fileWith('empty.json', '')], /not an OpenAPI document/],
		['another version', () => [fileWith('v4.json', '{"openapi": "4.0.0"}')], /it says 4\.0\.0/],
		['no paths', () => [fileWith('nopaths.json', '{"openapi": "3.1.0"}')], /without paths$/],
		[
			'a broken reference',
			() => [fileWith('ref.json', '{"openapi": "3.1.0", "paths": {"/a": {"$ref": "#/components/none"}}}')],
			/the reference #\/components\/none leads nowhere$/,
		],
	])('exits 2 with one line for %s', (_what, args, message) => {
		const { status, text } = run(...args());
		expect(status).toBe(2);
		expect(text).toMatch(message);
		expect(text.split('\n')).toHaveLength(1);
	});
});
