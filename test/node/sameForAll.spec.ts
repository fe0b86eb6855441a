import type { IDataObject } from 'n8n-workflow';
import set from 'lodash/set';

import type { Field, Fields } from '../../core/form/field';
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

const ofRun = ALL.flatMap((entry) =>
	fieldsOf(formOf(entry[3]))
		.filter(([, { isForRun }]) => isForRun)
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
		[
			[5, undefined],
			'1 of 2 rows is not valid. Row 2: Maximum Credits is empty: its expression has no value for this row. Check the name of the column in it.',
		],
		[
			[undefined, undefined],
			'2 of 2 rows are not valid. Rows 1, 2: Maximum Credits is empty: its expression has no value for this row. Check the name of the column in it.',
		],
		[[5, 6], 'Maximum Credits differs between row 1 and row 2.'],
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
	/^(identifyBy|contact|id_pessoa|id_empresa|cpf|cnpj|email|url_social|phone|id_processamento)$/,
	/^options(\.(advanced(\.(additionalBodyFields|additionalQueryParameters))?))?$/,
	// Of items with one job or batch, the first decides: none of these changes what is bought.
	/^(jobName|resultAs|binaryPropertyName|options\.(callback_email|inputBinaryField|url_webhook))$/,
];

it.each(ALL.filter(([, , , { runAll }]) => runAll !== undefined))(
	'%s reads nothing from one item for all that is not declared',
	(_, _resource, _key, operation) => {
		const open = fieldsOf(formOf(operation)).filter(([, { isForRun }]) => !isForRun);
		const paths = open.map(([path]) => path);
		expect(paths.filter((path) => !OF_ITEM.some((known) => known.test(path)))).toEqual([]);
	},
);

describe('what may differ between items', () => {
	const item = (n: number) => ({ cnpj: sandbox.companies.cnpj(1), n });

	it('is decided by the first of equal ones', async () => {
		const email = '={{ "a" + $json.n + "@example.com" }}';
		const job = {
			jobName: 'x',
			quantity: 5,
			filters: { states: rows('SP') },
			options: { callback_email: email },
		};
		const { items, error } = await run(['', 'prospecting', 'createPersonJob'], job, [item(1), item(2)]);
		expect(error).toBeUndefined();
		expect(items).toHaveLength(4);
		expect(sandbox.requests.of('personJob').map(({ body }) => (body as IDataObject).callback_email)).toEqual([
			'a1@example.com',
		]);
	});

	it('is each of its own otherwise', async () => {
		const search = { filtros_empresa: { estados: ['SP'] }, limit: '={{ $json.n }}' };
		const { items } = await run(['', 'b2bCompany', 'searchB2bCompanies'], search, [item(1), item(2)]);
		expect(items).toHaveLength(3);
	});
});
