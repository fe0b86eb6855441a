import { enrichEach } from '../../families/enrichment/enrichInBatch';

export const enrichPersons = enrichEach('person');
