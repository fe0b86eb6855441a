import type { IDataObject, INodeProperties, INodePropertyOptions } from 'n8n-workflow';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';

import codex from '../../nodes/PersonCompanyData/PersonCompanyData.node.json';
import { endpoints } from '../../contract';
import { describeResources, optionsField, priceOf } from '../../nodes/PersonCompanyData/run/describe';
import type { Operation } from '../../nodes/PersonCompanyData/run/operation';
import { resources } from '../../nodes/PersonCompanyData/resources';
import type { Sandbox } from '../../sandbox';
import { ALL, type Entry } from './allOperations';
import { filtersOf, inputOf } from './goodInput';
import { credentialFor, runNode, type NodeResult } from './harness';
import surface from './surface.json';
import { useSandbox } from './useSandbox';

/** Rules that hold for every operation, so that a new one is tested before anybody writes its test. */

const SMALL =
	/^(a|an|and|as|at|but|by|for|from|if|in|into|nor|of|off|on|onto|or|over|per|the|to|up|via|vs|with|em|de|da|do|e)$/;
/** Words that are no title case: the first and last are capitals, small words in between are not. */
const notTitled = (title: string): string[] => {
	const words = title.split(/[\s/]+/).map((word) => word.replace(/[()&,]/g, ''));
	return words.filter((word, i) => {
		if (word === '' || /^[\d<=>~.,\-–+]/.test(word)) return false;
		const isSmall = SMALL.test(word);
		return i === 0 || i === words.length - 1 ? !/^[A-Z]/.test(word) : !isSmall && !/^[A-ZÀ-Ý]/.test(word);
	});
};

/** A form's fields with those of its collections, however deep, by the way to them. */
const withInner = (properties: readonly INodeProperties[], way = ''): Array<[string, INodeProperties]> =>
	properties.flatMap((property): Array<[string, INodeProperties]> => {
		const place = `${way}${property.name}`;
		const inner = property.options ?? [];
		const below =
			property.type === 'collection'
				? withInner(inner as INodeProperties[], `${place} > `)
				: property.type === 'fixedCollection'
					? inner.flatMap((group) => withInner('values' in group ? group.values : [], `${place} > `))
					: [];
		return [[place, property], ...below];
	});

const formOf = ({ fields }: Operation): INodeProperties[] =>
	Object.entries(fields).map(([name, { property }]) => ({ ...property, name }));
const optionsOf = (operation: Operation): INodeProperties => ({
	...optionsField(operation).property,
	name: 'options',
});
const everyField = (operation: Operation) => withInner([...formOf(operation), optionsOf(operation)]);

const names = (properties: readonly unknown[] = []): string[] =>
	(properties as ReadonlyArray<{ name: string }>).map(({ name }) => name);

