import { endpoints } from '../../families/kit';
import { registryLookup } from '../../families/registry/registry';

export const get = registryLookup({
	name: 'Get',
	action: 'Get company by CNPJ',
	description: 'Get all data of a company by CNPJ',
	about: 'company',
	endpoint: endpoints.companyGet,
});
