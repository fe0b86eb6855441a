import { phonesOf, type Crm } from './table';

/** HubSpot: the `properties` of contacts and companies. Fields that only take HubSpot's own options are left out. */
export const hubspot: Crm = {
	label: 'HubSpot',
	person: {
		email: 'email',
		firstname: 'firstName',
		lastname: 'lastName',
		jobtitle: 'jobTitle',
		company: 'company',
		phone: 'phone',
		mobilephone: (lead) => phonesOf(lead).find(({ isMobile }) => isMobile)?.number,
		city: 'city',
		state: 'state',
		address: 'street',
		zip: 'postalCode',
	},
	company: {
		name: 'name',
		domain: 'domain',
		website: 'website',
		phone: 'phone',
		city: 'city',
		state: 'state',
		address: 'street',
		zip: 'postalCode',
		numberofemployees: 'employees',
		annualrevenue: 'revenue',
		founded_year: ({ foundedYear }) => foundedYear?.toString(),
		description: ({ legalName, cnpj, activity }) =>
			[legalName, cnpj === undefined ? undefined : `CNPJ ${cnpj}`, activity]
				.filter((part) => part !== undefined)
				.join(', '),
	},
};
