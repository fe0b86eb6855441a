import { readdirSync, readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import type { IConnections, IDataObject, INode } from 'n8n-workflow';

import { advancedOptions } from '../../nodes/PersonCompanyData/run/options';
import { formOf, optionsField } from '../../nodes/PersonCompanyData/run/describe';
import { resources } from '../../nodes/PersonCompanyData/operations';

/** What the examples fill in, the forms have: n8n drops other parameters without a word. And how they look. */

const ACTION = 'n8n-nodes-person-company-data.personCompanyData';
const folder = resolve('examples');
interface Example {
	readonly nodes: INode[];
	readonly connections: IConnections;
}
const read = (file: string): Example => JSON.parse(readFileSync(resolve(folder, file), 'utf8')) as Example;
const nodesOf = (file: string): INode[] => read(file).nodes;
const files = readdirSync(folder);
/** Nodes that write somewhere else, each of which an example reads first. */
const TARGETS = ['httpRequest', 'hubspot', 'salesforce', 'googleSheets'].map(
	(type) => `n8n-nodes-base.${type}`,
);
const isNote = ({ type }: INode): boolean => type === 'n8n-nodes-base.stickyNote';
const filledIn = files.flatMap((file) => {
	return nodesOf(file)
		.filter(({ type }) => type === ACTION || type === `${ACTION}Tool`)
		.map(({ name, parameters }) => ({ name: `${file}: ${name}`, parameters }));
});

/** What each paragraph of a note is about, after the first. */
const LABELS = [
	['Set', 'Cost', 'If it stops'],
	['Ajuste', 'Custo', 'Se parar'],
];

/** Whether a node waits for what comes to all of its inputs. */
const waitsForAll = ({ type, parameters }: INode): boolean =>
	type === 'n8n-nodes-base.merge' && parameters.mode === 'chooseBranch';

/** The nodes that one branch runs before it meets others. */
function alone({ nodes, connections }: Example, first: string, found = new Set<string>()): Set<string> {
	const node = nodes.find(({ name }) => name === first);
	if (node === undefined || waitsForAll(node) || found.has(first)) return found;
	found.add(first);
	for (const next of (connections[first]?.main ?? []).flat()) {
		if (next !== null) alone({ nodes, connections }, next.node, found);
	}
	return found;
}

describe.each(files)('%s', (file) => {
	const example = read(file);
	const { nodes } = example;
	const notes = nodes.filter(isNote).map(({ parameters }) => String(parameters.content));

	it('has at most seven nodes, none of which is code', () => {
		expect(nodes.length - notes.length).toBeLessThanOrEqual(7);
		expect(nodes.map(({ type }) => type)).not.toContain('n8n-nodes-base.code');
	});

	it('means the same wherever its nodes stand', () => {
		// n8n runs the branches of an output in the order of their places on the canvas.
		for (const output of Object.values(example.connections).flatMap(({ main = [] }) => main)) {
			const branches = (output ?? []).map(({ node }) => [...alone(example, node)]);
			expect(branches.filter((branch) => branch.length > 0).length).toBeLessThanOrEqual(1);
		}
	});

	it('is explained in English and in Portuguese, naming nodes that it has', () => {
		expect(notes).toHaveLength(2);
		expect(notes[0]).toContain('Choose your credential');
		expect(notes[1]).toMatch(/Escolha a sua credencial/);
		const others = ['Create', 'Enrichment Batch > Wait for Completion', 'Get Result', 'Execute Sub-workflow'];
		const known = [...nodes.map(({ name }) => name), ...others, 'Data Table'];
		for (const note of notes) {
			// Bold words that are no names end a sentence or stand before a colon.
			const named = [...note.matchAll(/\*\*([A-Z][\w >-]*)\*\*/g)].map(([, name]) => name);
			const words = LABELS.flat();
			expect(named.filter((name) => !known.includes(name) && !words.includes(name))).toEqual([]);
		}
	});

	it.each([0, 1])(
		'says in at most sixty words what to set, what it costs and what to do if it stops (%i)',
		(i) => {
			const [, ...text] = notes[i].split('\n');
			const words = text
				.join(' ')
				.split(/\s+/)
				.filter((word) => /[\p{L}\d]/u.test(word));
			expect(words.length).toBeLessThanOrEqual(60);
			expect(LABELS[i].filter((label) => !notes[i].includes(`**${label}**:`))).toEqual([]);
		},
	);

	it('states the most that it may cost, for each node or in all', () => {
		const ceilings = nodes.flatMap(({ parameters: { options } }) => {
			const { maxCredits } = (options ?? {}) as { maxCredits?: number };
			return maxCredits === undefined ? [] : [maxCredits];
		});
		const sum = ceilings.reduce((one, other) => one + other, 0);
		for (const note of notes) {
			const stated = [...note.matchAll(/\d+(?:[.,]\d{3})*/g)].map(([figure]) =>
				Number(figure.replace(/[.,]/g, '')),
			);
			const isStated = stated.includes(sum) || ceilings.every((most) => stated.includes(most));
			expect([note, isStated]).toEqual([note, true]);
		}
	});
});

/** Requests that the CRMs take in a second, as their documentation has it (a search of Pipedrive takes 10 in 2 s). */
const LIMITS: Readonly<Record<string, number>> = {
	'api.hubapi.com': 10,
	'api.pipedrive.com': 5,
	'crm.rdstation.com': 2,
};

describe('an example that writes to another product', () => {
	const placed = files.flatMap((file) =>
		nodesOf(file).map((node) => ({ name: `${file}: ${node.name}`, file, node })),
	);
	const asks = placed.filter(({ node }) => node.type === 'n8n-nodes-base.httpRequest');

	it.each(asks)('$name stays below the limit (HGData/mk-node-hubspot #89, n8n PR 7293)', ({ file, node }) => {
		const { url, options } = node.parameters;
		const { batch } = ((options as IDataObject).batching ?? {}) as { batch?: Record<string, number> };
		const host = /^=?https:\/\/([^/]+)/.exec(String(url))?.[1] ?? '';
		const [inLoop] = read(file).connections[node.name]?.main ?? [];
		const isOnce = node.name === 'Key' || node.name === 'Connected';
		const isOneByOne = isOnce || inLoop?.[0].node === 'Loop';
		const perSecond = batch === undefined ? Infinity : (batch.batchSize / batch.batchInterval) * 1000;
		expect(isOneByOne || perSecond <= LIMITS[host]).toBe(true);
	});

	it.each(files)('%s reaches it before anything is paid for', (file) => {
		const order = nodesOf(file).filter((node) => !isNote(node));
		const paid = order.findIndex(
			({ type, parameters }) => type === ACTION && /^(enrich|search)/.test(String(parameters.operation)),
		);
		const targets = (nodes: INode[]): string[] => [
			...new Set(nodes.map(({ type }) => type).filter((type) => TARGETS.includes(type))),
		];
		expect(targets(order.slice(0, paid))).toEqual(paid < 0 ? [] : targets(order));
	});
});

it.each(filledIn.filter(({ parameters }) => 'filtros_pessoa' in parameters))(
	'$name searches people who have an email, as those without one are charged, too',
	({ parameters }) => expect(parameters.filtros_pessoa).toMatchObject({ has_email: true }),
);

it.each(filledIn)('$name fills in fields that its form has', ({ parameters }) => {
	const { resource, operation, options = {}, ...fields } = parameters;
	const chosen = resources[String(resource)].operations[String(operation)];
	const form = Object.keys(formOf(chosen));
	const optional = (optionsField(chosen).property.options ?? []).map(({ name }) => name);
	// The description that an agent is given is n8n's own.
	const own = Object.keys(fields).filter((name) => name !== 'toolDescription' && name !== 'descriptionType');
	expect(own.filter((name) => !form.includes(name))).toEqual([]);
	expect(Object.keys(options as object).filter((name) => !optional.includes(name))).toEqual([]);
	const { advanced = '{}' } = options as IDataObject;
	expect(
		Object.keys(JSON.parse(advanced as string) as object).filter((name) => !(name in advancedOptions)),
	).toEqual([]);
});
