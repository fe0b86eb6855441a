import { endpoints, type EndpointName } from '../../../contract';
import {
	free, freeAssumed, freeGuessed, isCharged, notStated, perDocument, perNewSearch, perRecord, perReturnedRequest,
	PRICE_FIELDS, priceInWords, repeatAfterLoss,
	type BillingRule, type RepeatAfterLoss,
} from '../../../contract/model/billing'; // prettier-ignore
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

	it('says how it is known', () => {
		expect(free).not.toHaveProperty('assumed');
		expect(freeAssumed.assumed).toEqual({ sources: ['client'] });
		expect(freeGuessed('note').assumed).toEqual({ sources: ['guess'], note: 'note' });
		expect(notStated()).not.toHaveProperty('observed');
	});
});

describe('the price of every endpoint', () => {
	const expected: Readonly<Record<EndpointName, readonly [Kind, RepeatAfterLoss]>> = {
		b2bPersonSearch: ['newSearch', 'safe'],
		b2bPersonEnrich: ['record', 'never'],
		b2bPersonEnrichBatch: ['record', 'never'],
		b2bPersonEnrichNow: ['record', 'sameKeyAfterHold'],
		b2bCompanySearch: ['newSearch', 'safe'],
		b2bCompanyFind: ['newSearch', 'safe'],
		b2bCompanyEnrich: ['record', 'never'],
		b2bCompanyEnrichBatch: ['record', 'never'],
		b2bCompanyEnrichNow: ['record', 'sameKeyAfterHold'],
		batchStatus: ['free', 'safe'],
		personGet: ['document', 'safe'],
		personSearch: ['returnedRequest', 'never'],
		personSearchByPattern: ['notStated', 'never'],
		companyGet: ['document', 'safe'],
		companySearch: ['returnedRequest', 'never'],
		companyBranches: ['notStated', 'never'],
		companyIntel: ['document', 'safe'],
		personCount: ['free', 'safe'],
		personJob: ['notStated', 'never'],
		companyCount: ['free', 'safe'],
		companyJob: ['notStated', 'never'],
		prospectingResult: ['free', 'safe'],
		savedFilterCreate: ['free', 'never'],
		savedPersonFilters: ['free', 'safe'],
		savedCompanyFilters: ['free', 'safe'],
		layouts: ['free', 'safe'],
		layoutEnrichmentCreate: ['record', 'never'],
		layoutEnrichmentResult: ['free', 'safe'],
		autocomplete: ['free', 'safe'],
		filterStructure: ['free', 'safe'],
		filterOptions: ['free', 'safe'],
		profiles: ['free', 'safe'],
		cities: ['free', 'safe'],
		neighborhoods: ['free', 'safe'],
		occupations: ['free', 'safe'],
		economicActivities: ['free', 'safe'],
		sectors: ['free', 'safe'],
		chatAppCheck: ['returnedRequest', 'never'],
		chatAppCheckBatch: ['returnedRequest', 'never'],
		balance: ['free', 'safe'],
	};

	it.each(Object.entries<Endpoint>(endpoints))('%s', (name, endpoint) => {
		expect([endpoint.billing.kind, repeatAfterLoss(endpoint)]).toEqual(expected[name as EndpointName]);
	});

	it('is free without an assumption only where the specification says so', () => {
		const specified = Object.entries<Endpoint>(endpoints)
			.filter(([, { billing }]) => billing.kind === 'free' && billing.assumed === undefined)
			.map(([name]) => name);
		expect(specified).toEqual(['batchStatus', 'personCount', 'companyCount']);
	});
});

it('names the fields that decide what a call costs', () => {
	const all = Object.values<Endpoint>(endpoints);
	const counted = all.flatMap(({ recordsIn }) => recordsIn ?? []);
	const told = [...counted, 'export', ...Object.keys(endpoints.b2bCompanyFind.body.properties)];
	expect(PRICE_FIELDS).toEqual(expect.arrayContaining(told));
	const own = new Set(all.flatMap(({ body }) => Object.keys(body?.properties ?? {})));
	expect(PRICE_FIELDS.filter((name) => !own.has(name))).toEqual([]);
});

describe('the price in words', () => {
	it('names the purse, the free window and what others have seen', () => {
		expect(priceInWords(free, 'b2b')).toBe('Free');
		expect(priceInWords(perNewSearch, 'b2b')).toMatch(/^1 B2B credit per new search; .* 7 days/);
		expect(priceInWords(perDocument, 'b2c')).toMatch(/^1 B2C credit per document found; .* 24 hours$/);
		expect(priceInWords(perRecord)).toBe('1 credit per record, refunded when the record fails');
		expect(priceInWords(endpoints.chatAppCheck.billing)).toBe('1 credit per call that returns something');
		expect(priceInWords(endpoints.chatAppCheckBatch.billing)).toBe(
			'1 credit per number that returns something',
		);
		expect(priceInWords(notStated())).toBe('Price not stated by the service');
		expect(priceInWords(notStated('seen free'))).toBe('Price not stated by the service (seen free)');
	});
});
