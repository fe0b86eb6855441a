import { endpoints } from '../../../contract';
import { Usage } from '../../../core/client/usage';

const { b2bCompanyFind, b2bPersonEnrichBatch, personGet } = endpoints;

it('what a run has used is also counted for its execution', () => {
	const usage = new Usage({});
	usage.spent.requests++;
	usage.spent.requests++;
	usage.charge(b2bPersonEnrichBatch, 3);
	usage.charge(b2bPersonEnrichBatch, 2);
	usage.charge(personGet, undefined);
	usage.lose(personGet, 4);
	usage.lose(personGet, undefined);
	usage.saved = 2;
	usage.refunded = 1;
	expect(usage.total).toEqual({
		requests: 2,
		requestsSaved: 2,
		creditsAtMost: 9,
		creditsRefunded: 1,
		uncertainCalls: 2,
	});
	// A lost call may have been charged.
	expect(usage.spent).toEqual({ requests: 2, credits: 9 });
});

describe('the usage in words', () => {
	it.each<[string, (usage: Usage) => void, string]>([
		[
			'credits of several products',
			(usage) => {
				usage.charge(b2bPersonEnrichBatch, 1);
				usage.charge(personGet, 2);
			},
			'at most 1 B2B credit and 2 B2C credits charged, 0 requests sent',
		],
		[
			'nothing but what has been free so far',
			(usage) => {
				usage.charge(personGet, 0);
				usage.charge(b2bCompanyFind, 1);
			},
			'up to 1 credit to find companies (free so far), 0 requests sent',
		],
		[
			'saved requests, refunds and a file',
			(usage) => {
				usage.saved = 1;
				usage.refunded = 2;
				usage.charge(b2bPersonEnrichBatch, 5);
				usage.charge(b2bPersonEnrichBatch, undefined);
			},
			'at most 5 B2B credits charged, plus those for the records of a file, 2 refunded, 0 requests sent, 1 saved',
		],
	])('%s', (_, use, words) => {
		const usage = new Usage({});
		use(usage);
		expect(usage.inWords()).toBe(words);
	});
});
