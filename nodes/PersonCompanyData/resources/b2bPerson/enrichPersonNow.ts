import { enrichNow as enrichSynchronously } from '../../families/enrichment/enrichNow';

export const enrichPersonNow = enrichSynchronously('person');
