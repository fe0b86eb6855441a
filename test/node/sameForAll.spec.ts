import type { IDataObject, INodePropertyOptions } from 'n8n-workflow';
import set from 'lodash/set';

import type { Field, Fields } from '../../core/form/field';
import { formOf } from '../../nodes/PersonCompanyData/run/describe';
import { ALL, type Entry } from '../support/allOperations';
import type { NodeResult } from '../support/harness';
import { filtersOf, inputOf } from './support/goodInput';
import { useNode } from './support/useNode';

/** What decides for several items is the same for all of them, or nothing is sent. */

const { sandbox, run } = useNode({ persons: 300, companies: 100 });

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

const stopping = { settings: {} };

/** Two values of a field. */
function twoOf({ type, options = [], typeOptions }: Field['property']): unknown[] {
	if (type === 'boolean') return [true, false];
	if (type === 'options') return (options as INodePropertyOptions[]).slice(-2).map(({ value }) => value);
	if (type === 'number') return [7, 8];
	if (type === 'multiOptions') return [['name'], ['email']];
	if (type === 'resourceLocator') return [2, 4].map((value) => ({ __rl: true, mode: 'value', value }));
	const texts = ['5', '6'];
	return typeOptions?.multipleValues
		? texts.map((text) => [text])
		: texts.map((text) => `https://a.b/${text}`);
}

/** Runs an operation with two items between which one field differs; nothing must be sent. */
async function runWithTwo(
	[name, , , operation]: Entry,
	path: string,
	{ property, show = {} }: Field,
): Promise<NodeResult> {
	const { parameters, good } = await inputOf(sandbox, operation);
	const all: IDataObject = { ...filtersOf(operation), ...parameters };
	for (const [other, [wanted]] of Object.entries(show)) all[other] = wanted as IDataObject[string];
	const chosen = twoOf(property) as IDataObject[];
	set(all, path, '={{ $json.chosen[$itemIndex] }}');
	const items = [0, 1].map((): IDataObject => ({ ...good, chosen }));
	const before = sandbox.requests.all.length;
	const result = await run(name, all, items, stopping);
	expect(sandbox.requests.all.slice(before)).toEqual([]);
	return result;
}

describe('what decides for the whole run', () => {
	it.each(ofRun)('$name', async ({ entry, path, field }) => {
		const { property } = field;
		const { error } = await runWithTwo(entry, path, field);
		if (property.noDataExpression === true && !path.startsWith('options.advanced.')) {
			// Outside of JSON, n8n evaluates no expression here, so that imported JSON cannot make items differ either.
			expect(error?.description).toMatch(/ is not (one of the available options|true or false but text)\. /);
			return;
		}
		expect(error?.message).toMatch(/^'.*' differs between row 1 and row 2$/);
		expect(error?.message.startsWith(`'${property.displayName}`)).toBe(true);
		expect(error?.description).toContain("{{ $('Node').first().json.x }}");
	});

	const get = 'person.getPerson';

	it('counts for items that are not valid otherwise, too', async () => {
		const rows = [
			{ contact: '1', max: 1 },
			{ contact: sandbox.persons.cpf(0), max: 5 },
		];
		const { items } = await run('list.enrichList', { options: { maxCredits: '={{ $json.max }}' } }, rows);
		expect(items[0].json.error).toContain("'Maximum Credits' differs between row 1 and row 2");
		expect(sandbox.requests.all).toEqual([]);
	});

	it.each([
		[[5, '5'], undefined],
		[[5, undefined], '1 of 2 rows is not valid'],
		[[undefined, undefined], '2 of 2 rows are not valid'],
		[[5, 6], "'Maximum Credits' differs between row 1 and row 2"],
	])('with %j', async (max, message) => {
		const items = max.map((one) => ({ cpf: sandbox.persons.cpf(0), ...(one !== undefined && { max: one }) }));
		const { error } = await run(get, { options: { maxCredits: '={{ $json.max }}' } }, items, stopping);
		expect(error?.message).toBe(message);
	});

	it('may be an expression that does not depend on the item', async () => {
		const options = { maxCredits: "={{ $('Start').first().json.max }}" };
		const items = [0, 1].map((i) => ({ cpf: sandbox.persons.cpf(i), max: 5 - i }));
		const { items: got } = await run(get, { previewCost: true, options }, items);
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

it('what may differ between items is decided by the first of equal ones, or is each of its own', async () => {
	const rows = [1, 2].map((n) => ({ n }));
	const email = '={{ "a" + $json.n + "@example.com" }}';
	const job = { jobName: 'x', quantity: 5, filters: { states: ['SP'] }, options: { callback_email: email } };
	await run('prospecting.createPersonJob', job, rows);
	const sent = sandbox.requests.of('personJob').map(({ body }) => (body as IDataObject).callback_email);
	expect(sent).toEqual(['a1@example.com']);
	const search = { filtros_empresa: { estados: ['SP'] }, limit: '={{ $json.n }}' };
	expect((await run('b2bCompany.searchB2bCompanies', search, rows)).items).toHaveLength(3);
});
