import { freeGuessed } from '../../model/billing';
import { endpoint } from '../../model/endpoint';
import {
	areaCode, coded, email, prospectingCity, prospectingNeighborhood, state,
} from '../../model/fields'; // prettier-ignore
import { limits } from '../../model/limits';
import { anything, assumed, anyOf, decimal, flag, integer, list, object, text } from '../../model/schema';
import { CONTACT_CHANNELS, FILE_FORMATS } from '../../model/vocabularies';

/** At least one of these is required in every prospecting call, the count included. */
export const LOCALE_FILTERS = ['cities', 'states', 'ddds', 'neighborhoodies', 'geo_points'] as const;

/** The rule of `LOCALE_FILTERS` as keywords of a body. */
export const needsLocale = { anyOf: LOCALE_FILTERS.map((name) => ({ required: [name] })) };

const latitude = { minimum: -90, maximum: 90 } as const;
const longitude = { minimum: -180, maximum: 180 } as const;
const point = { lat: decimal('Latitude', latitude), lng: decimal('Longitude', longitude) } as const;

/** An area on the map; the service takes it for a locale but does not apply it to the result. */
export const geoPoints = anyOf(
	'Area on the Map',
	[
		object(
			'Circle',
			{
				type: text('Form', { const: 'circle' }),
				data: object(
					'Circle',
					{
						radius: decimal('Radius (Metres)', { examples: [1000], exclusiveMinimum: 0 }),
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
				type: text('Form', { const: 'rectangle' }),
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
				type: text('Form', { const: 'polygon' }),
				data: list('Corners', object('Corner', point, ['lat', 'lng']), { minItems: 3 }),
			},
			['type', 'data'],
		),
	],
	{
		description:
			'A circle, rectangle or polygon; the service does not apply it at present, and alone it covers the whole base',
	},
);

/** A place: the filters that persons and companies prospecting share. */
export const localeFilters = {
	cities: list('Cities', prospectingCity, {
		description: 'Cities as "City - UF", as the list of cities returns them',
	}),
	states: list('States', state, { description: 'Two-letter abbreviations of states' }),
	ddds: list('Area Codes (DDD)', areaCode, { description: 'Two-digit area codes of phone numbers' }),
	neighborhoodies: list('Neighborhoods', prospectingNeighborhood, {
		description: 'Neighborhoods as "NEIGHBORHOOD - CITY - UF"',
	}),
	geo_points: geoPoints,
} as const;

/** Ways of contact that must be known. */
export const contactChannels = list('Contact Channels', text('Contact Channel', coded(CONTACT_CHANNELS)), {
	description: 'Ways of contact that must be known',
});

/** Fields that a count ignores or does not take. */
export const jobOnlyFields = {
	quantity: integer('Quantity', {
		description: 'Number of records to export',
		minimum: limits.leastJobQuantity,
		examples: [100],
	}),
	callback_email: { ...email, title: 'Notify Email', description: 'Notified when the job ends' },
	plan: text('Plan', { const: '3' }),
	file_formatting: text('File Format', coded(FILE_FORMATS)),
} as const;

export const counting = flag('Export', { const: false });
export const exporting = flag('Export', { const: true });

/** The names of the bounds of a range. */
export const bounds = { 'x-range': ['lower', 'upper'] } as const;

/** Amounts of money as decimal text. */
const amount = {
	'x-written-as': {
		pattern: '^\\d+(?:\\.\\d{1,2})?$',
		hint: 'write the amount in digits with a point before the cents, for example "2500.00"',
	},
} as const;

/** A range of amounts in reais; either bound may stand alone. */
export const amountRange = object(
	'Range',
	{
		lower: text('From (BRL)', { examples: ['2500.00'], ...amount }),
		upper: text('To (BRL)', { examples: ['10000.00'], ...amount }),
	},
	[],
	bounds,
);

/** Answer of a job. */
export const jobCreated = object('Job', { id: integer('Job ID') });

/** GET /prospection/{job_id}/result/ */
export const prospectingResult = endpoint({
	method: 'GET',
	path: '/prospection/{job_id}/result/',
	section: 'other',
	purpose: 'Result of a prospecting job',
	billing: freeGuessed('the job is charged, not its result'),
	mayBePending: true,
	pathParameters: object('Path', { job_id: integer('Job ID', { examples: [12345], minimum: 1 }) }, [
		'job_id',
	]),
	responses: {
		200: assumed(
			['several', 'client'],
			object('Job Result', {
				file: text('File URL', { description: 'Link to a zip file that is fetched without the API key' }),
			}),
		),
		400: assumed(['measured'], anything('Not Ready Yet')),
	},
});
