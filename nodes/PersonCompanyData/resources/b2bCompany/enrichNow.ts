import { enrichNow as enrichSynchronously } from '../../families/enrichment/enrichNow';

export const enrichNow = enrichSynchronously('company');
