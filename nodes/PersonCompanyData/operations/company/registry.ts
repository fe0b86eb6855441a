import { COMPANY_SEARCH_KEYS } from '../../../../contract/endpoints/companies';
import { endpoints } from '../../shared/prelude';
import { registryLookup, registrySearch } from '../../shared/registry/registry';

export const getBranches = registryLookup({
	name: 'Get Branches',
	action: 'Get branches of company',
	description: 'Get the head office and all branches of the company group of a CNPJ',
	about: 'company',
	endpoint: endpoints.companyBranches,
});

export const getCompany = registryLookup({
	name: 'Get',
	action: 'Get company by CNPJ',
	description: 'Get all data of a company by CNPJ',
	hint: 'Takes a CNPJ and returns registry data, partners and contacts. Without a CNPJ take searchCompanies.',
	about: 'company',
	endpoint: endpoints.companyGet,
});

export const searchCompanies = registrySearch({
	name: 'Search',
	action: 'Search companies',
	description: 'Search companies by legal name, email, domain, postal code or phone',
	hint: 'Finds the CNPJ of a company; getCompany then returns all data.',
	about: 'company',
	endpoint: endpoints.companySearch,
	keys: COMPANY_SEARCH_KEYS,
});
