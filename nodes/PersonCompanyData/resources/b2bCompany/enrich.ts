import { enrichEach } from '../../families/enrichment/enrichInBatch';

export const enrich = enrichEach('company');
