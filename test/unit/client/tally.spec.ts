import { endpoints } from '../../../contract';
import { Budget } from '../../../core/client/cost';
import { Tally } from '../../../core/client/tally';

const { b2bCompanyFind, b2bPersonEnrichBatch, personGet, personJob } = endpoints;
const ofUnknown = { ...personJob, wallet: undefined };

function tallied() {
	const budget = new Budget({}, {});
	return { budget, tally: new Tally(budget) };
}

it('what a run has used is also counted for its execution', () => {
	const { budget, tally } = tallied();
	tally.send();
	tally.send();
	tally.charge(b2bPersonEnrichBatch, 3);
	tally.charge(b2bPersonEnrichBatch, 2);
	tally.charge(personGet, undefined);
	tally.lose(personGet, 4);
	tally.lose(personGet, undefined);
	tally.saved = 2;
	tally.refunded = 1;
	expect(tally.usage).toEqual({
		requests: 2,
		requestsSaved: 2,
		creditsAtMost: 5,
		creditsRefunded: 1,
		uncertainCalls: 2,
	});
	// A lost call may have been charged.
	expect([budget.requests, budget.used]).toEqual([2, 9]);
	expect(tally.records).toEqual({
		returned: 0,
		empty: 0,
		unpaired: 0,
		repeated: 0,
	});
});

describe('the usage in words', () => {
	it.each<[string, (tally: Tally) => void, string]>([
		['nothing', () => undefined, '0 requests sent; no credits charged.'],
		['one request', (tally) => tally.send(), '1 request sent; no credits charged.'],
		[
			'an answer without a charge',
			(tally) => tally.charge(personGet, 0),
			'0 requests sent; no credits charged.',
		],
		[
			'credits of several products',
			(tally) => {
				tally.charge(b2bPersonEnrichBatch, 1);
				tally.charge(personGet, 2);
				tally.charge(ofUnknown, 3);
				tally.charge(ofUnknown, 1);
			},
			'0 requests sent; at most 1 B2B credit and 2 B2C credits and 4 credits charged.',
		],
		[
			'what has been free so far',
			(tally) => {
				tally.charge(b2bPersonEnrichBatch, 3);
				tally.charge(b2bCompanyFind, 2000);
				tally.charge(b2bCompanyFind, 0);
			},
			'0 requests sent; at most 3 B2B credits charged, plus up to 2,000 credits to find companies (free so far).',
		],
		[
			'nothing else than that',
			(tally) => {
				tally.charge(personGet, 0);
				tally.charge(b2bCompanyFind, 1);
			},
			'0 requests sent; up to 1 credit to find companies (free so far).',
		],
		[
			'saved requests, refunds and a file',
			(tally) => {
				tally.saved = 1;
				tally.refunded = 2;
				tally.charge(b2bPersonEnrichBatch, 5);
				tally.charge(b2bPersonEnrichBatch, undefined);
			},
			'0 requests sent, 1 saved because an equal one was already answered; at most 5 B2B credits charged, plus those for the records of a file, 2 refunded.',
		],
		[
			'a call without an answer',
			(tally) => tally.lose(personGet, 1),
			'0 requests sent; no credits charged. 1 call got no response and may have been charged in addition.',
		],
		[
			'two of them',
			(tally) => {
				tally.lose(personGet, 1);
				tally.lose(personGet, 1);
			},
			'0 requests sent; no credits charged. 2 calls got no response and may have been charged in addition.',
		],
	])('%s', (_, use, words) => {
		const { tally } = tallied();
		use(tally);
		expect(tally.inWords()).toBe(words);
	});
});
