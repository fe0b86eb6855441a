import { addressOf, emailsOf, phonesOf, type Crm } from './table';

/** Pipedrive: the body of persons and organizations, version 2. */
export const pipedrive: Crm = {
	label: 'Pipedrive',
	person: {
		name: 'name',
		emails: (lead) => emailsOf(lead).map((value, i) => ({ value, primary: i === 0, label: 'work' })),
		phones: (lead) =>
			phonesOf(lead).map(({ number, isMobile }, i) => ({
				value: number,
				primary: i === 0,
				label: isMobile ? 'mobile' : 'work',
			})),
	},
	company: {
		name: 'name',
		address: (lead) => (addressOf(lead) === '' ? undefined : { value: addressOf(lead) }),
	},
};
