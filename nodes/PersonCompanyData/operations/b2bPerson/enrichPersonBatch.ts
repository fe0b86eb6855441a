import { enrichInBatch } from '../../shared/enrichment/enrichInBatch';

export const enrichPersonBatch = enrichInBatch('person');
