import { endpoints } from '../../shared/prelude';
import { registryLookup } from '../../shared/registry/registry';

export const getCompany = registryLookup({
	name: 'Get',
	action: 'Get company by CNPJ',
	description: 'Get all data of a company by CNPJ',
	hint: 'Takes a CNPJ and returns registry data, partners and contacts. Without a CNPJ take searchCompanies.',
	about: 'company',
	endpoint: endpoints.companyGet,
});
