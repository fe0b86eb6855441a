import * as account from './endpoints/account';
import * as b2bCompanies from './endpoints/b2b/companies';
import * as b2bPersons from './endpoints/b2b/persons';
import * as b2bReference from './endpoints/b2b/reference';
import * as b2bStatus from './endpoints/b2b/status';
import * as chatApp from './endpoints/chatApp';
import * as companies from './endpoints/companies';
import * as companyProspecting from './endpoints/prospecting/companies';
import * as layouts from './endpoints/layouts';
import * as personProspecting from './endpoints/prospecting/persons';
import * as persons from './endpoints/persons';
import * as prospecting from './endpoints/prospecting/shared';
import * as referenceData from './endpoints/referenceData';
import * as savedFilters from './endpoints/prospecting/savedFilters';

/** Every way to call the service, by name. */
export const endpoints = {
	b2bPersonSearch: b2bPersons.b2bPersonSearch,
	b2bPersonEnrich: b2bPersons.b2bPersonEnrich,
	b2bPersonEnrichBatch: b2bPersons.b2bPersonEnrichBatch,
	b2bPersonEnrichNow: b2bPersons.b2bPersonEnrichNow,
	b2bCompanySearch: b2bCompanies.b2bCompanySearch,
	b2bCompanyFind: b2bCompanies.b2bCompanyFind,
	b2bCompanyEnrich: b2bCompanies.b2bCompanyEnrich,
	b2bCompanyEnrichBatch: b2bCompanies.b2bCompanyEnrichBatch,
	b2bCompanyEnrichNow: b2bCompanies.b2bCompanyEnrichNow,
	batchStatus: b2bStatus.batchStatus,
	personGet: persons.personGet,
	personSearch: persons.personSearch,
	personSearchByPattern: persons.personSearchByPattern,
	companyGet: companies.companyGet,
	companySearch: companies.companySearch,
	companyBranches: companies.companyBranches,
	companyIntel: companies.companyIntel,
	personCount: personProspecting.personCount,
	personJob: personProspecting.personJob,
	companyCount: companyProspecting.companyCount,
	companyJob: companyProspecting.companyJob,
	prospectingResult: prospecting.prospectingResult,
	savedFilterCreate: savedFilters.savedFilterCreate,
	savedPersonFilters: savedFilters.savedPersonFilters,
	savedCompanyFilters: savedFilters.savedCompanyFilters,
	layouts: layouts.layouts,
	layoutEnrichmentCreate: layouts.layoutEnrichmentCreate,
	layoutEnrichmentResult: layouts.layoutEnrichmentResult,
	autocomplete: b2bReference.autocomplete,
	filterStructure: b2bReference.filterStructure,
	filterOptions: b2bReference.filterOptions,
	profiles: referenceData.profiles,
	cities: referenceData.cities,
	neighborhoods: referenceData.neighborhoods,
	occupations: referenceData.occupations,
	economicActivities: referenceData.economicActivities,
	sectors: referenceData.sectors,
	chatAppCheck: chatApp.chatAppCheck,
	chatAppCheckBatch: chatApp.chatAppCheckBatch,
	balance: account.balance,
	apiTest: account.apiTest,
} as const;

export type EndpointName = keyof typeof endpoints;
