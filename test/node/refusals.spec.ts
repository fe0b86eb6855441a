import type { IDataObject } from 'n8n-workflow';

import { rows, type NodeResult } from '../support/harness';
import { useNode } from './support/useNode';

/** What is refused before anything is sent, with the field, what is wrong with it and what to do. */

const { sandbox, run } = useNode({ persons: 50, companies: 50 });

/** Of a long message its beginning, and `…`. */
type Refusal = readonly [operation: string, parameters: IDataObject, message: string, advice?: string | null];

/** An expression of a column that the row does not have. */
const NONE = '={{ $json.missing }}';
const noValue = (field: string): string => `'${field}' is empty: its expression has no value for this item`;
const ignored = (field: string, value: string): string => `'${field}' has a wrong format: "${value}"`;
const more = (filters: unknown): IDataObject => ({
	options: { additionalFilters: JSON.stringify(filters) },
});

const PERSONS = 'b2bPerson.searchB2bPersons';
const COMPANIES = 'b2bCompany.searchB2bCompanies';
const COUNT = 'prospecting.countPersons';
const JOB = 'prospecting.createPersonJob';
const job = (given: IDataObject): IDataObject => ({
	...{ jobName: 'Leads', quantity: 20, filters: { states: ['SP'] } },
	...given,
});
const inSP = (filters: IDataObject): IDataObject => ({ filters: { states: ['SP'], ...filters } });
const persons = (filtros_pessoa: IDataObject): IDataObject => ({ filtros_pessoa });
const companies = (filtros_empresa: IDataObject): IDataObject => ({ filtros_empresa });

/** The service would ignore them, or take them for a wider search, and charge it (specification, "Filters"). */
const FILTERS: readonly Refusal[] = [
	[PERSONS, {}, "'Person Filters' is empty, and no other filter is set"],
	[
		COMPANIES,
		companies({ atividades_cnae: rows('6201501') }),
		ignored('Company Filters > Economic Activities (CNAE)', '6201501'),
	],
	[
		COMPANIES,
		companies({ localizacoes: rows('Porto Alegre, RS'), estados: ['RS'] }),
		"'Company Filters' has both locations and states",
	],
	[
		PERSONS,
		persons({ estados: ['sp'] }),
		'\'Person Filters > States\' is "sp", which is not one of the allowed values',
	],
	[
		COMPANIES,
		more({ filtros_empresa: { cnpj: '11222333000181' } }),
		'\'Additional Filters (JSON) > filtros_empresa\' has "cnpj", which is not a filter',
	],
	[
		COMPANIES,
		more({ filtros_empresa: { atividades_cnae: ['6201501'] } }),
		ignored('Additional Filters (JSON) > filtros_empresa > atividades_cnae', '6201501'),
	],
	[PERSONS, more({ estados: ['RS'] }), '\'Additional Filters (JSON)\' has "estados" outside of its groups'],
	[
		PERSONS,
		{ ...persons({ estados: ['SP'] }), options: { continueFrom: { values: { chave_cache: 'k' } } } },
		"'Continue From' is missing 'Cached Total'",
	],
	[
		PERSONS,
		{ ...persons({ estados: ['SP'] }), options: { continueFrom: { values: { total_cacheado: 9 } } } },
		"'Continue From' is missing 'Cache Key'",
	],
	[COUNT, {}, "'Filters' has no location"],
	[JOB, job({ filters: { gender: 'F' } }), "'Filters' has no location"],
	[
		JOB,
		job({
			filters: {},
			...more({ geo_points: { type: 'circle', data: { radius: 9, center: { lat: 1, lng: 1 } } } }),
		}),
		"'geo_points' is the only location filter",
	],
	[COUNT, { filters: { cities: rows('Porto Alegre, RS') } }, ignored('Filters > Cities', 'Porto Alegre, RS')],
	[
		COUNT,
		inSP({ estimated_income: { values: [{ lower: '1.000,00' }] } }),
		ignored('Filters > Estimated Income > From (BRL)', '1.000,00'),
	],
	[
		COUNT,
		{ ...inSP({}), ...more({ neighborhoods: [] }) },
		'\'Additional Filters (JSON)\' has "neighborhoods", which the service silently ignores',
	],
	// A free count must not become a paid export, nor a job a larger one.
	...[[COUNT, inSP({})] as const, [JOB, job({})] as const].flatMap(([operation, given]) =>
		[{ export: true }, { quantity: 9000 }, { plan: '9' }].map((added): Refusal => [
			operation,
			{ ...given, ...more(added) },
			`'Additional Filters (JSON)' has "${Object.keys(added)[0]}", which is not a filter`,
		]),
	),
	[JOB, job(more({ name: 'x' })), '\'Additional Filters (JSON)\' has "name", which is not a filter'],
];

