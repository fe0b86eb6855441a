import { enrichInBatch } from '../../shared/enrichment/enrichInBatch';

export const enrichCompanyBatch = enrichInBatch('company');
