export { getBranches } from './getBranches';
export { getBusinessContext } from './getBusinessContext';
export { getCompany } from './getCompany';
export { searchCompanies } from './searchCompanies';
