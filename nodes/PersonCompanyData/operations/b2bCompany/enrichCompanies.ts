import { enrichEach } from '../../shared/enrichment/enrichInBatch';

export const enrichCompanies = enrichEach('company');
