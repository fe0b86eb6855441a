import { enrichNow as enrichSynchronously } from '../../families/enrichment/enrichNow';

export const enrichCompanyNow = enrichSynchronously('company');
