import { free, freeGuessed, notStated } from '../../model/billing';
import { endpoint } from '../../model/endpoint';
import { areaCode, coded, email, prospectingCity, prospectingNeighborhood, state } from '../../model/fields';
import { limits } from '../../model/limits';
import { anything, assumed, anyOf, decimal, flag, integer, list, object, text } from '../../model/schema';
import { CONTACT_CHANNELS, FILE_FORMATS } from '../../model/vocabularies';

type Properties = Parameters<typeof object>[1];

/** Every prospecting call, including the count, requires at least one of these. */
export const LOCALE_FILTERS = ['cities', 'states', 'ddds', 'neighborhoodies', 'geo_points'] as const;

/** `LOCALE_FILTERS` as schema keywords; an empty list does not count. */
const needsLocale = {
	anyOf: LOCALE_FILTERS.map((name) => ({
		required: [name],
		...(name !== 'geo_points' && { properties: { [name]: { minItems: 1 } } }),
	})),
};

/** Text up to the next " - ", not blank. */
const part = String.raw`(?!\s*(?: - |$))(?:(?! - )[\s\S])+`;

const latitude = { minimum: -90, maximum: 90 } as const;
const longitude = { minimum: -180, maximum: 180 } as const;
const point = { lat: decimal('Latitude', latitude), lng: decimal('Longitude', longitude) } as const;

/** The service accepts it as a locale but does not apply it to the result. */
export const geoPoints = anyOf(
	'Area on the Map',
	[
		object(
			'Circle',
			{
				type: text('Shape', { const: 'circle' }),
				data: object(
					'Circle',
					{
						radius: decimal('Radius (Meters)', { examples: [1000], exclusiveMinimum: 0 }),
						center: object('Center', point, ['lat', 'lng']),
					},
					['radius', 'center'],
				),
			},
			['type', 'data'],
		),
		object(
			'Rectangle',
			{
				type: text('Shape', { const: 'rectangle' }),
				data: object(
					'Rectangle',
					{
						north: decimal('North', latitude),
						south: decimal('South', latitude),
						east: decimal('East', longitude),
						west: decimal('West', longitude),
					},
					['north', 'south', 'east', 'west'],
				),
			},
			['type', 'data'],
		),
		object(
			'Polygon',
			{
				type: text('Shape', { const: 'polygon' }),
				data: list('Corners', object('Corner', point, ['lat', 'lng']), { minItems: 3 }),
			},
			['type', 'data'],
		),
	],
	{
		description:
			'A circle, rectangle or polygon; the service does not currently apply it, and on its own it matches the whole database',
	},
);

export const localeFilters = {
	cities: list('Cities', prospectingCity, { description: 'Cities as "City - UF"' }),
	states: list('States', state, { description: 'Two-letter state abbreviations' }),
	ddds: list('Area Codes (DDD)', areaCode, { description: 'Two-digit area codes' }),
	neighborhoodies: list(
		'Neighborhoods',
		// The service refuses anything without three parts.
		{ ...prospectingNeighborhood, pattern: `^${part} - ${part} - ${part}$` },
		{ description: 'Neighborhoods as "NEIGHBORHOOD - CITY - UF"' },
	),
	geo_points: geoPoints,
} as const;

export const contactChannels = list('Contact Channels', text('Contact Channel', coded(CONTACT_CHANNELS)));

/** A count ignores or rejects these. */
export const jobFields = {
	quantity: integer('Quantity', {
		description: 'Number of records to export',
		minimum: limits.leastJobQuantity,
		examples: [100],
	}),
	callback_email: { ...email, title: 'Notify Email', description: 'Address notified when the job ends' },
	plan: text('Plan', { const: '3' }),
	file_formatting: text('File Format', coded(FILE_FORMATS)),
} as const;

const amount = {
	format: 'amount',
	'x-written-as': {
		pattern: '^\\d+(?:\\.\\d{1,2})?$',
		hint: 'Write the amount in digits, with a point before the cents, for example "2500.00"',
	},
} as const;

/** In reais; either bound may be omitted. */
export const amountRange = object('Range', {
	lower: text('From (BRL)', { examples: ['2500.00'], ...amount }),
	upper: text('To (BRL)', { examples: ['10000.00'], ...amount }),
});

export const jobCreated = object('Job', { id: integer('Job ID') });

/** A count and a job share their path: `export` tells them apart. */
export const countOf = <const Filters extends Properties>(
	title: string,
	filters: Filters,
	about: { readonly description?: string } = {},
) =>
	({
		method: 'POST',
		billing: free,
		body: object(title, { export: flag('Export', { const: false }), ...filters }, ['export'], {
			...needsLocale,
			...about,
		}),
	}) as const;

export const jobOf = <const Fields extends Properties & { readonly name: object; readonly quantity: object }>(
	title: string,
	fields: Fields,
	about: { readonly description?: string } = {},
) =>
	({
		method: 'POST',
		wallet: 'b2c',
		billing: notStated('counted as 1 credit per exported record'),
		countedBy: 'quantity',
		creates: true,
		body: object(
			title,
			{ export: flag('Export', { const: true }), ...fields, name: { ...fields.name, minLength: 1 } },
			['export', 'name', 'quantity'],
			{ ...needsLocale, ...about },
		),
		responses: { 200: jobCreated },
	}) as const;

export const prospectingResult = endpoint({
	method: 'GET',
	path: '/prospection/{job_id}/result/',
	purpose: 'Get the result of a prospecting job',
	billing: freeGuessed('the job is charged, its result is not'),
	mayBePending: true,
	pathParameters: object('Path', { job_id: integer('Job ID', { examples: [12345], minimum: 1 }) }, [
		'job_id',
	]),
	responses: {
		200: assumed(
			['several', 'client'],
			object('Job Result', {
				file: text('File URL', { description: 'Link to a zip file, downloaded without the API key' }),
			}),
		),
		400: assumed(['measured'], anything('Not Ready Yet')),
		404: assumed(['guess'], anything('No Such Job')),
	},
});
