import { enrichInBatch } from '../../families/enrichment/enrichInBatch';

export const enrichBatch = enrichInBatch('person');
