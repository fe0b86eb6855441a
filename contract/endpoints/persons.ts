import { notStated, perDocument, perReturnedRequest } from '../model/billing';
import { endpoint } from '../model/endpoint';
import { cpf, phoneNumber, postalCode, returnedFields, state } from '../model/fields';
import { personRecord } from '../model/records';
import { allAssumed, anything, assumed, list, object, someOf, text } from '../model/schema';

const lookup = { method: 'GET', wallet: 'b2c' } as const;

const personRecords = assumed(
	['several'],
	list('Persons', personRecord),
	'a lookup returns a list of one; an object or {results} is read too',
);

export const personGet = endpoint({
	...lookup,
	path: '/persons/',
	purpose: 'Get all data of a person by CPF',
	billing: perDocument,
	query: object('Person Lookup', allAssumed(['client', 'several'], { cpf, fields: returnedFields }), ['cpf']),
	responses: {
		200: personRecords,
		404: assumed(['guess'], anything('No Person Matches'), 'an empty list with 200 is expected'),
	},
});

export const personSearch = endpoint({
	...lookup,
	path: '/persons/search/',
	purpose: "Search persons by name, email, phone, mother's name or address",
	billing: perReturnedRequest,
	query: assumed(
		['client', 'contradictory'],
		object(
			'Person Search',
			{
				name: text('Name', { examples: ['Maria da Silva'] }),
				email: text('Email', { format: 'email', examples: ['name@email.com'] }),
				phone: phoneNumber,
				mother: text("Mother's Name", { examples: ['Ana da Silva'] }),
				zip_code: postalCode,
				address: text('Street', { examples: ['Rua das Flores'] }),
				address_number: text('Street Number', { examples: ['100'] }),
				uf: state,
			},
			[],
			// At least one is required; the other fields only narrow the search (client).
			someOf(['name', 'email', 'phone', 'mother', 'zip_code', 'address']),
		),
		'some clients use mother_name, telefone, cep or q',
	),
	responses: { 200: personRecords },
});

export const personSearchByPattern = endpoint({
	...lookup,
	path: '/persons/advanced-search/',
	purpose: 'Search persons by name, with * as a wildcard for any characters',
	billing: notStated('counted as 1 credit per call'),
	query: assumed(
		['client'],
		object(
			'Person Search by Pattern',
			{
				name: text('Name Pattern', {
					description: 'Name with * as a wildcard for any characters',
					examples: ['Maria*Silva'],
				}),
				state,
				city: text('City', { examples: ['Porto Alegre'] }),
			},
			['name'],
		),
	),
	responses: { 200: personRecords },
});
