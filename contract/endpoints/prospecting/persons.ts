import { endpoint } from '../../model/endpoint';
import { coded, prospectingNeighborhood } from '../../model/fields';
import { valuesFrom } from '../../model/lists';
import { assumed, integer, list, object, text } from '../../model/schema';
import { GENDERS } from '../../model/vocabularies';
import { amountRange, contactChannels, countOf, jobFields, jobOf, localeFilters } from './shared';

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
	...jobFields,
} as const;

const countFields = {
	name: text('Name', { description: 'Part of the person name', examples: ['Maria'] }),
	...filters,
} as const;

export const personCount = endpoint({
	...countOf('Person Count', countFields),
	path: '/persons/prospect/',
	purpose: 'Count the persons that match the filters',
	responses: { 200: object('Count', { count: integer('Count') }) },
});

export const personJob = endpoint({
	...jobOf('Person Job', personJobFields),
	path: '/persons/prospect/',
	purpose: 'Export the persons that match the filters',
});
