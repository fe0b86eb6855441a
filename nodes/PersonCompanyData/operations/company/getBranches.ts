import { endpoints } from '../../shared/prelude';
import { registryLookup } from '../../shared/registry/registry';

export const getBranches = registryLookup({
	name: 'Get Branches',
	action: 'Get head office and branches of company',
	description: 'Get the head office and all branches of the company group of a CNPJ',
	about: 'company',
	endpoint: endpoints.companyBranches,
});
