import { enrichInBatch } from '../../families/enrichment/enrichInBatch';

export const enrichCompanyBatch = enrichInBatch('company');
