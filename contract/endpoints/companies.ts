import { notStated, perDocument, perReturnedRequest } from '../model/billing';
import { endpoint } from '../model/endpoint';
import { cnpj, phoneNumber, postalCode, returnedFields, state } from '../model/fields';
import { companyRecord } from '../model/records';
import { allAssumed, anything, assumed, list, object, someOf, text } from '../model/schema';

const lookup = { method: 'GET', wallet: 'b2c' } as const;

const companyRecords = assumed(
	['several'],
	list('Companies', companyRecord),
	'a lookup returns a list of one; an object, {data} or {results} is read too',
);

export const companyGet = endpoint({
	...lookup,
	path: '/companies/',
	purpose: 'Get all data of a company by CNPJ',
	billing: perDocument,
	query: object('Company Lookup', allAssumed(['client', 'several'], { cnpj, fields: returnedFields }), [
		'cnpj',
	]),
	responses: {
		200: companyRecords,
		404: assumed(['guess'], anything('No Company Matches'), 'an empty list with 200 is expected'),
	},
});

export const companySearch = endpoint({
	...lookup,
	path: '/company/list/',
	purpose: 'Search companies by legal name, email, domain, postal code or phone',
	billing: perReturnedRequest,
	query: assumed(
		['client', 'several'],
		object(
			'Company List Search',
			{
				razao_social: text('Legal Name', { examples: ['Padaria Central LTDA'] }),
				email: text('Email', { format: 'email', examples: ['name@email.com'] }),
				domain: text('Domain', { format: 'domain', examples: ['company.com'] }),
				cep: postalCode,
				phone: phoneNumber,
				uf: state,
			},
			[],
			// At least one is required; the state only narrows the search (client, several).
			someOf(['razao_social', 'email', 'domain', 'cep', 'phone']),
		),
	),
	responses: { 200: companyRecords },
});

export const companyBranches = endpoint({
	...lookup,
	path: '/company/search/filial/',
	purpose: 'Get the head office and all branches by any CNPJ of the group',
	billing: notStated('counted as 1 credit per call'),
	query: object('Branch Search', { cnpj: assumed(['client', 'several'], cnpj) }, ['cnpj']),
	responses: {
		200: assumed(
			['guess'],
			list('Companies', companyRecord),
			'no source shows the record; the head office may not be first',
		),
	},
});

export const companyIntel = endpoint({
	method: 'GET',
	path: '/company/intel/',
	isBeyondSpecification: true,
	purpose: 'Get business context about a company from its own website',
	billing: {
		...perDocument,
		assumed: {
			sources: ['client'],
			note: 'starts the same free window as the lookup; other statuses are not charged',
		},
	},
	query: object('Company Intel', { cnpj: assumed(['client'], cnpj) }, ['cnpj']),
	responses: {
		200: assumed(
			['client'],
			object('Company Intel', {
				status: text('Status', { description: '"processing" at first, "ready" after a few minutes' }),
			}),
		),
	},
	assumed: { sources: ['client'], note: 'repeating the call during processing is free' },
});
