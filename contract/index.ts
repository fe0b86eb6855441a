import * as account from './endpoints/account';
import * as b2bCompanies from './endpoints/b2b/companies';
import * as b2bPersons from './endpoints/b2b/persons';
import * as b2bReference from './endpoints/b2b/reference';
import * as b2bEnrichment from './endpoints/b2b/enrichment';
import * as chatApp from './endpoints/chatApp';
import * as companies from './endpoints/companies';
import * as companyProspecting from './endpoints/prospecting/companies';
import * as layouts from './endpoints/layouts';
import * as personProspecting from './endpoints/prospecting/persons';
import * as persons from './endpoints/persons';
import * as prospecting from './endpoints/prospecting/shared';
import * as referenceData from './endpoints/referenceData';
import * as savedFilters from './endpoints/prospecting/savedFilters';
import type { Endpoint } from './model/endpoint';

type EndpointsIn<M> = { readonly [N in keyof M as M[N] extends Endpoint ? N : never]: M[N] };

const isEndpoint = (exported: object): boolean => 'method' in exported && 'path' in exported;

/** Sorted by name, since the order of a module's exports depends on the compiler. */
const endpointsIn = <M extends Readonly<Record<string, object>>>(module: M): EndpointsIn<M> =>
	Object.fromEntries(
		Object.entries(module)
			.filter(([, exported]) => isEndpoint(exported))
			.sort(([a], [b]) => (a < b ? -1 : 1)),
	) as EndpointsIn<M>;

/** Every way to call the service, keyed by the export name of its declaration. */
export const endpoints = {
	...endpointsIn(b2bPersons),
	...endpointsIn(b2bCompanies),
	...endpointsIn(b2bEnrichment),
	...endpointsIn(persons),
	...endpointsIn(companies),
	...endpointsIn(personProspecting),
	...endpointsIn(companyProspecting),
	...endpointsIn(prospecting),
	...endpointsIn(savedFilters),
	...endpointsIn(layouts),
	...endpointsIn(b2bReference),
	...endpointsIn(referenceData),
	...endpointsIn(chatApp),
	...endpointsIn(account),
} as const;

export type EndpointName = keyof typeof endpoints;
