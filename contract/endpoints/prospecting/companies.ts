import { endpoint } from '../../model/endpoint';
import { coded } from '../../model/fields';
import { valuesFrom } from '../../model/lists';
import { allAssumed, assumed, integer, list, object, text, type Source } from '../../model/schema';
import { COMPANY_TYPES, FOREIGN_TRADE, HEADQUARTER_TYPES, YES_NO } from '../../model/vocabularies';
import { amountRange, contactChannels, countOf, jobCreated, jobFields, jobOf, localeFilters } from './shared';

const sources: readonly Source[] = ['client', 'several'];

const digits = (count: number, example: string) =>
	({
		examples: [example],
		'x-written-as': { pattern: `^\\d{${count}}$`, hint: `Write only the ${count} digits of the code` },
	}) as const;

const numberRange = object('Range', {
	lower: integer('From', { examples: [10], minimum: 0 }),
	upper: integer('To', { examples: [50], minimum: 0 }),
});

const date = { format: 'date', examples: ['2015-12-31'] } as const;
const dateRange = object('Range', { lower: text('From', date), upper: text('To', date) });

/** The specification shows none of these filters. */
const filters = {
	...allAssumed(sources, {
		...localeFilters,
		cnae_codes: list(
			'Economic Activities (CNAE)',
			text('Economic Activity Code', { ...digits(7, '6201501'), ...valuesFrom('economicActivities') }),
			{ description: 'Seven-digit codes' },
		),
		sector_codes: list('Sectors', text('Sector', { examples: ['COMÉRCIO'], ...valuesFrom('sectors') })),
		nature_codes: list('Legal Natures', text('Legal Nature Code', digits(4, '2062')), {
			description: 'Four-digit codes',
		}),
		headquarter_type: text('Head Office or Branch', coded(HEADQUARTER_TYPES)),
	}),
	company_type: assumed(
		['client', 'several', 'contradictory'],
		list('Legal Sizes', text('Legal Size', coded(COMPANY_TYPES)), {
			description: 'Company sizes as defined by law',
		}),
		'a single text in older examples',
	),
	...allAssumed(sources, {
		mei_type: text('MEI', { ...coded(YES_NO), description: 'Individual microentrepreneurs' }),
		simple_type: text('Simples Nacional', {
			...coded(YES_NO),
			description: 'Companies in the simplified tax regime',
		}),
		import_export: text('Foreign Trade', coded(FOREIGN_TRADE)),
		revenues: list('Revenue', amountRange, { description: 'Revenue ranges in reais' }),
		capitals: list('Capital', amountRange, { description: 'Capital ranges in reais' }),
		estimated_created: list('Founded', dateRange, { description: 'Ranges of the opening date' }),
	}),
	...allAssumed(
		['client', 'several', 'contradictory'],
		{
			estimated_employees: list('Employees', numberRange, { description: 'Ranges of employee counts' }),
			vehicles: list('Vehicles', numberRange, { description: 'Ranges of vehicle counts' }),
		},
		'texts in some clients',
	),
	contact_channels: assumed(['one'], contactChannels, 'only in older examples'),
} as const;

export const companyJobFields = {
	name: assumed(sources, text('Job Name', { examples: ['Bakeries in Porto Alegre'] })),
	...filters,
	...allAssumed(sources, jobFields),
} as const;

const needs = { description: 'At least one place is required, as for persons (assumed)' };

export const companyCount = endpoint({
	...countOf('Company Count', filters, needs),
	path: '/company/prospect/',
	purpose: 'Count the companies and partners that match the filters',
	responses: {
		200: object('Count', { count: assumed(['guess'], integer('Count')) }, [], {
			description: 'How partners are counted is not shown: every integer is read',
		}),
	},
});

export const companyJob = endpoint({
	...jobOf('Company Job', companyJobFields, needs),
	path: '/company/prospect/',
	purpose: 'Export the companies and partners that match the filters',
	responses: { 200: assumed(['client', 'several'], jobCreated) },
	assumed: { sources, note: 'the fields of the body are not shown in the specification' },
});
