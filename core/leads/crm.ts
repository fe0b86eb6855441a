import type { IDataObject } from 'n8n-workflow';

import { isFilled } from '../base/json';
import { END } from './contacts';
import type { FieldName, Lead, LeadValue, Subject } from './vocabulary';

type CrmTable = Readonly<Record<string, FieldName | ((lead: Lead) => unknown)>>;

interface Crm extends Readonly<Record<Subject, CrmTable>> {
	readonly label: string;
}

const joined = (...parts: ReadonlyArray<LeadValue | undefined>): string =>
	parts.filter((part) => part !== undefined).join(', ');

const cnpjOf = ({ cnpj }: Lead): string | undefined => (cnpj === undefined ? undefined : `CNPJ ${cnpj}`);

const addressOf = ({ street, neighborhood, city, state, postalCode }: Lead): string =>
	joined(street, neighborhood, city, state, postalCode);

const emailsOf = (lead: Lead): LeadValue[] => END.flatMap((end) => lead[`email${end}` as const] ?? []);

const phonesOf = (lead: Lead): ReadonlyArray<{ readonly number: LeadValue; readonly isMobile: boolean }> =>
	END.flatMap((end) => {
		const number = lead[`phone${end}` as const];
		return number === undefined ? [] : { number, isMobile: lead[`phoneType${end}` as const] === 'mobile' };
	});

const hubspotPlace = { city: 'city', state: 'state', address: 'street', zip: 'postalCode' } as const;

/** The `properties` of contacts and companies, without fields that only take HubSpot's own options. */
const hubspot: Crm = {
	label: 'HubSpot',
	person: {
		email: 'email',
		firstname: 'firstName',
		lastname: 'lastName',
		jobtitle: 'jobTitle',
		company: 'company',
		phone: 'phone',
		mobilephone: (lead) => phonesOf(lead).find(({ isMobile }) => isMobile)?.number,
		...hubspotPlace,
	},
	company: {
		name: 'name',
		domain: 'domain',
		website: 'website',
		phone: 'phone',
		...hubspotPlace,
		numberofemployees: 'employees',
		annualrevenue: 'revenue',
		founded_year: ({ foundedYear }) => foundedYear?.toString(),
		description: (lead) => joined(lead.legalName, cnpjOf(lead), lead.activity),
	},
};

/** The body of persons and organizations, API version 2. */
const pipedrive: Crm = {
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

/** The `contact` of contacts and the `organization` of companies. */
const rdStation: Crm = {
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
		resume: (lead) => joined(lead.legalName, cnpjOf(lead), lead.industry, lead.city, lead.state),
	},
};

export const crms = { hubspot, pipedrive, rdStation } satisfies Readonly<Record<string, Crm>>;

export type CrmName = keyof typeof crms;

/** Omits empty fields, which would clear those of the CRM; a table omits those inside an object itself. */
export const inCrm = (table: CrmTable, lead: Lead): IDataObject =>
	Object.fromEntries(
		Object.entries(table)
			.map(([name, field]) => [name, typeof field === 'function' ? field(lead) : lead[field]] as const)
			.filter(([, value]) => isFilled(value)),
	) as IDataObject;
