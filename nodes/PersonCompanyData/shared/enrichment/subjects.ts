import { endpoints } from '../../../../contract';
import { companyContact } from '../../../../contract/endpoints/b2b/companies';
import { personContact } from '../../../../contract/endpoints/b2b/persons';
import { contactKey, type Contact } from '../../../../core/read/identifiers';

export const subjects = {
	person: {
		plural: 'persons',
		contact: personContact,
		enrich: endpoints.b2bPersonEnrich,
		enrichBatch: endpoints.b2bPersonEnrichBatch,
		enrichNow: endpoints.b2bPersonEnrichNow,
	},
	company: {
		plural: 'companies',
		contact: companyContact,
		enrich: endpoints.b2bCompanyEnrich,
		enrichBatch: endpoints.b2bCompanyEnrichBatch,
		enrichNow: endpoints.b2bCompanyEnrichNow,
	},
} as const;

export type Subject = keyof typeof subjects;

/** The same purchase, whichever way the contact is enriched. */
export const contactPurchaseKey = (about: Subject, { name, value }: Contact) => ({
	enrich: about,
	contact: contactKey(name, value),
});
