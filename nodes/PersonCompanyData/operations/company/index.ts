import { endpoints } from '../../../../contract';
import { registryLookup, registrySearch } from '../../shared/registry/registry';

export { getBusinessContext } from './getBusinessContext';

export const getBranches = registryLookup({
	name: 'Get Branches',
	action: 'Get branches of company',
	about: 'company',
	endpoint: endpoints.companyBranches,
});

export const getCompany = registryLookup({
	name: 'Get',
	action: 'Get company by CNPJ',
	about: 'company',
	endpoint: endpoints.companyGet,
});

export const searchCompanies = registrySearch({
	name: 'Search',
	action: 'Search companies',
	about: 'company',
	endpoint: endpoints.companySearch,
});
