import { prospectingCount } from '../../shared/prospecting/count';
import { prospectingJob } from '../../shared/prospecting/job';

export const countCompanies = prospectingCount('companies');
export const countPersons = prospectingCount('persons');
export const createCompanyJob = prospectingJob('companies');
export const createPersonJob = prospectingJob('persons');
export { getProspectingResult } from './getProspectingResult';
