export { enrichCompanies } from './enrichCompanies';
export { enrichCompanyBatch } from './enrichCompanyBatch';
export { enrichCompanyNow } from './enrichCompanyNow';
export { find } from './find';
export { searchB2bCompanies } from './searchB2bCompanies';
