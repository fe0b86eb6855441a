import type { IDataObject, INodeProperties, INodePropertyOptions } from 'n8n-workflow';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';

import {
	describeResources,
	formOf as wholeForm,
	priceOfOperation,
} from '../../nodes/PersonCompanyData/run/describe';
import type { Operation } from '../../nodes/PersonCompanyData/run/operation';
import { advancedOptions } from '../../nodes/PersonCompanyData/run/options';
import { resources } from '../../nodes/PersonCompanyData/operations';
import { PersonCompanyDataApi } from '../../credentials/PersonCompanyDataApi.credentials';
import { PersonCompanyDataNewLeadsTrigger } from '../../nodes/PersonCompanyDataNewLeads/PersonCompanyDataNewLeadsTrigger.node';
import { PersonCompanyDataTrigger } from '../../nodes/PersonCompanyDataTrigger/PersonCompanyDataTrigger.node';
import { ALL, type Entry } from '../support/allOperations';
import { filtersOf, inputOf, knownValues } from './support/goodInput';
import surface from './surface.json';
import { useNode } from './support/useNode';
import { announceUndocumented } from '../support/document/watch';

/**
 * Rules that hold for every operation, so that a new one is tested before anybody writes its test. What its form
 * says is held to n8n's guidelines in test/unit/checklists.spec.ts.
 */

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

const formOf = (operation: Operation): INodeProperties[] =>
	Object.entries(wholeForm(operation)).map(([name, { property }]) => ({ ...property, name }));

it.each(ALL)('%s is described with its price, in whole sentences', (_, resource, key, operation) => {
	const menu = describeResources(resources).find(
		({ name, displayOptions }) =>
			name === 'operation' && (displayOptions?.show?.resource as string[]).includes(resource),
	);
	const { description, action } =
		(menu?.options as INodePropertyOptions[]).find(({ value }) => value === key) ?? {};
	expect(operation.description).toMatch(/^[A-Z].*[^.\s]$/);
	const [price, ...exceptions] = priceOfOperation(operation).split(/; (?=the same )/);
	const begin = `${operation.description}. ${price}.`;
	expect(description?.startsWith(begin)).toBe(true);
	expect(description?.slice(begin.length).toLowerCase()).toBe(
		exceptions
			.map((exception) => ` ${exception}.`)
			.join('')
			.toLowerCase(),
	);
	expect(description).not.toMatch(/\.\.|undefined|null| {2}/);
	expect(action).toBe(operation.action);
});

describe('the surface that saved workflows rely on', () => {
	/** What a saved value means: the type, what stands for none, and what can be chosen. */
	const meaning = ({ type, default: none, options = [], typeOptions }: INodeProperties): string => {
		const hasMenu = type === 'options' || type === 'multiOptions';
		const menu = (options as INodePropertyOptions[]).map(({ value }) => JSON.stringify(value));
		return [
			type,
			...(typeOptions?.multipleValues === true ? ['several'] : []),
			`default ${JSON.stringify(none)}`,
			...(hasMenu && menu.length > 0 ? [`one of ${menu.join(' ')}`] : []),
		].join(', ');
	};
	const meanings = (properties: readonly INodeProperties[]): Record<string, string> =>
		Object.fromEntries(
			// Notices hold no value.
			withInner(properties)
				.filter(([, { type }]) => type !== 'notice')
				.map(([place, property]) => [place, meaning(property)]),
		);
	const operations = Object.entries(resources).flatMap(([resource, { operations }]) =>
		Object.entries(operations).map(([key, operation]): [string, Record<string, string>] => [
			`${resource} ${key}`,
			meanings(formOf(operation)),
		]),
	);
	const advanced = Object.entries(advancedOptions).map(([name, { property }]) => ({ ...property, name }));
	const current = {
		...Object.fromEntries(operations),
		advanced: meanings(advanced),
		trigger: meanings(new PersonCompanyDataTrigger().description.properties),
		newLeadsTrigger: meanings(new PersonCompanyDataNewLeadsTrigger().description.properties),
		credential: meanings(new PersonCompanyDataApi().properties),
	};

	it('is the frozen one', () => {
		if (process.env.UPDATE_SURFACE === '1') {
			writeFileSync(join(__dirname, 'surface.json'), `${JSON.stringify(current, null, 2)}\n`);
			return;
		}
		const how =
			'Names and values of resources, operations and fields are saved in workflows, and a default stands for what is not: adding is free, anything else changes what users have. ' +
			'To take the present ones over: UPDATE_SURFACE=1 npx jest --selectProjects node --testPathPatterns operations, then read the diff of test/node/surface.json.';
		expect({ how, surface: current }).toEqual({ how, surface });
	});
});