/**
 * Left out, the filter would make a wider question of the search, which is charged: public reports of filters that an
 * expression leaves empty are twentyhq/twenty #18814 and Budibase/budibase #7210.
 */
const EMPTY: readonly Refusal[] = (
	[
		[PERSONS, persons({ estados: ['AC'], cargos: rows(NONE) }), noValue('Person Filters > Job Titles')],
		[
			COMPANIES,
			companies({ estados: ['AC'], setores: rows('={{ null }}', '={{ "" }}') }),
			noValue('Company Filters > Sectors'),
		],
		[
			COMPANIES,
			companies({ estados: ['AC'], data_fundacao: { values: { data_inicio: NONE, data_fim: 2020 } } }),
			noValue('Company Filters > Founded > From Year'),
		],
		['person.searchPersons', { searchBy: { name: 'Ana', uf: NONE } }, noValue('Search By > State')],
		['referenceData.getCities', { filters: { state: NONE } }, noValue('Filters > State')],
		// Added and not filled in.
		[PERSONS, persons({ estados: ['AC'], cargos: {} }), "'Person Filters > Job Titles' is empty"],
		[
			COMPANIES,
			companies({ estados: ['AC'], faixa_receita: { values: { receita_minima: '', receita_maxima: '' } } }),
			"'Company Filters > Revenue' is empty",
		],
		[
			PERSONS,
			more({ filtros_pessoa: { estados: ['AC'], cargos: [] } }),
			"'Additional Filters (JSON) > filtros_pessoa > cargos' is empty",
		],
		[JOB, job(more({ cbo_codes: [''] })), "'Additional Filters (JSON) > cbo_codes' is empty"],
	] as const
).map(([operation, parameters, message]): Refusal => [
	operation,
	parameters,
	message,
	`${message.endsWith('item') ? 'Check the name of the column in the expression. ' : ''}Enter a value or remove it: left empty, it would be ignored. Nothing was sent for this item.`,
]);

const wrong = (kind: string): string => `'${kind}' is not a ${kind}: its length or check digits are wrong`;
const FIELDS: readonly Refusal[] = [
	['person.getPerson', { cpf: '529.982.247-24' }, wrong('CPF')],
	['person.getPerson', { cpf: '={{ "" }}' }, noValue('CPF')],
	['b2bCompany.enrichCompanyNow', { identifyBy: 'cnpj', cnpj: '12.345.678/0001-00' }, wrong('CNPJ')],
	['b2bCompany.find', { document: '11.222.333/0001-82' }, wrong('CNPJ')],
	['b2bPerson.enrichPersonBatch', { id_pessoa: 'abc' }, "'Person ID' is not a whole number but text"],
	['enrichmentBatch.waitForCompletion', {}, noValue('Batch ID')],
	[
		'person.searchPersons',
		{ searchBy: {} },
		"'Search By' has no field to search by",
		"Add 'Name', 'Email', 'Phone', 'Mother's Name', 'Postal Code (CEP)' or 'Street'. Nothing was sent for this item.",
	],
	['person.searchPersons', { searchBy: { phone: '99990000' } }, "'Search By > Phone' is not a phone number"],
	['person.searchByPattern', { name: '*a*' }, "'Name Pattern' has too few letters"],
	[
		'chatApp.checkNumber',
		{ phone: '99990000' },
		"'Phone Number' is not a phone number",
		'Enter one such as 51999990000. Nothing was sent for this item.',
	],
	[
		'layoutEnrichment.createLayoutEnrichment',
		{
			jobName: 'x',
			layout_id: { __rl: true, mode: 'value', value: 1 },
			options: { inputBinaryField: 'data' },
		},
		"'Input Data Field Name' is not a binary field of the item",
	],
];

