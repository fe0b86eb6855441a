import * as account from './endpoints/account';
import * as b2bCompanies from './endpoints/b2bCompanies';
import {
	b2bPersonEnrich,
	b2bPersonEnrichBatch,
	b2bPersonEnrichNow,
	b2bPersonSearch,
} from './endpoints/b2bPersons';
import * as b2bStatus from './endpoints/b2bStatus';

/** Every way to call the service, by name. */
export const endpoints = {
	b2bPersonSearch,
	b2bPersonEnrich,
	b2bPersonEnrichBatch,
	b2bPersonEnrichNow,
	b2bCompanySearch: b2bCompanies.b2bCompanySearch,
	b2bCompanyFind: b2bCompanies.b2bCompanyFind,
	b2bCompanyEnrich: b2bCompanies.b2bCompanyEnrich,
	b2bCompanyEnrichBatch: b2bCompanies.b2bCompanyEnrichBatch,
	b2bCompanyEnrichNow: b2bCompanies.b2bCompanyEnrichNow,
	batchStatus: b2bStatus.batchStatus,
	balance: account.balance,
} as const;

export type EndpointName = keyof typeof endpoints;
