import groupBy from 'lodash/groupBy';
import uniq from 'lodash/uniq';

import { messagePlaces, situations } from '../../contract/errors';
import { refusals } from '../../sandbox/base/refusals';
import type { Endpoint } from '../../contract/model/endpoint';
import type { Assumption, Schema } from '../../contract/model/schema';
import { table } from '../text/markdown';

/** An assumption, at the part of the call and the dotted name of the field in it. */
type Found = readonly [place: string, assumption: Assumption];

/** The marks of a schema and of everything in it. */
function inSchema(schema: Schema, place: string): Found[] {
	const mark = schema['x-assumed'];
	return [
		...(mark === undefined ? [] : [[place, mark] as const]),
		...Object.entries(schema.properties ?? {}).flatMap(([name, property]) =>
			inSchema(property, `${place} ${name}`.replace(/^(\S+) (\S+) /, '$1 $2.')),
		),
		...(schema.items === undefined ? [] : inSchema(schema.items, `${place}[]`)),
		...(schema.anyOf ?? []).flatMap((form) => inSchema(form, place)),
	];
}

function inEndpoint(endpoint: Endpoint): Found[] {
	const otherBodies = (endpoint.otherBodies ?? []).map((schema) => ['body', schema] as const);
	const parts = [
		['path', endpoint.pathParameters],
		['query', endpoint.query],
		['header', endpoint.headers],
		['body', endpoint.body],
		...otherBodies,
		...Object.entries(endpoint.responses).map(([status, schema]) => [`answer${status}`, schema] as const),
	] as const;
	return [
		...(endpoint.assumed === undefined ? [] : [['endpoint', endpoint.assumed] as const]),
		...(endpoint.billing.assumed === undefined ? [] : [['price', endpoint.billing.assumed] as const]),
		...parts.flatMap(([place, schema]) => (schema === undefined ? [] : inSchema(schema, place))),
	];
}

const inErrors: readonly Found[] = [
	...Object.entries(refusals).map(([wrong, { status, assumed }]): Found => [
		`refused for ${wrong}: ${status}`,
		assumed,
	]),
	...messagePlaces.map(({ path, assumed }): Found => [`text at ${path.join('.')}`, assumed]),
	['code at error.code', { sources: ['documented'] }],
	...situations.flatMap(({ kind, statuses, pattern, assumed }): Found[] => {
		if (assumed === undefined) return [];
		const status = statuses === undefined ? 'any status' : [...new Set(statuses)].join('–');
		return [[`${kind}: ${status}${pattern ? ' and text' : ''}`, assumed]];
	}),
];

/** Everything that the specification does not show, with where it was learnt; the same at several endpoints is one row. */
export function assumptionsTable(endpoints: Readonly<Record<string, Endpoint>>): string {
	const row = (where: string, [place, { sources, note = '' }]: Found): string[] => [
		where,
		`\`${place}\``,
		sources.join(', '),
		note,
	];
	const all = Object.entries(endpoints).flatMap(([name, endpoint]) =>
		inEndpoint(endpoint).map((found) => ({ name: `\`${name}\``, found })),
	);
	const groups = Object.values(groupBy(all, ({ found }) => JSON.stringify(found)));
	return table(
		['Where', 'What', 'Sources', 'Note'],
		[
			...groups.map((some) => row(uniq(some.map(({ name }) => name)).join(', '), some[0].found)),
			...inErrors.map((found) => row('errors', found)),
		],
	);
}
