import { enrichEach } from '../../shared/enrichment/enrichInBatch';

export const enrichPersons = enrichEach('person');
