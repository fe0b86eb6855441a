import type { Resources } from '../core/describe';
import * as account from './account';
import * as b2bCompany from './b2bCompany';
import * as b2bPerson from './b2bPerson';
import * as enrichmentBatch from './enrichmentBatch';

/** The menu of the node, in the order users see it; the keys are what workflows save. */
export const resources: Resources = {
	b2bPerson: { name: 'B2B Person', operations: b2bPerson },
	b2bCompany: { name: 'B2B Company', operations: b2bCompany },
	enrichmentBatch: { name: 'Enrichment Batch', operations: enrichmentBatch },
	account: { name: 'Account', operations: account },
};
