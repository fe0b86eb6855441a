import groupBy from 'lodash/groupBy';
import mapValues from 'lodash/mapValues';

import { endpoints, type EndpointName } from '../../../contract';
import {
	free,
	freeAssumed,
	freeGuessed,
	isCharged,
	notStated,
	perDocument,
	perNewSearch,
	perRecord,
	perReturnedRequest,
	PRICE_FIELDS,
	repeatAfterLoss,
	type BillingRule,
	type RepeatAfterLoss,
} from '../../../contract/model/billing';
import type { Endpoint } from '../../../contract/model/endpoint';

type Kind = BillingRule['kind'];

describe('what may be done when an answer was lost', () => {
	it.each<[Kind, BillingRule, RepeatAfterLoss]>([
		['free', free, 'safe'],
		['newSearch', perNewSearch, 'safe'],
		['document', perDocument, 'safe'],
		['returnedRequest', perReturnedRequest, 'never'],
		['record', perRecord, 'never'],
		['notStated', notStated(), 'never'],
	])('follows from the rule %s', (kind, billing, expected) => {
		expect(billing.kind).toBe(kind);
		expect(repeatAfterLoss({ billing })).toBe(expected);
		expect(repeatAfterLoss({ billing, creates: true })).toBe('never');
		expect(repeatAfterLoss({ billing, creates: true, idempotent: true })).toBe('sameKeyAfterHold');
	});

	it('where only what is free for sure costs nothing', () => {
		expect([free, freeAssumed, freeGuessed('note')].map(isCharged)).toEqual([false, false, false]);
		for (const billing of [perNewSearch, perDocument, perReturnedRequest, perRecord, notStated()])
			expect(isCharged(billing)).toBe(true);
	});
});

/** The endpoints by what they charge for and what may be done after a lost answer. */
const PRICES: Readonly<Record<string, readonly EndpointName[]>> = {
	'newSearch, safe': ['b2bPersonSearch', 'b2bCompanySearch', 'b2bCompanyFind'],
	'record, never': [
		...(['b2bPersonEnrich', 'b2bPersonEnrichBatch', 'b2bCompanyEnrich', 'b2bCompanyEnrichBatch'] as const),
		'layoutEnrichmentCreate',
	],
	'record, sameKeyAfterHold': ['b2bPersonEnrichNow', 'b2bCompanyEnrichNow'],
	'document, safe': ['personGet', 'companyGet', 'companyIntel'],
	'returnedRequest, never': ['personSearch', 'companySearch', 'chatAppCheck', 'chatAppCheckBatch'],
	'notStated, never': ['personSearchByPattern', 'companyBranches', 'personJob', 'companyJob'],
	'free, never': ['savedFilterCreate'],
	'free, safe': [
		...(['batchStatus', 'personCount', 'companyCount', 'prospectingResult', 'savedPersonFilters'] as const),
		...([
			'savedCompanyFilters',
			'layouts',
			'layoutEnrichmentResult',
			'autocomplete',
			'filterStructure',
		] as const),
		...([
			'filterOptions',
			'profiles',
			'cities',
			'neighborhoods',
			'occupations',
			'economicActivities',
		] as const),
		...(['sectors', 'balance'] as const),
	],
};

it('every endpoint has the price of its sources', () => {
	const all = Object.entries<Endpoint>(endpoints);
	const byPrice = groupBy(all, ([, endpoint]) => `${endpoint.billing.kind}, ${repeatAfterLoss(endpoint)}`);
	const sorted = (names: readonly string[]): string[] => [...names].sort();
	expect(mapValues(byPrice, (some) => sorted(some.map(([name]) => name)))).toEqual(mapValues(PRICES, sorted));
	// Only these are free by the specification.
	const specified = all.filter(([, { billing }]) => billing.kind === 'free' && billing.assumed === undefined);
	expect(specified.map(([name]) => name)).toEqual(['batchStatus', 'personCount', 'companyCount']);
});

it('names the fields that decide what a call costs', () => {
	const all = Object.values<Endpoint>(endpoints);
	const counted = all.flatMap(({ countedBy }) => countedBy ?? []);
	const told = [...counted, 'export', ...Object.keys(endpoints.b2bCompanyFind.body.properties)];
	expect(PRICE_FIELDS).toEqual(expect.arrayContaining(told));
	const own = new Set(all.flatMap(({ body }) => Object.keys(body?.properties ?? {})));
	expect(PRICE_FIELDS.filter((name) => !own.has(name))).toEqual([]);
});