describe.each(ALL)('%s', (_, resource, key, operation) => {
	it('has its labels in title case, and an action to be found by', () => {
		expect(notTitled(operation.name)).toEqual([]);
		expect(key).toMatch(/^[a-z][A-Za-z]*$/);
		expect(operation.action).toMatch(/^[A-Z](?!.*\.$).{4,}$/);
	});

	it('is described with its price, in whole sentences', () => {
		const menu = describeResources(resources).find(
			({ name, displayOptions }) =>
				name === 'operation' && (displayOptions?.show?.resource as string[]).includes(resource),
		);
		const { description, action } =
			(menu?.options as INodePropertyOptions[]).find(({ value }) => value === key) ?? {};
		expect(operation.description).toMatch(/^[A-Z].*[^.\s]$/);
		const beyond = operation.calls[0].section === 'beyondSpecification';
		const remark = beyond ? ' Not in the specification of the service.' : '';
		expect(description).toBe(`${operation.description}. ${priceOf(operation)}.${remark}`);
		expect(description).not.toMatch(/\.\.|undefined|null| {2}/);
		expect(action).toBe(operation.action);
	});

	it('has parameter names of its own, each once', () => {
		const all = [...Object.keys(operation.fields), 'resource', 'operation', 'options'];
		expect(new Set(all).size).toBe(all.length);
		for (const [, { type, options }] of everyField(operation)) {
			if (type !== 'collection') continue;
			expect(new Set(names(options)).size).toBe(options?.length);
		}
	});

	it('labels and describes its fields as n8n does', () => {
		const wrong = everyField(operation).flatMap(([place, { displayName, description, type, ...field }]) => {
			const about: string[] = notTitled(displayName).map((word) => `label word "${word}"`);
			if (displayName.trim() === '') about.push('no label');
			if (type === 'boolean' && !/^Whether /.test(description ?? '')) about.push('not "Whether …"');
			if (type === 'json' && !description) about.push('no description');
			if (description !== undefined) {
				const sentences = description.split(/[.!?] (?=[A-Z])/).length;
				if (!/^[A-Z]/.test(description)) about.push('description begins small');
				if (description.endsWith('.') !== sentences > 1) about.push('full stop');
				if (/\.\.|undefined| {2}/.test(description)) about.push('description');
			}
			const { placeholder } = field;
			const isSet = type === 'collection' || type === 'fixedCollection';
			if (placeholder !== undefined && !placeholder.startsWith(isSet ? 'Add ' : 'e.g. ')) {
				about.push(`placeholder "${placeholder}"`);
			}
			if (type === 'collection' && placeholder === undefined) about.push('no placeholder');
			for (const option of type === 'options' || type === 'multiOptions' ? (field.options ?? []) : []) {
				if (option.name.trim() === '') about.push('choice without label');
			}
			return about.map((what) => `${place}: ${what}`);
		});
		expect(wrong).toEqual([]);
	});

	it('has a default of the right type for every field', () => {
		const kinds: Readonly<Record<string, string>> = { boolean: 'boolean', collection: 'object' };
		for (const [place, { type, default: initial, options, required, typeOptions }] of everyField(operation)) {
			expect([place, initial]).not.toEqual([place, undefined]);
			if (typeof initial === 'string' && initial.startsWith('=')) continue;
			if (kinds[type] !== undefined) expect([place, typeof initial]).toEqual([place, kinds[type]]);
			if (type !== 'options' || typeOptions?.loadOptionsMethod !== undefined) continue;
			const values = (options as INodePropertyOptions[]).map(({ value }) => value);
			expect([place, values.includes(initial as string), required]).toEqual([place, true, required]);
		}
	});

	it('names endpoints of the contract only', () => {
		expect(operation.calls.filter((call) => !Object.values<unknown>(endpoints).includes(call))).toEqual([]);
	});
});

describe('n8n’s own wording', () => {
	const standard: Readonly<Record<string, Partial<INodeProperties>>> = {
		returnAll: {
			displayName: 'Return All',
			default: false,
			description: 'Whether to return all results or only up to a given limit',
		},
		limit: { displayName: 'Limit', default: 50, description: 'Max number of results to return' },
	};
	it.each(ALL)('is used for what all nodes have: %s', (_, _resource, _key, operation) => {
		for (const property of formOf(operation)) {
			expect(property).toMatchObject(standard[property.name] ?? {});
			if (property.name === 'limit') expect(property.typeOptions?.minValue).toBe(1);
		}
	});

	it('labels resources in title case, in the singular', () => {
		for (const { name } of Object.values(resources)) {
			expect(notTitled(name)).toEqual([]);
			expect(name).not.toMatch(/[^s]s$/);
		}
	});
});

describe('the codex', () => {
	it('is complete, so that n8n does not drop it', () => {
		expect(codex).toMatchObject({
			node: 'n8n-nodes-person-company-data.personCompanyData',
			codexVersion: '1.0',
			nodeVersion: '1.0',
			resources: expect.any(Object) as object,
		});
		expect(codex.alias.length).toBe(new Set(codex.alias.map((word) => word.toLowerCase())).size);
		const known = ['Sales', 'Marketing', 'Data & Storage', 'Analytics', 'Finance & Accounting'];
		expect(codex.categories.filter((category) => !known.includes(category))).toEqual([]);
	});
});

