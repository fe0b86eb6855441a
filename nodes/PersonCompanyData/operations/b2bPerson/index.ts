import { enrichEach, enrichInBatch } from '../../shared/enrichment/enrichInBatch';
import { enrichNow } from '../../shared/enrichment/enrichNow';
import { b2bSearch } from '../../shared/search/search';

export const enrichPersonBatch = enrichInBatch('person');
export const enrichPersonNow = enrichNow('person');
export const enrichPersons = enrichEach('person');
export const searchB2bPersons = b2bSearch('persons');
