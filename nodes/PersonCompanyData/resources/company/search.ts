import { COMPANY_SEARCH_KEYS } from '../../../../contract/endpoints/companies';
import { endpoints } from '../../families/kit';
import { registrySearch } from '../../families/registry/registry';

export const search = registrySearch({
	name: 'Search',
	action: 'Search companies',
	description: 'Search companies by legal name, email, domain, postal code or phone',
	about: 'company',
	endpoint: endpoints.companySearch,
	keys: COMPANY_SEARCH_KEYS,
});
