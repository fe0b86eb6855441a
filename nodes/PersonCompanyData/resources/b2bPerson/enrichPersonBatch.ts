import { enrichInBatch } from '../../families/enrichment/enrichInBatch';

export const enrichPersonBatch = enrichInBatch('person');
