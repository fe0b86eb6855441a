import type { IDataObject } from 'n8n-workflow';
import set from 'lodash/set';

import type { Field, Fields, SameFor } from '../../core/form/field';
import { formOf } from '../../nodes/PersonCompanyData/run/describe';
import type { Sandbox } from '../../sandbox';
import { ALL, type Entry } from '../support/allOperations';
import { credentialFor, rows, runNode, type NodeResult, type NodeRun } from '../support/harness';
import { allControls } from './support/controls';
import { filtersOf, inputOf } from './support/goodInput';
import { useSandbox } from './support/useSandbox';
import { placed } from '../support/placed';

/** What decides for several items is the same for all of them, or nothing is sent. */

let sandbox: Sandbox;
useSandbox({ persons: 300, companies: 100 }, (started) => {
	sandbox = started;
});

/** The fields of a form with those of its options, by their path. */
const fieldsOf = (fields: Fields, way = ''): Array<readonly [path: string, Field]> =>
	Object.entries(fields).flatMap(([name, field]) => [
		[`${way}${name}`, field] as const,
		...fieldsOf(field.fields ?? {}, `${way}${name}.`),
	]);

const declared = (sameFor: SameFor) =>
	ALL.flatMap((entry) =>
		fieldsOf(formOf(entry[3]))
			.filter(([, field]) => field.sameFor === sameFor)
			.map(([path, field]) => ({ name: `${entry[0]} ${path}`, entry, path, field })),
	);

const run = async (
	[, resource, operation]: readonly [string, string, string, ...unknown[]],
	parameters: IDataObject,
	items: readonly IDataObject[],
	settings: NodeRun['settings'] = {},
): Promise<NodeResult> =>
	await runNode({ credential: credentialFor(sandbox), resource, operation, parameters, items, settings });

/** Runs an operation with two items between which one field differs; nothing must be sent. */
async function runWithTwo(entry: Entry, path: string, settings?: NodeRun['settings']): Promise<NodeResult> {
	const [, , , operation] = entry;
	const { parameters, good } = await inputOf(sandbox, operation);
	const control = allControls(formOf(operation)).find((one) => one.path === path);
	const values = [...new Set(control?.values.map((value) => JSON.stringify(value)))];
	const all: IDataObject = { ...filtersOf(operation), ...parameters };
	for (const [base, value] of control?.base ?? []) set(all, base, value);
	const chosen = values.slice(-2).map((value) => JSON.parse(value) as IDataObject);
	set(all, path, '={{ $json.chosen[$itemIndex] }}');
	const items = [0, 1].map((): IDataObject => ({ ...good, chosen }));
	const before = sandbox.requests.all.length;
	const result = await run(entry, all, items, settings);
	expect(sandbox.requests.all.slice(before)).toEqual([]);
	return result;
}

/** One operation of each field is enough: a form takes the same field from the same place. */
const ofRun = declared('run').filter(
	({ path }, i, all) => all.findIndex((other) => other.path === path) === i,
);

describe('what decides for the whole run', () => {
	it.each(ofRun)('$name', async ({ entry, path, field: { property } }) => {
		const { error } = await runWithTwo(entry, path);
		if (property.noDataExpression === true && !path.startsWith('options.advanced.')) {
			// Outside of JSON, n8n evaluates no expression here, so that imported JSON cannot make items differ either.
			expect(error?.message).toMatch(/ is not (one of the available options|true or false but text)\.$/);
			return;
		}
		expect(error?.message).toMatch(
			/^.* differs between row 1 and row 2\. Options that apply to the whole run must be the same for all items\.$/,
		);
		expect(error?.message.startsWith(property.displayName)).toBe(true);
		expect(error?.description).toContain("{{ $('Node').first().json.x }}");
	});

	const get = ['person.getPerson', 'person', 'getPerson'] as const;

	it('counts for items that are not valid otherwise, too', async () => {
		const { error } = await run(
			get,
			{ cpf: '={{ $json.cpf }}', options: { maxCredits: '={{ $json.max }}' } },
			[
				{ cpf: '1', max: 1 },
				{ cpf: sandbox.persons.cpf(0), max: 5 },
			],
			{ onError: 'continueRegularOutput' },
		).then(({ items: [{ json }] }) => json as { error: string });
		expect(error).toContain('Maximum Credits differs between row 1 and row 2.');
		expect(sandbox.requests.all).toEqual([]);
	});

	it.each([
		[[5, '5'], undefined],
		[[5, undefined], 'Maximum Credits differs between row 1 and row 2.'],
		[[undefined, undefined], '2 of 2 rows are not valid. Rows 1, 2: Maximum Credits is empty.'],
		[[5, 'many'], 'Maximum Credits differs between row 1 and row 2.'],
	])('with %j', async (max, message) => {
		const items = max.map((one) => ({ cpf: sandbox.persons.cpf(0), ...(one !== undefined && { max: one }) }));
		const parameters = { cpf: '={{ $json.cpf }}', options: { maxCredits: '={{ $json.max }}' } };
		const { error } = await run(get, parameters, items);
		expect(error?.message.split(' Options')[0]).toBe(message);
	});

	it('may be an expression that does not depend on the item', async () => {
		const options = { maxCredits: "={{ $('Start').first().json.max }}", previewCost: true };
		const items = [0, 1].map((i) => ({ cpf: sandbox.persons.cpf(i), max: 5 - i }));
		const { items: got, error } = await run(get, { cpf: '={{ $json.cpf }}', ...placed(options) }, items);
		expect(error).toBeUndefined();
		expect(got[0].json).toMatchObject({ preview: true, creditsAtMost: 2 });
	});

	it('takes no expression in the editor where none makes sense', () => {
		const open = ofRun.filter(
			({ field: { property } }) =>
				['boolean', 'options'].includes(property.type) && property.noDataExpression !== true,
		);
		// Whoever fills in a form may choose whether to pay again.
		const names = open.map(({ field: { property } }) => property.displayName);
		expect([...new Set(names)]).toEqual(['Skip Records Enriched Before']);
	});
});