/** Of an operation that needs no more than this. */
const person = (parameters: IDataObject, message: string): Refusal => {
	const cpf = '529.982.247-25';
	return ['person.getPerson', { cpf, ...parameters }, message, null];
};
/** What n8n, an expression or an agent gives in another form than the field's own. */
const GIVEN: readonly Refusal[] = [
	...['True', 'yes', '1', 0, '', null].map((previewCost) =>
		person({ previewCost }, "'Preview Cost' is not true or false but …"),
	),
	[
		'b2bPerson.enrichPersonNow',
		{ id_pessoa: 1, options: { skipEnriched: 'yes' } },
		"'Skip Records Enriched Before' is not true or false but …",
		null,
	],
	[PERSONS, persons({ has_email: NONE }), "'Person Filters > Has Email' is not true or false but …"],
	// An expression without a result, or one that n8n does not evaluate.
	...[NONE, '={{ null }}'].flatMap((value): Refusal[] => [
		person({ options: { advanced: value } }, "'Advanced (JSON)' is an expression without a result"),
		[
			COUNT,
			{ ...inSP({}), options: { additionalFilters: value } },
			"'Additional Filters (JSON)' is an expression without a result",
		],
	]),
	...[
		'{ "additionalQueryParameters": { "a": [{ "b": "{{ $json.cpf }}" }] } }',
		'{ "maxRequests": {{ $json.most }} }',
		{ additionalBodyFields: { cpf: '{{ $json.cpf }}' } },
	].map((advanced) =>
		person({ options: { advanced } }, "'Advanced (JSON)' has {{ }}, which n8n evaluates only …"),
	),
	// civio/onodo #24, SalesforceFoundation/NPSP #1405
	...['null', 'undefined', 'N/A', '#N/D', '-', 'nan'].map((text): Refusal => [
		'person.searchPersons',
		{ searchBy: { name: `={{ "${text}" }}` } },
		`'Search By > Name' is the text "${text}", which stands for a missing value`,
	]),
	...['N/A', '-', '___.___.___-__'].map((text) => person({ cpf: `={{ "${text}" }}` }, noValue('CPF'))),
	...['["a@x.com", "b@y.com"]', 'a@x.com, b@y.com'].map((email): Refusal => [
		'b2bPerson.enrichPersonNow',
		{ identifyBy: 'email', email },
		"'Email' is not an email address",
		null,
	]),
	['person.searchByPattern', { name: '={{ NaN }}' }, "'Name Pattern' is not text but NaN"],
	// VitorLuizC/brazilian-values #10
	...Object.entries({ minimumBalance: 'Minimum Balance', maxCredits: 'Maximum Credits' }).map(
		([name, field]) =>
			person(
				{ options: { [name]: '={{ "1.000" }}' } },
				`'${field}' has a point or comma that may separate thousands or decimals: "1.000"`,
			),
	),
	[
		'enrichmentBatch.waitForCompletion',
		{ id_processamento: 'x', waitLimit: 99_999_999_999 },
		"'Wait Limit (Minutes)' is ***, but must be at most 1440",
	],
];

