import type { INodePropertyOptions } from 'n8n-workflow';

import { PersonCompanyData } from '../../../nodes/PersonCompanyData/PersonCompanyData.node';
import { PersonCompanyDataNewLeadsTrigger } from '../../../nodes/PersonCompanyDataNewLeads/PersonCompanyDataNewLeadsTrigger.node';
import { PersonCompanyDataTrigger } from '../../../nodes/PersonCompanyDataTrigger/PersonCompanyDataTrigger.node';
import { typeDefinition } from './types';

/** What n8n prints to models that choose nodes and build workflows with them. */

const { description } = new PersonCompanyData();
const menus = description.properties.filter(({ name }) => name === 'resource' || name === 'operation');
const entries = menus.flatMap(({ options }) => options as INodePropertyOptions[]);
const operations = entries.filter(({ action }) => action !== undefined).map(({ value }) => String(value));
const hints = [
	description.builderHint?.searchHint ?? '',
	...entries.flatMap(({ builderHint }) => builderHint?.propertyHint ?? []),
];

it('are on the entries of the menus: n8n loads no package with one on resource, operation or mode', () => {
	const all = [
		description,
		new PersonCompanyDataTrigger().description,
		new PersonCompanyDataNewLeadsTrigger().description,
	];
	const refused = all
		.flatMap(({ properties }) => properties)
		.filter(
			({ name, builderHint }) =>
				['resource', 'operation', 'mode'].includes(name) && builderHint !== undefined,
		);
	expect(refused).toEqual([]);
	expect(hints.length).toBeGreaterThan(20);
});

it('name only operations that there are', () => {
	const named = hints.flatMap((hint) => hint.match(/\b(?:get|search|enrich|count|create)[A-Z]\w+/g) ?? []);
	expect(named.length).toBeGreaterThan(15);
	expect(named.filter((name) => !operations.includes(name))).toEqual([]);
});

it('stand once in the type definition, with what all operations share', () => {
	const types = typeDefinition();
	expect(types.split(String(description.builderHint?.searchHint))).toHaveLength(2);
	expect(types).toContain('@advanced JSON with any of: additionalBodyFields, ');
	expect(types).toContain('@selectedFields any of: name, ');
});