describe('a form', () => {
	const { sandbox, run } = useNode({ persons: 300, companies: 100 });

	/** Read by the run; what they do has specs of its own. */
	const OF_RUN = ['ifNothingFound', 'skipEnriched', 'skipFindingId', 'url_webhook'];

	it.each(ALL)('of %s has no field that is not read', async (...[name, , , operation]) => {
		const { parameters, good } = await inputOf(sandbox, operation);
		// What decides which others are shown is read by that.
		const shows = Object.values(operation.fields).flatMap(({ show = {} }) => Object.keys(show));
		const read = new Set([...OF_RUN.map((field) => `options.${field}`), ...shows]);
		const noting = <T extends object>(input: T, way = ''): T =>
			new Proxy(input, {
				get: (target, field: string) => {
					read.add(`${way}${field}`);
					const value: unknown = Reflect.get(target, field);
					return field === 'options' ? noting(value as object, 'options.') : value;
				},
			});
		const { prepare } = operation;
		const spied = jest.spyOn(operation, 'prepare');
		spied.mockImplementation((input, ...more) => prepare(noting(input), ...more));
		const menus = Object.entries(operation.fields).filter(([, { property }]) => property.type === 'options');
		const chosen = menus.flatMap(([menu, { property }]) =>
			(property.options as INodePropertyOptions[]).map(({ value }) => ({ [menu]: value })),
		);
		for (const choice of [{}, ...chosen])
			await run(name, { ...filtersOf(operation), ...parameters, ...choice }, [
				{ ...knownValues(sandbox), ...good },
			]);
		const own = [
			...Object.keys(operation.fields),
			...Object.keys(operation.options ?? {}).map((field) => `options.${field}`),
		];
		expect(own.filter((field) => !read.has(field))).toEqual([]);
	});
});

describe('with two items of which the second fails', () => {
	const { sandbox, run: runNamed } = useNode({ persons: 300, companies: 100 });

	const run = async (
		[name, , , operation]: Entry,
		parameters: IDataObject,
		items: readonly IDataObject[],
	) => {
		const options = {
			...(operation.run !== undefined && { maxConcurrentRequests: 1 }),
			additionalQueryParameters: '={{ JSON.stringify($json.uf ? { item: $json.uf } : {}) }}',
		};
		return await runNamed(name, { ...filtersOf(operation), ...parameters, options }, items);
	};

	it.each(ALL)('%s outputs the first and says why the second failed', async (...entry) => {
		const [, , , operation] = entry;
		const { parameters, good } = await inputOf(sandbox, operation);
		// Another call than the first one's: equal calls of one run are sent once.
		const items = [good, Object.keys(good).length === 0 ? { uf: 'RJ' } : {}];
		if (Object.keys(good).length === 0) {
			// Nothing can be wrong with the input: the second item's call fails.
			announceUndocumented('*', 'query item');
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
		const [{ json }] = failed;
		if (operation.list !== undefined)
			expect(json).toMatchObject({ outcome: 'invalid', reason: expect.any(String) });
		else
			expect([json.error, json.message].join('. ')).toMatch(
				/^'[A-Z].*' (is|has) |^The service rejected the request\. The service says: "Fault 400"\. /,
			);
	});

	it.each(ALL)('%s sends what the user puts in the place of an assumption', async (...entry) => {
		const [name, , , operation] = entry;
		const [{ method }] = operation.calls;
		announceUndocumented('*', 'query added');
		const { parameters, good } = await inputOf(sandbox, operation);
		const send = async (options: IDataObject) => {
			const before = sandbox.requests.all.length;
			await runNamed(name, { ...filtersOf(operation), ...parameters, options }, [good]);
			return sandbox.requests.all.slice(before);
		};
		const query = { additionalQueryParameters: '{"added": "yes"}' };
		expect((await send(query)).map(({ query }) => query)).toContainEqual(
			expect.objectContaining({ added: 'yes' }),
		);
		if (method !== 'POST') return;
		announceUndocumented('*', 'body extra');
		const sent = await send({ additionalBodyFields: '{"extra": {"a": 1}}' });
		expect(sent.map(({ body }) => body)).toContainEqual(expect.objectContaining({ extra: { a: 1 } }));
	});
});
