import { notStated, perDocument, perReturnedRequest } from '../model/billing';
import { endpoint } from '../model/endpoint';
import { cnpj, phoneNumber, postalCode, returnedFields, state } from '../model/fields';
import { companyRecord } from '../model/records';
import { anything, assumed, list, object, text } from '../model/schema';

const companyRecords = assumed(
	['several'],
	list('Companies', companyRecord),
	'a list of one for a lookup; an object, {data} or {results} is read too',
);

/** GET /companies/ */
export const companyGet = endpoint({
	method: 'GET',
	path: '/companies/',
	section: 'other',
	purpose: 'Get a company by CNPJ',
	wallet: 'b2c',
	billing: perDocument,
	query: object(
		'Company Lookup',
		{ cnpj: assumed(['client', 'several'], cnpj), fields: assumed(['client', 'several'], returnedFields) },
		['cnpj'],
	),
	responses: {
		200: companyRecords,
		404: assumed(['guess'], anything('No Company Matches'), 'an empty list with 200 is expected'),
	},
});

/** What a search of companies can be made by; the state only narrows it down (client, several). */
export const COMPANY_SEARCH_KEYS = ['razao_social', 'email', 'domain', 'cep', 'phone'] as const;

/** GET /company/list/ */
export const companySearch = endpoint({
	method: 'GET',
	path: '/company/list/',
	section: 'other',
	purpose: 'Search companies by legal name, email, domain, postal code or phone',
	wallet: 'b2c',
	billing: perReturnedRequest,
	query: assumed(
		['client', 'several'],
		object('Company List Search', {
			razao_social: text('Legal Name', { examples: ['Padaria Central LTDA'] }),
			email: text('Email', { format: 'email', examples: ['name@email.com'] }),
			domain: text('Domain', { examples: ['company.com'] }),
			cep: postalCode,
			phone: phoneNumber,
			uf: state,
		}),
	),
	responses: { 200: companyRecords },
});

/** GET /company/search/filial/ */
export const companyBranches = endpoint({
	method: 'GET',
	path: '/company/search/filial/',
	section: 'other',
	purpose: 'Head office and all branches, from any CNPJ of the group',
	wallet: 'b2c',
	billing: notStated('treated as charged'),
	query: object('Branch Search', { cnpj: assumed(['client', 'several'], cnpj) }, ['cnpj']),
	responses: {
		200: assumed(
			['guess'],
			list('Companies', companyRecord),
			'no source shows the record; the head office may not come first',
		),
	},
});

/** GET /company/intel/, which the specification does not have. */
export const companyIntel = endpoint({
	method: 'GET',
	path: '/company/intel/',
	section: 'beyondSpecification',
	purpose: "Business context of a company, read from the company's own site",
	billing: {
		...perDocument,
		assumed: {
			sources: ['client'],
			note: 'opens the same window as the lookup; other states are not charged',
		},
	},
	query: object('Company Intel', { cnpj: assumed(['client'], cnpj) }, ['cnpj']),
	responses: {
		200: assumed(
			['client'],
			object('Company Intel', {
				status: text('State', { description: 'At first "processing"; "ready" after some minutes' }),
			}),
		),
	},
	assumed: { sources: ['client'], note: 'asking again while it is processing is free' },
});
