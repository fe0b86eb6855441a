import { COMPANY_SEARCH_KEYS } from '../../../../contract/endpoints/companies';
import { endpoints } from '../../shared/prelude';
import { registrySearch } from '../../shared/registry/registry';

export const searchCompanies = registrySearch({
	name: 'Search',
	action: 'Search companies',
	description: 'Search companies by legal name, email, domain, postal code or phone',
	hint: 'Finds the CNPJ of a company; getCompany then returns all data.',
	about: 'company',
	endpoint: endpoints.companySearch,
	keys: COMPANY_SEARCH_KEYS,
});
