import type { IDataObject } from 'n8n-workflow';

import { isFilled } from '../../base/json';
import type { FieldName, Lead, LeadValue, Subject } from '../model/vocabulary';

/** The fields of a CRM by its own names: each is a field of the lead, or made of several. */
export type CrmTable = Readonly<Record<string, FieldName | ((lead: Lead) => unknown)>>;

/** A CRM, as its API takes persons and companies. */
export interface Crm extends Readonly<Record<Subject, CrmTable>> {
	readonly label: string;
}

/** A lead in the words of a CRM; without empty fields, which would empty those of the CRM. */
export const inCrm = (table: CrmTable, lead: Lead): IDataObject =>
	Object.fromEntries(
		Object.entries(table)
			.map(([name, field]) => [name, typeof field === 'function' ? field(lead) : lead[field]] as const)
			.filter(([, value]) => isFilled(value)),
	) as IDataObject;

/** The emails of a lead, best first. */
export const emailsOf = ({ email, email2, email3 }: Lead): LeadValue[] =>
	[email, email2, email3].flatMap((each) => each ?? []);

/** The phones of a lead, best first. */
export const phonesOf = (
	lead: Lead,
): ReadonlyArray<{ readonly number: LeadValue; readonly isMobile: boolean }> =>
	[
		{ number: lead.phone, type: lead.phoneType },
		{ number: lead.phone2, type: lead.phoneType2 },
		{ number: lead.phone3, type: lead.phoneType3 },
	].flatMap(({ number, type }) => (number === undefined ? [] : { number, isMobile: type === 'mobile' }));

/** The address in one line. */
export const addressOf = ({ street, neighborhood, city, state, postalCode }: Lead): string =>
	[street, neighborhood, city, state, postalCode].filter((part) => part !== undefined).join(', ');
