import type { IDataObject } from 'n8n-workflow';

import type { Sandbox } from '../../sandbox';
import { credentialFor, rows, runNode } from '../support/harness';
import { useSandbox } from './support/useSandbox';

/** What is refused before anything is sent, with the field, what is wrong with it and what to do. */

let sandbox: Sandbox;
useSandbox({ persons: 50, companies: 50 }, (started) => (sandbox = started));

type Refusal = readonly [operation: string, parameters: IDataObject, message: string, advice?: string];

/** An expression of a column that the row does not have. */
const NONE = '={{ $json.missing }}';
const noValue = (field: string): string =>
	`${field} is empty: its expression has no value for this row. Check the name of the column in it.`;
const ignored = (field: string, value: string): string =>
	`${field} has a format that the service would ignore but still charge: "${value}".`;
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
	[PERSONS, {}, 'Filters are empty.'],
	[
		PERSONS,
		persons({ localizacoes: rows('Porto Alegre - RS') }),
		ignored('Person Filters > Locations', 'Porto Alegre - RS'),
	],
	[
		COMPANIES,
		companies({ atividades_cnae: rows('6201501') }),
		ignored('Company Filters > Economic Activities (CNAE)', '6201501'),
	],
	[
		COMPANIES,
		companies({ localizacoes: rows('Porto Alegre, RS'), estados: ['RS'] }),
		'Company Filters has both locations and states.',
	],
	[
		PERSONS,
		persons({ estados: ['sp'] }),
		'Person Filters > States is "sp", which is not one of the allowed values.',
	],
	[
		COMPANIES,
		companies({ data_fundacao: { values: { data_inicio: 2020, data_fim: 2010 } } }),
		'Company Filters > Founded runs from 2020 to 2010.',
	],
	[
		COMPANIES,
		more({ filtros_empresa: { cnpj: '11222333000181' } }),
		'Company Filters has "cnpj", which is not a filter of the search.',
	],
	[
		COMPANIES,
		more({ filtros_empresa: { atividades_cnae: ['6201501'] } }),
		ignored('Additional Filters (JSON) > filtros_empresa > atividades_cnae', '6201501'),
	],
	[
		PERSONS,
		more({ estados: ['RS'] }),
		'Additional Filters (JSON) has "estados", but only objects named filtros_pessoa and filtros_empresa are allowed.',
	],
	[COUNT, {}, 'Filters have no location.'],
	[JOB, job({ filters: { gender: 'F' } }), 'Filters have no location.'],
	[
		JOB,
		job({
			filters: {},
			...more({ geo_points: { type: 'circle', data: { radius: 9, center: { lat: 1, lng: 1 } } } }),
		}),
		'geo_points is the only location filter.',
	],
	[COUNT, { filters: { cities: rows('Porto Alegre, RS') } }, ignored('Filters > Cities', 'Porto Alegre, RS')],
	[COUNT, inSP({ age: { values: { lower: '40', upper: '25' } } }), 'Filters > Age runs from 40 to 25.'],
	[
		COUNT,
		inSP({ birthday: { values: { start_date: '1990-02-30' } } }),
		'Filters > Birthday > From is not a valid date.',
	],
	[
		COUNT,
		inSP({ estimated_income: { values: [{ lower: '1.000,00' }] } }),
		ignored('Filters > Estimated Income > From (BRL)', '1.000,00'),
	],
	[
		COUNT,
		{ ...inSP({}), ...more({ neighborhoods: [] }) },
		'Additional Filters (JSON) has "neighborhoods", which the service silently ignores.',
	],
	[JOB, job(more({ export: false })), 'Additional Filters (JSON) has "export", which is not a filter.'],
];

/**
 * Left out, the filter would make a wider question of the search, which is charged: public reports of filters that an
 * expression leaves empty are twentyhq/twenty #18814 and Budibase/budibase #7210.
 */
