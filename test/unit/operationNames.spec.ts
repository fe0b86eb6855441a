import { readdirSync, readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import type { INode, INodeProperties } from 'n8n-workflow';

import { resources } from '../../nodes/PersonCompanyData/operations';
import { PersonCompanyData } from '../../nodes/PersonCompanyData/PersonCompanyData.node';
import { PersonCompanyDataNewLeadsTrigger } from '../../nodes/PersonCompanyDataNewLeads/PersonCompanyDataNewLeadsTrigger.node';
import { userDocuments } from '../../tools/text/documents';

/** The documents call operations by the names that the editor shows: in the node's form, or in the panel of nodes. */

const operations = Object.values(resources).flatMap((resource) =>
	Object.values(resource.operations).map(({ name, action }) => ({
		name,
		action,
		names: [name, action, `${resource.name}: ${name}`],
	})),
);
const known = new Set(operations.flatMap(({ names }) => names));
const resourceNames = new Set(Object.values(resources).map(({ name }) => name));
const firstWord = (text: string): string => text.split(' ')[0];
const verbs = new Set(operations.flatMap(({ name, action }) => [firstWord(name), firstWord(action)]));

/** What fields and their choices are called. */
const labelsIn = (properties: readonly INodeProperties[]): string[] =>
	properties.flatMap(({ displayName, options = [] }) => [
		displayName,
		...options.flatMap((option) =>
			'displayName' in option ? labelsIn([option as INodeProperties]) : option.name,
		),
	]);
const nodesOfExamples = readdirSync(resolve('examples')).flatMap((file) =>
	(JSON.parse(readFileSync(resolve('examples', file), 'utf8')) as { nodes: INode[] }).nodes.map(
		({ name }) => name,
	),
);
/** What n8n calls so in the settings of a workflow. */
const OF_N8N = ['Save execution progress', 'Save successful production executions', 'Save manual executions'];
const others = new Set([
	...[new PersonCompanyData(), new PersonCompanyDataNewLeadsTrigger()].flatMap(({ description }) =>
		labelsIn(description.properties),
	),
	...nodesOfExamples,
	...OF_N8N,
]);

const boldIn = (text: string): string[] => [...text.matchAll(/\*\*([^*\n]+)\*\*/g)].map(([, bold]) => bold);
/** Begins an entry of a list, as a title does. */
const withoutTitles = (text: string): string => text.replace(/^ *(?:-|\d+\.) \*\*[^*\n]+\*\*/gm, '');

const pages = userDocuments().map((path) => ({ path, text: readFileSync(join('.', path), 'utf8') }));

it.each(pages)('$path names operations that are there', ({ text }) => {
	const looksLike = (bold: string): boolean => {
		const [resource, ...rest] = bold.split(': ');
		return verbs.has(firstWord(bold)) || (rest.length > 0 && resourceNames.has(resource));
	};
	const unknown = boldIn(withoutTitles(text)).filter((bold) => looksLike(bold) && !others.has(bold));
	expect(unknown.filter((bold) => !known.has(bold))).toEqual([]);
});
