import { free, notStated } from '../../model/billing';
import { endpoint } from '../../model/endpoint';
import { coded, prospectingNeighborhood } from '../../model/fields';
import { valuesFrom } from '../../model/lists';
import { assumed, integer, list, object, text } from '../../model/schema';
import { GENDERS } from '../../model/vocabularies';
import {
	amountRange,
	contactChannels,
	counting,
	exporting,
	jobCreated,
	jobOnlyFields,
	localeFilters,
	needsLocale,
} from './shared';

const date = { format: 'date', examples: ['1990-12-31'] } as const;
const years = {
	'x-written-as': { pattern: '^\\d{1,3}$', hint: 'Write the age in whole years, for example "30"' },
} as const;

/** Without `name`, which differs between count and export. */
const filters = {
	...localeFilters,
	exclude_neighborhoods: assumed(
		['guess'],
		list('Exclude Neighborhoods', prospectingNeighborhood, {
			description: 'Neighborhoods to exclude, as "NEIGHBORHOOD - CITY - UF"',
		}),
		'the shape is not shown; assumed to match neighborhoodies',
	),
	cbo_codes: list(
		'Occupations (CBO)',
		text('Occupation Code (CBO)', { examples: ['252105'], ...valuesFrom('occupations') }),
	),
	gender: text('Gender', coded(GENDERS)),
	estimated_income: list('Estimated Income', amountRange, {
		description: 'Monthly income ranges in reais',
	}),
	birthday: object('Birthday', { start_date: text('From', date), end_date: text('To', date) }),
	age: object('Age', {
		lower: text('From', { examples: ['25'], ...years }),
		upper: text('To', { examples: ['40'], ...years }),
	}),
	contact_channels: contactChannels,
	match_profile: list('Profiles', text('Profile Code', { examples: ['PF1'], ...valuesFrom('profiles') })),
} as const;

export const personJobFields = {
	name: text('Person Name Contains', {
		description:
			'Part of the names of the persons to export; the service requires it, and lists the job under it. A single letter such as "a" leaves out hardly anybody.',
		examples: ['Maria'],
	}),
	...filters,
	...jobOnlyFields,
} as const;

export const personCount = endpoint({
	method: 'POST',
	path: '/persons/prospect/',
	purpose: 'Count the persons that match the filters',
	billing: free,
	body: object(
		'Person Count',
		{
			export: counting,
			name: text('Name', { description: 'Part of the person name', examples: ['Maria'] }),
			...filters,
		},
		['export'],
		needsLocale,
	),
	responses: { 200: object('Count', { count: integer('Count') }) },
});

export const personJob = endpoint({
	method: 'POST',
	path: '/persons/prospect/',
	purpose: 'Export the persons that match the filters',
	wallet: 'b2c',
	billing: notStated('counted as 1 credit per exported record'),
	countedBy: 'quantity',
	creates: true,
	body: object(
		'Person Job',
		{ export: exporting, ...personJobFields, name: { ...personJobFields.name, minLength: 1 } },
		['export', 'name', 'quantity'],
		needsLocale,
	),
	responses: { 200: jobCreated },
});
