import { b2bLocation, cnaeLabel, codedByNumber, state } from '../../model/fields';
import { assumedLimits } from '../../model/limits';
import { valuesFrom } from '../../model/lists';
import {
	allAssumed,
	anything,
	assumed,
	decimal,
	flag,
	integer,
	list,
	object,
	text,
	type Schema,
} from '../../model/schema';
import {
	COMPANY_SIZES,
	DEPARTMENTS,
	LEGAL_NATURES,
	SENIORITY_LEVELS,
	WORK_TYPES,
} from '../../model/vocabularies';

const places = allAssumed(['documented', 'client'], {
	localizacoes: list('Locations', b2bLocation, {
		description: 'Cities, for example Porto Alegre, RS; leave empty if you set states',
	}),
	estados: list('States', state, {
		description: 'Two-letter state abbreviations; leave empty if you set locations',
	}),
});

const emptyFilter: Schema = {
	anyOf: [{ const: null }, { const: false }, { const: '' }, { type: 'array', maxItems: 0 }],
};
const emptyFilters: Schema = {
	type: 'object',
	additionalProperties: { anyOf: [emptyFilter, { type: 'object', additionalProperties: emptyFilter }] },
};

/** A search needs a filter, unless its cache key implies them. */
export const needsFilter = (...groups: readonly string[]) => ({
	anyOf: [
		...groups.map((name) => ({ required: [name], properties: { [name]: { not: emptyFilters } } })),
		{ required: ['chave_cache', 'total_cacheado'] },
	],
});

const statesOrLocations = { 'x-either': ['estados', 'localizacoes'] } as const;

/** All but the name of the seniority filter are assumed. */
export const personFilters = object(
	'Person Filters',
	{
		departamentos: assumed(
			['client', 'one'],
			list('Departments', text('Department', { enum: DEPARTMENTS }), {
				description: 'Department of the current position',
			}),
		),
		niveis_senioridade: list(
			'Seniority Levels',
			assumed(['client', 'one', 'contradictory'], text('Seniority Level', { enum: SENIORITY_LEVELS })),
			{ description: 'Seniority of the current position' },
		),
		...allAssumed(['documented', 'client'], {
			cargos: list(
				'Job Titles',
				text('Job Title', { examples: ['Diretor Comercial'], ...valuesFrom('b2bJobTitles') }),
				{ description: 'In Portuguese, as the list has them; one entry per title' },
			),
			habilidades: list('Skills', text('Skill', { examples: ['Python'], ...valuesFrom('b2bSkills') }), {
				description: 'Mostly in Portuguese, as the list has them; one entry per skill',
			}),
		}),
		periodos_trabalho: assumed(
			['documented'],
			list('Work Periods', anything('Work Period')),
			'the shape of the entries is not shown',
		),
		...places,
		...allAssumed(['documented', 'client', 'contradictory'], {
			has_email: flag('Has Email', { description: 'Whether an email address must be known' }),
			has_phone: flag('Has Phone', { description: 'Whether a phone number must be known' }),
			has_cnpj: flag('Has CNPJ', { description: 'Whether the CNPJ must be known' }),
			has_social: flag('Has Social Profile', { description: 'Whether a profile must be known' }),
		}),
	},
	[],
	statesOrLocations,
);

/** Shared by both B2B searches. All but `tamanhos_empresa` are assumed. */
const sharedCompanyFilters = {
	nome_empresa: assumed(
		['documented', 'measured'],
		list(
			'Company Names',
			text('Company Name', { examples: ['Padaria Central'], ...valuesFrom('b2bCompanyNames') }),
			{
				description: 'Partial match by words; use a space instead of a hyphen and leave out LTDA, S/A and ME',
			},
		),
	),
	...places,
	setores: assumed(
		['documented', 'client'],
		list(
			'Sectors',
			text('Sector', { examples: ['Tecnologia da informação e serviços'], ...valuesFrom('b2bSectors') }),
			{ description: 'Sector names, in Portuguese' },
		),
	),
	atividades_cnae: assumed(
		['client', 'measured', 'contradictory'],
		list('Economic Activities (CNAE)', cnaeLabel, {
			description: 'Full labels, not codes: a bare code matches nothing, but the search is charged',
		}),
	),
	especialidades: assumed(
		['client'],
		list(
			'Specialties',
			text('Specialty', { examples: ['Marketing Digital'], ...valuesFrom('b2bSpecialities') }),
			{ description: 'Free text; one entry per specialty' },
		),
	),
	tamanhos_empresa: list(
		'Company Sizes',
		assumed(
			['client'],
			text('Company Size', { enum: COMPANY_SIZES }),
			'the format <min>-<max> is specified, the values are not',
		),
		{ description: 'Number of employees' },
	),
	tipos_trabalho: assumed(['client'], list('Company Types', text('Company Type', { enum: WORK_TYPES }))),
	naturezas_juridicas: assumed(
		['client', 'one'],
		list('Legal Natures', integer('Legal Nature', codedByNumber(LEGAL_NATURES)), {
			description: 'Groups of legal natures',
		}),
	),
	data_fundacao: assumed(
		['client'],
		object(
			'Founded',
			{
				data_inicio: integer('From Year', { examples: [2010], minimum: 1500 }),
				data_fim: integer('To Year', { examples: [2024], minimum: 1500 }),
			},
			[],
			{ description: 'Founding years; leaves out companies of unknown year' },
		),
	),
	faixa_receita: assumed(
		['client'],
		object(
			'Revenue',
			{
				receita_minima: decimal('Minimum (BRL)', { format: 'amount', examples: [1_000_000], minimum: 0 }),
				receita_maxima: decimal('Maximum (BRL)', { format: 'amount', examples: [50_000_000], minimum: 0 }),
			},
			[],
			{ description: 'Annual revenue in reais' },
		),
		'a minimum of 500,000,000 or more was seen to return nothing',
	),
	...allAssumed(['client'], {
		incluir_mei: flag('Include MEI', { description: 'Whether to include individual microentrepreneurs' }),
		tem_cnpj: flag('Company Has CNPJ', { description: 'Whether the CNPJ must be known' }),
		tem_email: flag('Company Has Email', { description: 'Whether an email address must be known' }),
		tem_telefone: flag('Company Has Phone', { description: 'Whether a phone number must be known' }),
		tem_social: flag('Company Has Social Profile', { description: 'Whether a profile must be known' }),
	}),
} as const;

export const companyFilters = <const Own extends Readonly<Record<string, Schema>>>(own: Own) =>
	object('Company Filters', { ...sharedCompanyFilters, ...own }, [], statesOrLocations);

export const searchPaging = {
	pagina: integer('Page', { minimum: 1 }),
	por_pagina: integer('Page Size', { minimum: 1, maximum: assumedLimits.searchPageSize }),
	chave_cache: text('Cache Key', { description: 'The cacheKey of the earlier search' }),
	total_cacheado: integer('Cached Total', { description: 'The total of the earlier search', minimum: 0 }),
} as const;

export const searchResponse = <const Row extends Parameters<typeof list>[1]>(row: Row) =>
	object('Search Page', {
		dados: list('Rows', row),
		total: integer('Total Matches'),
		pagina: integer('Page'),
		por_pagina: integer('Page Size'),
		chave_cache: text('Cache Key'),
		sucesso: flag('Success'),
	});
