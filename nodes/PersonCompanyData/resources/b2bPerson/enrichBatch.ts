import { enrichTogether } from '../../families/enrichment/enrichInBatch';

export const enrichBatch = enrichTogether('person');
