/** What to know before a company is enriched by its CNPJ (measured by one client of the service). */
export const cnpjCaution = {
	cnpj: 'Was seen to be charged without bringing details; a Company ID is surer',
} as const;
