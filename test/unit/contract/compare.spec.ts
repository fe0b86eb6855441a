import { unset } from 'lodash';

import { differences } from '../../../tools/openapi/differences';
import { openApiDocument } from '../../../tools/openapi/document/document';
import type { JsonObject } from '../../../tools/openapi/document/types';

type Draft = Record<string, unknown> & { paths: Record<string, Record<string, JsonObject>> };

const ours: JsonObject = { ...openApiDocument() };
const body = (path: string): string[] => [
	...['paths', path, 'post', 'requestBody', 'content', 'application/json', 'schema'],
];

/** The differences to a copy of our document that `change` has doctored. */
function afterChange(change: (draft: Draft) => void): string[] {
	const draft = JSON.parse(JSON.stringify(ours)) as Draft;
	change(draft);
	return [...differences(ours, draft)];
}

it('an endpoint is the same with its version in the path, and by its place whatever its IDs are called', () => {
	const change = (draft: Draft): void => {
		draft.paths = Object.fromEntries(Object.entries(draft.paths).map(([path, item]) => [`/v1${path}`, item]));
	};
	expect(afterChange(change)).toEqual([]);
});

it.each<[string, (draft: Draft) => void, string]>([
	['an endpoint', (draft) => delete draft.paths['/balance'], 'GET /balance: only here [specified]'],
	[
		'a nested field',
		(draft) =>
			unset(draft, [...body('/b2b/persons/'), 'properties', 'filtros_pessoa', 'properties', 'cargos']),
		'POST /b2b/persons > body > filtros_pessoa > cargos: only here [assumed]',
	],
])('%s that differs is reported', (_, change, difference) => {
	expect(afterChange(change)).toContain(difference);
});