const EMPTY: readonly Refusal[] = (
	[
		[PERSONS, persons({ estados: ['AC'], cargos: rows(NONE) }), noValue('Person Filters > Job Titles')],
		[
			PERSONS,
			persons({ estados: ['AC'], niveis_senioridade: NONE }),
			noValue('Person Filters > Seniority Levels'),
		],
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
		[
			JOB,
			job(inSP({ estimated_income: { values: [{ lower: '={{ "" }}', upper: '9.00' }] } })),
			noValue('Filters > Estimated Income > From (BRL)'),
		],
		[
			'savedFilter.createSavedFilter',
			{ filterName: 'South', ...inSP({ cbo_codes: rows(NONE) }) },
			noValue('Filters > Occupations (CBO)'),
		],
		['person.searchPersons', { searchBy: { name: 'Ana', uf: NONE } }, noValue('Search By > State')],
		['person.searchByPattern', { name: 'Maria*', options: { city: '={{ "" }}' } }, noValue('City')],
		['referenceData.getCities', { filters: { state: NONE } }, noValue('Filters > State')],
		// Added and not filled in.
		[PERSONS, persons({ estados: ['AC'], cargos: {} }), 'Person Filters > Job Titles is empty.'],
		[COMPANIES, companies({ estados: [], setores: rows('Varejo') }), 'Company Filters > States is empty.'],
		[
			COMPANIES,
			companies({ estados: ['AC'], faixa_receita: { values: { receita_minima: '', receita_maxima: '' } } }),
			'Company Filters > Revenue is empty.',
		],
		['company.searchCompanies', { searchBy: { razao_social: '' } }, 'Search By > Legal Name is empty.'],
		[
			PERSONS,
			more({ filtros_pessoa: { estados: ['AC'], cargos: [] } }),
			'Additional Filters (JSON) > filtros_pessoa > cargos is empty.',
		],
		[JOB, job(more({ cbo_codes: [''] })), 'Additional Filters (JSON) > cbo_codes is empty.'],
	] as const
).map(([operation, parameters, message]): Refusal => [
	operation,
	parameters,
	message,
	'Enter a value or remove it: left empty, it would be ignored. Nothing was sent for this item.',
]);

const WRONG = 'is not valid: its length or check digits are wrong.';
const FIELDS: readonly Refusal[] = [
	['person.getPerson', { cpf: '529.982.247-24' }, `CPF ${WRONG}`],
	['person.getPerson', { cpf: '={{ "" }}' }, noValue('CPF')],
	['b2bCompany.enrichCompanyNow', { identifyBy: 'cnpj', cnpj: '12.345.678/0001-00' }, `CNPJ ${WRONG}`],
	['b2bCompany.find', { document: '11.222.333/0001-82' }, `CNPJ ${WRONG}`],
	['b2bPerson.enrichPersonBatch', { id_pessoa: 'abc' }, 'Person ID is not a whole number but text.'],
	['b2bPerson.enrichPersonBatch', { id_pessoa: 0 }, 'Person ID is 0, but must be at least 1.'],
	['enrichmentBatch.waitForCompletion', {}, noValue('Batch ID')],
	[
		'person.searchPersons',
		{ searchBy: {} },
		'Search By has no field to search by.',
		"Add Name, Email, Phone, Mother's Name, Postal Code (CEP) or Street. Nothing was sent for this item.",
	],
	['person.searchPersons', { searchBy: { uf: 'RS' } }, 'Search By has no field to search by.'],
	['person.searchPersons', { searchBy: { phone: '99990000' } }, 'Search By > Phone is not a phone number.'],
	['person.searchPersons', { searchBy: { email: 'maria' } }, 'Search By > Email is not an email address.'],
	[
		'person.searchPersons',
		{ searchBy: { zip_code: '900' } },
		'Search By > Postal Code (CEP) is not a postal code (CEP).',
	],
	['person.searchByPattern', { name: '*a*' }, 'Name Pattern has too few letters.'],
	[
		'chatApp.checkNumber',
		{ phone: '99990000' },
		'Phone Number is not a phone number.',
		'Enter the area code and the number, for example 51999990000 or (51) 99999-0000. Nothing was sent for this item.',
	],
	[JOB, job({ jobName: '={{ "" }}' }), noValue('Person Name Contains')],
	[JOB, job({ quantity: 0 }), 'Quantity is 0, but must be at least 1.'],
	[
		'layoutEnrichment.createLayoutEnrichment',
		{
			jobName: 'x',
			layout_id: { __rl: true, mode: 'value', value: 1 },
			options: { inputBinaryField: 'data' },
		},
		'Input Data Field Name is not a binary field of the item.',
	],
	[PERSONS, { ...persons({ estados: ['SP'] }), limit: 0 }, 'Limit is 0, but must be at least 1.'],
	[
		PERSONS,
		{ ...persons({ estados: ['SP'] }), options: { pageSize: 51 } },
		'Page Size is 51, but must be at most 50.',
	],
	[
		PERSONS,
		{ ...persons({ estados: ['SP'] }), options: { continueFrom: { values: { chave_cache: 'k' } } } },
		'Continue From is missing the Cached Total.',
	],
];

const ALL = [...FILTERS, ...EMPTY, ...FIELDS].map((refusal) => [refusal[0], refusal[2], refusal] as const);

it.each(ALL)('%s: %s', async (_name, _message, [name, parameters, message, advice]) => {
	const [resource, operation] = name.split('.');
	const credential = credentialFor(sandbox);
	const { error } = await runNode({ credential, resource, operation, parameters });
	expect(error?.message).toBe(message);
	if (advice === undefined) expect(error?.description).toMatch(/Nothing was sent for this item\.$/);
	else expect(error?.description).toBe(advice);
	expect(sandbox.requests.all).toEqual([]);
});
