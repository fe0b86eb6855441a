import { enrichEach, enrichInBatch } from '../../shared/enrichment/enrichInBatch';
import { enrichNow } from '../../shared/enrichment/enrichNow';
import { b2bSearch } from '../../shared/search/search';

export const enrichCompanies = enrichEach('company');
export const enrichCompanyBatch = enrichInBatch('company');
export const enrichCompanyNow = enrichNow('company');
export { find } from './find';
export const searchB2bCompanies = b2bSearch('companies');
