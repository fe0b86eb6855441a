import type { IDataObject } from 'n8n-workflow';

import { asObject, asRows } from '../../core/base/json';
import { startElsewhere, type Elsewhere } from './elsewhere';

/** Stand-ins of CRMs that refuse what their API would refuse: fields that it does not have, or of another type. */

/** What a field takes: a type, or text of so many characters at most, or nothing. */
type Taken = 'string' | 'number' | 'object' | number;

/** How an API takes a record: where its fields stand in the body, and all that it knows. */
interface Crm {
	readonly path: string;
	readonly fieldsOf: (body: IDataObject) => IDataObject;
	readonly known: Readonly<Record<string, Taken>>;
	/** What it does not do without. */
	readonly needs: string;
	/** What it answers to a record that it takes. */
	readonly answer: IDataObject;
}

const CREATED = { id: 1 };

/** As their documentation lists them: default properties of HubSpot, bodies of Pipedrive and RD Station, an sObject. */
const crms = {
	hubspot: {
		path: '/crm/v3/objects/companies',
		fieldsOf: ({ properties }) => asObject(properties),
		known: {
			...{ name: 'string', domain: 'string', website: 'string', phone: 'string', description: 'string' },
			...{ address: 'string', city: 'string', state: 'string', zip: 'string', country: 'string' },
			...{ numberofemployees: 'number', annualrevenue: 'number', founded_year: 'string' },
		},
		needs: 'name',
		answer: CREATED,
	},
	hubspotContacts: {
		path: '/crm/v3/objects/contacts/batch/upsert',
		// Each input is looked for by its email, which its properties must not contradict.
		fieldsOf: ({ inputs }) => {
			const [{ idProperty, id, properties } = {}, ...others] = asRows(inputs);
			const fields = asObject(properties);
			return others.length === 0 && idProperty === 'email' && id === fields.email ? fields : {};
		},
		known: {
			...{ email: 'string', firstname: 'string', lastname: 'string', jobtitle: 'string', company: 'string' },
			...{ phone: 'string', mobilephone: 'string', city: 'string', state: 'string', address: 'string' },
			zip: 'string',
		},
		needs: 'email',
		answer: { status: 'COMPLETE', results: [CREATED] },
	},
	pipedrive: {
		path: '/api/v2/organizations',
		fieldsOf: (body) => body,
		known: { name: 'string', address: 'object', visible_to: 'number', custom_fields: 'object' },
		needs: 'name',
		answer: CREATED,
	},
	rdStation: {
		path: '/api/v1/organizations',
		fieldsOf: ({ organization }) => asObject(organization),
		known: { name: 'string', url: 'string', resume: 'string', user_id: 'string' },
		needs: 'name',
		answer: CREATED,
	},
	salesforce: {
		path: '/services/data/v59.0/sobjects/account',
		fieldsOf: (body) => body,
		known: {
			...{ Name: 255, AccountNumber: 40, Phone: 40, Website: 255, BillingCity: 40, BillingState: 80 },
			...{ BillingStreet: 255, BillingPostalCode: 20, Description: 32_000, NumberOfEmployees: 'number' },
		},
		needs: 'Name',
		answer: { id: '001000000000001AAA', success: true, errors: [] },
	},
} satisfies Readonly<Record<string, Crm>>;

export type CrmName = keyof typeof crms;

const takes = (taken: Taken | undefined, value: unknown): boolean =>
	typeof taken === 'number'
		? value === null || (typeof value === 'string' && value.length <= taken)
		: typeof value === taken;

/** What is wrong with the fields of a record, as the CRM would see it. */
export const refusedBy = (crm: CrmName, fields: IDataObject): string[] => {
	const { known, needs }: Crm = crms[crm];
	const wrong = Object.entries(fields).filter(([name, value]) => !takes(known[name], value));
	return [...(fields[needs] ? [] : [`${needs} is missing`]), ...wrong.map(([name]) => name)];
};

/** Starts a CRM that answers 201 to a record that it takes, and 400 to any other. */
export async function startCrm(crm: CrmName): Promise<Elsewhere> {
	const { path, fieldsOf, answer }: Crm = crms[crm];
	const server = await startElsewhere();
	server.answer = (response) => {
		const { method, url, body } = server.visits[server.visits.length - 1];
		const refused = refusedBy(crm, fieldsOf(asObject(JSON.parse(body))));
		const isTaken = method === 'POST' && url === path && refused.length === 0;
		response.writeHead(isTaken ? 201 : 400, { 'Content-Type': 'application/json' });
		response.end(JSON.stringify(isTaken ? answer : { refused }));
	};
	return server;
}
