import { freeAssumed } from '../model/billing';
import { endpoint } from '../model/endpoint';
import { furtherPage, state } from '../model/fields';
import { allAssumed, assumed, integer, list, object, text, type Schema } from '../model/schema';

export const auxiliary = { method: 'GET', billing: freeAssumed } as const;

/** Page numbers may accompany the results. */
const results = <const Row extends Schema>(row: Row) =>
	assumed(['several'], object('Results', { results: list('Results', row) }));

const codesQuery = <const Title extends string>(title: Title, code: string, description: string) =>
	object(
		title,
		allAssumed(['client', 'several'], {
			code: text('Code', { description: 'The exact code', examples: [code] }),
			description: text('Description', { description: 'Part of the description', examples: [description] }),
			page: integer('Page', { minimum: 1 }),
			page_size: integer('Page Size', { minimum: 1, examples: [50] }),
		}),
	);

const codes = results(object('Entry', { code: text('Code'), description: text('Description') }));

export const profiles = endpoint({
	...auxiliary,
	path: '/persons/prospect/profile/',
	purpose: 'List the predefined profiles that prospecting can filter by',
	query: object('Profiles', { page: furtherPage }),
	responses: { 200: codes },
});

export const cities = endpoint({
	...auxiliary,
	path: '/geo/city/',
	purpose: 'List cities in the prospecting format, "City - UF"',
	query: object('Cities', {
		...allAssumed(['client', 'several'], {
			name: text('Name', { description: 'Part of the name', examples: ['Porto'] }),
			state,
		}),
		page: furtherPage,
	}),
	responses: { 200: results(object('City', { name: text('Name') })) },
});

export const neighborhoods = endpoint({
	...auxiliary,
	path: '/geo/neighborhood/',
	purpose: 'List neighborhoods in the prospecting format, "Neighborhood - City - UF"',
	query: object('Neighborhoods', {
		...allAssumed(['client', 'several'], {
			name: text('Name', { description: 'Part of the name', examples: ['Centro'] }),
			city: text('City', { examples: ['Porto Alegre'] }),
			state,
		}),
		page: furtherPage,
	}),
	responses: { 200: results(object('Neighborhood', { name: text('Name') })) },
});

export const occupations = endpoint({
	...auxiliary,
	path: '/cbo/',
	purpose: 'List occupations by CBO code or description',
	query: codesQuery('Occupations', '252105', 'Administrador'),
	responses: { 200: codes },
});

export const economicActivities = endpoint({
	...auxiliary,
	path: '/cnae/',
	purpose: 'List economic activities (CNAE classes) by code or description',
	query: codesQuery('Economic Activities', '6201501', 'Desenvolvimento'),
	responses: { 200: codes },
});

export const sectors = endpoint({
	...auxiliary,
	path: '/sector/cnae/',
	purpose: 'List economic sectors (CNAE) by code or description',
	query: codesQuery('Sectors', 'G', 'Comércio'),
	responses: { 200: codes },
});
