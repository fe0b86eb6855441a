import type { Resources } from '../run/describe';
import * as account from './account';
import * as b2bCompany from './b2bCompany';
import * as b2bPerson from './b2bPerson';
import * as chatApp from './chatApp';
import * as company from './company';
import * as enrichmentBatch from './enrichmentBatch';
import * as layoutEnrichment from './layoutEnrichment';
import * as person from './person';
import * as prospecting from './prospecting';
import * as referenceData from './referenceData';
import * as savedFilter from './savedFilter';

/** The resources of the node. Workflows save the keys; the first resource is the default. */
export const resources: Resources = {
	person: { name: 'Person', operations: person, first: 'get' },
	company: { name: 'Company', operations: company, first: 'get' },
	b2bPerson: { name: 'B2B Person', operations: b2bPerson, first: 'search' },
	b2bCompany: { name: 'B2B Company', operations: b2bCompany, first: 'search' },
	enrichmentBatch: { name: 'Enrichment Batch', operations: enrichmentBatch, first: 'getStatus' },
	prospecting: { name: 'Prospecting', operations: prospecting, first: 'countPersons' },
	savedFilter: { name: 'Saved Filter', operations: savedFilter, first: 'getMany' },
	layoutEnrichment: { name: 'Layout Enrichment', operations: layoutEnrichment, first: 'create' },
	referenceData: { name: 'Reference Data', operations: referenceData, first: 'autocomplete' },
	chatApp: { name: 'Chat App', operations: chatApp, first: 'checkNumber' },
	account: { name: 'Account', operations: account, first: 'getBalance' },
};
