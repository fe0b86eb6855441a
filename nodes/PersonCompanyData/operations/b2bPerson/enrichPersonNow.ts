import { enrichNow as enrichSynchronously } from '../../shared/enrichment/enrichNow';

export const enrichPersonNow = enrichSynchronously('person');
