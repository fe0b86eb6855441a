import { enrichNow as enrichSynchronously } from '../../shared/enrichment/enrichNow';

export const enrichCompanyNow = enrichSynchronously('company');
