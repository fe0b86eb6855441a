import { emailsOf, phonesOf, type Crm } from './table';

/** RD Station CRM: the `contact` of contacts and the `organization` of companies. */
export const rdStation: Crm = {
	label: 'RD Station CRM',
	person: {
		name: 'name',
		title: 'jobTitle',
		emails: (lead) => emailsOf(lead).map((email) => ({ email })),
		phones: (lead) =>
			phonesOf(lead).map(({ number, isMobile }) => ({
				phone: number,
				type: isMobile ? 'cellphone' : 'work',
			})),
	},
	company: {
		name: 'name',
		url: 'website',
		resume: ({ legalName, cnpj, industry, city, state }) =>
			[legalName, cnpj === undefined ? undefined : `CNPJ ${cnpj}`, industry, city, state]
				.filter((part) => part !== undefined)
				.join(', '),
	},
};
