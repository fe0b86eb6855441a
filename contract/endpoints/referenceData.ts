import { freeAssumed } from '../model/billing';
import { endpoint } from '../model/endpoint';
import { furtherPage, state } from '../model/fields';
import { assumed, integer, list, object, text } from '../model/schema';
import type { Schema } from '../model/schema';

/** Wraps every list of reference data; page numbers may come next to the results. */
const results = <const Row extends Schema>(row: Row) =>
	assumed(['several'], object('Results', { results: list('Results', row) }));

const paging = {
	page: assumed(['client', 'several'], integer('Page', { minimum: 1 })),
	page_size: assumed(['client', 'several'], integer('Page Size', { minimum: 1, examples: [50] })),
} as const;

const codesQuery = <const Title extends string>(title: Title, code: string, description: string) =>
	object(title, {
		code: assumed(['client', 'several'], text('Code', { description: 'The exact code', examples: [code] })),
		description: assumed(
			['client', 'several'],
			text('Description', { description: 'Part of the description', examples: [description] }),
		),
		...paging,
	});

const codes = results(object('Entry', { code: text('Code'), description: text('Description') }));

/** GET /persons/prospect/profile/ */
export const profiles = endpoint({
	method: 'GET',
	path: '/persons/prospect/profile/',
	section: 'auxiliary',
	purpose: 'Predefined prospecting profiles',
	billing: freeAssumed,
	query: object('Profiles', { page: furtherPage }),
	responses: { 200: codes },
});

/** GET /geo/city/ */
export const cities = endpoint({
	method: 'GET',
	path: '/geo/city/',
	section: 'auxiliary',
	purpose: 'Cities in the prospecting format, "City - UF"',
	billing: freeAssumed,
	query: object('Cities', {
		name: assumed(
			['client', 'several'],
			text('Name', { description: 'Part of the name', examples: ['Porto'] }),
		),
		state: assumed(['client', 'several'], state),
		page: furtherPage,
	}),
	responses: { 200: results(object('City', { name: text('Name') })) },
});

/** GET /geo/neighborhood/ */
export const neighborhoods = endpoint({
	method: 'GET',
	path: '/geo/neighborhood/',
	section: 'auxiliary',
	purpose: 'Neighborhoods in the prospecting format, "Neighborhood - City - UF"',
	billing: freeAssumed,
	query: object('Neighborhoods', {
		name: assumed(
			['client', 'several'],
			text('Name', { description: 'Part of the name', examples: ['Centro'] }),
		),
		city: assumed(['client', 'several'], text('City', { examples: ['Porto Alegre'] })),
		state: assumed(['client', 'several'], state),
		page: furtherPage,
	}),
	responses: { 200: results(object('Neighborhood', { name: text('Name') })) },
});

/** GET /cbo/ */
export const occupations = endpoint({
	method: 'GET',
	path: '/cbo/',
	section: 'auxiliary',
	purpose: 'Occupations by CBO code or description',
	billing: freeAssumed,
	query: codesQuery('Occupations', '252105', 'Administrador'),
	responses: { 200: codes },
});

/** GET /cnae/ */
export const economicActivities = endpoint({
	method: 'GET',
	path: '/cnae/',
	section: 'auxiliary',
	purpose: 'Economic activities (CNAE classes) by code or description',
	billing: freeAssumed,
	query: codesQuery('Economic Activities', '6201501', 'Desenvolvimento'),
	responses: { 200: codes },
});

/** GET /sector/cnae/ */
export const sectors = endpoint({
	method: 'GET',
	path: '/sector/cnae/',
	section: 'auxiliary',
	purpose: 'Economic sectors (CNAE) by code or description',
	billing: freeAssumed,
	query: codesQuery('Sectors', 'G', 'Comércio'),
	responses: { 200: codes },
});
