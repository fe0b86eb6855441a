import { enrichEach } from '../../families/enrichment/enrichInBatch';

export const enrichCompanies = enrichEach('company');