/**
 * Fields of operations that serve items together, which are not declared as the same for all: each item has its own,
 * because the operation tells items apart by it, or groups them.
 */
const OF_ITEM = [
	/^(identifyBy|contact|id_pessoa|id_empresa|cpf|cnpj|email|url_social|phone|id_processamento|source|inputBinaryField)$/,
	/^options(\.(advanced(\.(additionalBodyFields|additionalQueryParameters))?))?$/,
];

it.each(ALL.filter(([, , , { runAll }]) => runAll !== undefined))(
	'%s reads nothing from one item for all that is not declared',
	(_, _resource, _key, operation) => {
		const open = fieldsOf(formOf(operation)).filter(([, { sameFor }]) => sameFor === undefined);
		const paths = open.map(([path]) => path);
		expect(paths.filter((path) => !OF_ITEM.some((known) => known.test(path)))).toEqual([]);
	},
);

describe('what decides for items that share one piece of work', () => {
	const search = { filtros_empresa: { estados: ['SP'] } };
	const job = { jobName: 'x', quantity: 5, filters: { states: rows('SP') }, afterCreation: 'wait' };
	const id = () => ({ id_empresa: sandbox.companies.id(1), cnpj: sandbox.companies.cnpj(1), n: 1 });
	const minutes = { waitLimit: '={{ $json.n }}' };

	it.each<[string, string, IDataObject, string]>([
		[
			'b2bCompany',
			'enrichCompanyNow',
			{ identifyBy: 'id_empresa', ...minutes },
			'Wait Limit (Minutes) differs',
		],
		['company', 'getBusinessContext', minutes, 'Wait Limit (Minutes) differs'],
		['prospecting', 'createPersonJob', { ...job, ...minutes }, 'Wait Limit (Minutes) differs'],
		['prospecting', 'getProspectingResult', { jobId: 7, ...minutes }, 'Wait Limit (Minutes) differs'],
		[
			'enrichmentBatch',
			'waitForCompletion',
			{ id_processamento: 'a', ...minutes },
			'Wait Limit (Minutes) differs',
		],
		[
			'prospecting',
			'createPersonJob',
			{ ...job, options: { callback_email: '={{ "a" + $json.n + "@example.com" }}' } },
			'Notify Email differs between',
		],
	])('%s > %s with %j', async (resource, operation, parameters, message) => {
		const { error } = await run(['', resource, operation], parameters, [id(), { ...id(), n: 2 }]);
		expect(error?.message).toContain(message);
		expect(error?.message).toMatch(/Items that share one request, batch or job must agree in it\.$/);
		expect(sandbox.requests.all).toEqual([]);
	});

	it('is of no account to items that share none', async () => {
		const parameters = { ...search, limit: '={{ $json.n }}' };
		const { items, error } = await run(['', 'b2bCompany', 'searchB2bCompanies'], parameters, [
			id(),
			{ ...id(), n: 2 },
		]);
		expect(error).toBeUndefined();
		expect(items).toHaveLength(3);
	});
});
