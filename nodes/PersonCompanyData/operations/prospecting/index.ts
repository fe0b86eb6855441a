import { resultPlaces } from '../../../../core/background/jobs';
import { getJobResult } from '../../shared/jobs/result';
import { prospectingCount } from '../../shared/prospecting/count';
import { prospectingJob } from '../../shared/prospecting/job';

export const countCompanies = prospectingCount('companies');
export const countPersons = prospectingCount('persons');
export const createCompanyJob = prospectingJob('companies');
export const createPersonJob = prospectingJob('persons');
export const getProspectingResult = getJobResult('Get result of prospecting job', resultPlaces.prospecting);