/** What Advanced (JSON) changes of a call changes no price. */
const ADVANCED: readonly Refusal[] = [
	...(
		[
			[COUNT, { export: 'true' }],
			[JOB, { quantity: '60' }],
			[JOB, { file: 'cpf' }],
			[JOB, { phones: ['51999990000', '51999990001'] }],
			[COMPANIES, { document: '11222333000181' }],
			[COMPANIES, { url_social: 'social.example/company/acme' }],
			[PERSONS, { chave_cache: 'x' }],
			[PERSONS, { pagina: 2 }],
			[PERSONS, { total_cacheado: 60 }],
			['b2bPerson.enrichPersons', { contatos: [{ id_pessoa: 1 }, { id_pessoa: 2 }] }],
			['b2bPerson.enrichPersonNow', { contatos: [{ id_pessoa: 1 }] }],
			['b2bPerson.enrichPersonBatch', { contatos: [{ id_pessoa: 1 }] }],
		] as const
	).flatMap(([operation, added]) =>
		['additionalBodyFields', 'additionalQueryParameters'].map((to): Refusal => [
			operation,
			{ ...job({}), id_pessoa: 1, options: { [to]: added } },
			`'${to}' has "${Object.keys(added)[0]}", which decides what a call costs`,
			'Set it in the form, or choose the operation for that call. Nothing was sent for this item.',
		]),
	),
	...[2147484, 3601].map((requestTimeout) =>
		person(
			{ options: { requestTimeout } },
			`'requestTimeout' is ${requestTimeout}, but must be at most 3600`,
		),
	),
	...[0, -1].map((requestTimeout) =>
		person({ options: { requestTimeout } }, `'requestTimeout' is ${requestTimeout}, but must be at least 1`),
	),
];

const ALL = [...FILTERS, ...EMPTY, ...FIELDS, ...GIVEN, ...ADVANCED].map(
	(refusal) => [refusal[0], refusal[2], refusal] as const,
);

it.each(ALL)('%s: %s', async (_name, _message, [name, parameters, message, advice]) => {
	const { error } = await run(name, parameters, [{}], { settings: {} });
	const [beginning, rest] = message.split('…');
	expect(error?.message.slice(0, rest === undefined ? undefined : beginning.length)).toBe(beginning);
	if (advice === undefined) expect(error?.description).toMatch(/Nothing was sent for this item\.$/);
	else if (advice !== null) expect(error?.description).toBe(advice);
	expect(sandbox.requests.all).toEqual([]);
});

it('of several rows, the one is named whose filter has no value, and none is sent', async () => {
	const filtros_pessoa = { estados: ['AC'], cargos: rows('={{ $json.title }}') };
	const items = [{ title: 'Diretor Comercial' }, { other: 'x' }];
	const { error } = await run(PERSONS, { filtros_pessoa }, items, { settings: {} });
	expect(error?.message).toBe('1 of 2 rows is not valid');
	expect(error?.description).toMatch(/^Row 2: 'Person Filters > Job Titles' is empty/);
	expect(sandbox.requests.all).toEqual([]);
});

describe('what is not refused', () => {
	const accepted = async (name: string, parameters: IDataObject): Promise<NodeResult> => {
		const result = await run(name, parameters, [{}], { settings: {} });
		expect(result.error).toBeUndefined();
		return result;
	};
	const body = (): unknown => sandbox.requests.last?.body;

	it('is a switch that is off, a zero, or one of several values without one', async () => {
		const filtros_pessoa = { has_email: false, cargos: rows('Diretor Comercial', NONE) };
		const filtros_empresa = { faixa_receita: { values: { receita_minima: 0, receita_maxima: '' } } };
		await accepted(PERSONS, { filtros_pessoa, filtros_empresa, limit: 1 });
		expect(body()).toMatchObject({
			filtros_pessoa: { has_email: false, cargos: ['Diretor Comercial'] },
			filtros_empresa: { faixa_receita: { receita_minima: 0 } },
		});
	});

	it('is a switch as text, a name that only looks like nothing, and money without decimals', async () => {
		const { items } = await accepted('person.getPerson', { cpf: '529.982.247-25', previewCost: 'true' });
		expect(items[0].json).toMatchObject({ preview: true });
		await accepted('person.searchPersons', { searchBy: { name: 'Nana' } });
		for (const lower of ['2500,00', '2500']) {
			await accepted(COUNT, inSP({ estimated_income: { values: [{ lower }] } }));
			expect(body()).toMatchObject({ estimated_income: [{ lower: '2500.00' }] });
		}
	});
});
