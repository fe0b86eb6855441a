import type { Resources } from '../run/describe';
import * as account from './account/getBalance';
import * as b2bCompany from './b2bCompany';
import * as b2bPerson from './b2bPerson';
import * as chatApp from './chatApp';
import * as company from './company';
import * as enrichmentBatch from './enrichmentBatch';
import * as layoutEnrichment from './layoutEnrichment';
import * as list from './list/enrichList';
import * as person from './person';
import * as prospecting from './prospecting';
import * as referenceData from './referenceData';
import * as savedFilter from './savedFilter';

/** Workflows save the keys; the first resource is the default. */
export const resources: Resources = {
	list: {
		name: 'List',
		description: 'A list of mixed rows: CNPJs, CPFs, emails, profile URLs and IDs, enriched row by row',
		operations: list,
		first: ['enrichList'],
	},
	person: {
		name: 'Person',
		description: 'Registry data of a person by CPF, name, phone or email: documents, contacts, relatives',
		operations: person,
		first: ['getPerson', 'searchPersons'],
	},
	company: {
		name: 'Company',
		description: 'Registry data of a company by CNPJ, name, phone or domain: partners, branches, contacts',
		operations: company,
		first: ['getCompany', 'searchCompanies', 'getBranches'],
	},
	b2bPerson: {
		name: 'B2B Person',
		description: 'People at work: find decision makers by job, seniority and company, and enrich them',
		operations: b2bPerson,
		first: ['searchB2bPersons', 'enrichPersonBatch', 'enrichPersonNow'],
	},
	b2bCompany: {
		name: 'B2B Company',
		description: 'Companies as leads: find them by sector, size and place, and enrich them',
		operations: b2bCompany,
		first: ['searchB2bCompanies', 'enrichCompanyBatch', 'enrichCompanyNow', 'find'],
	},
	prospecting: {
		name: 'Prospecting',
		description: 'Large exports by filters: count matches free of charge, then order them as a job',
		operations: prospecting,
		first: ['countPersons', 'countCompanies', 'createPersonJob', 'createCompanyJob', 'getProspectingResult'],
	},
	layoutEnrichment: {
		name: 'Layout Enrichment',
		description: 'A whole file enriched by one of the layouts of the account',
		operations: layoutEnrichment,
		first: ['createLayoutEnrichment', 'getLayoutResult'],
	},
	chatApp: {
		name: 'Chat App',
		description: 'Whether phone numbers are active in the messaging app',
		operations: chatApp,
		first: ['checkNumber', 'checkNumbersInBatch'],
	},
	enrichmentBatch: {
		name: 'Enrichment Batch',
		description:
			'Batches that Enrich or Enrich in Batch has submitted: wait for them, or see how far they are',
		operations: enrichmentBatch,
		first: ['waitForCompletion', 'getStatus'],
	},
	savedFilter: {
		name: 'Saved Filter',
		description: 'Prospecting filters kept in the account',
		operations: savedFilter,
		first: ['getMany', 'createSavedFilter'],
	},
	referenceData: {
		name: 'Reference Data',
		description: 'Values that filters take: cities, occupations, economic activities, sectors',
		operations: referenceData,
		first: ['autocomplete'],
	},
	account: {
		name: 'Account',
		description: 'Credits that are left',
		operations: account,
		first: ['getBalance'],
	},
};