describe('the surface that saved workflows rely on', () => {
	const current = Object.fromEntries(
		Object.entries(resources).map(([resource, { operations }]) => [
			resource,
			Object.fromEntries(
				Object.entries(operations).map(([key, operation]) => [
					key,
					{ fields: Object.keys(operation.fields), options: names(optionsOf(operation).options) },
				]),
			),
		]),
	);

	it('is the frozen one', () => {
		if (process.env.UPDATE_SURFACE === '1') {
			writeFileSync(join(__dirname, 'surface.json'), `${JSON.stringify(current, null, 2)}\n`);
			return;
		}
		const how =
			'Names of resources, operations and fields are saved in workflows: adding is free, renaming or removing breaks users. ' +
			'To take the present names over: UPDATE_SURFACE=1 npx jest --selectProjects node --testPathPatterns operations, then read the diff of test/node/surface.json.';
		expect({ how, surface: current }).toEqual({ how, surface });
	});
});

describe('with two items of which the second fails', () => {
	let sandbox: Sandbox;
	useSandbox({ persons: 300, companies: 100 }, (started) => {
		sandbox = started;
	});

	async function run(
		[, resource, key, operation]: Entry,
		parameters: IDataObject,
		items: readonly IDataObject[],
	): Promise<NodeResult> {
		return await runNode({
			credential: credentialFor(sandbox),
			resource,
			operation: key,
			parameters: {
				...filtersOf(operation),
				...parameters,
				options: {
					// Another call for each item, so that they do not share an answer.
					additionalQueryParameters: '={{ JSON.stringify($json.uf ? { item: $json.uf } : {}) }}',
					...(operation.run !== undefined && { maxConcurrentRequests: 1 }),
				},
			},
			items,
			settings: { onError: 'continueRegularOutput' },
		});
	}

	it.each(ALL)('%s outputs the first and says why the second failed', async (...entry) => {
		const [, , , operation] = entry;
		const { parameters, good } = await inputOf(sandbox, operation);
		// Another call than the first one's: equal calls of one run are sent once.
		const items = [good, Object.keys(good).length === 0 ? { uf: 'RJ' } : {}];
		if (Object.keys(good).length === 0) {
			// Nothing can be wrong with the input: the second item's call fails.
			const before = sandbox.requests.all.length;
			await run(entry, parameters, [good]);
			const skip = sandbox.requests.all.length - before;
			sandbox.faults.add({ kind: 'status', status: 400, skip, times: 'always' });
		}
		const { items: got, error } = await run(entry, parameters, items);
		expect(error).toBeUndefined();
		const failed = got.filter(({ pairedItem }) => JSON.stringify(pairedItem) === '{"item":1}');
		const first = got.filter((item) => !failed.includes(item));
		expect(first.length).toBeGreaterThan(0);
		for (const { json, pairedItem } of first) {
			expect(json).not.toHaveProperty('error');
			expect(pairedItem).toEqual({ item: 0 });
		}
		expect(failed).toHaveLength(1);
		expect(failed[0].json.error).toMatch(/ of item 1 |^The service rejected the request: "Fault 400"$/);
	});

	it.each(ALL)('%s sends what the user puts in the place of an assumption', async (...entry) => {
		const [, resource, key, operation] = entry;
		const [{ method }] = operation.calls;
		const { parameters, good } = await inputOf(sandbox, operation);
		const send = async (options: IDataObject) => {
			const before = sandbox.requests.all.length;
			await runNode({
				credential: credentialFor(sandbox),
				resource,
				operation: key,
				parameters: { ...filtersOf(operation), ...parameters, options },
				items: [good],
				settings: { onError: 'continueRegularOutput' },
			});
			return sandbox.requests.all.slice(before);
		};
		const query = { additionalQueryParameters: '{"added": "yes"}' };
		const elsewhere = await send({ requestPath: '/another/path', ...query });
		expect(elsewhere.find(({ path }) => path.endsWith('/another/path'))).toMatchObject({
			method,
			query: { added: 'yes' },
		});
		if (method !== 'POST') return;
		const sent = await send({ additionalBodyFields: '{"extra": {"a": 1}}' });
		expect(sent.find((request) => request.method === method)?.body).toMatchObject({ extra: { a: 1 } });
	});
});
