export { countCompanies } from './countCompanies';
export { countPersons } from './countPersons';
export { createCompanyJob } from './createCompanyJob';
export { createPersonJob } from './createPersonJob';
export { getProspectingResult } from './getProspectingResult';
