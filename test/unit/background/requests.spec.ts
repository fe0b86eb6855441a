import { endpoints } from '../../../contract';
import {
	balanceFirst,
	callTo,
	ifNeeded,
	pollsWithin,
	submissionTo,
	sumOf,
	timesOf,
	unknownBecause,
} from '../../../core/background/requests';

const { personGet, savedFilterCreate, b2bPersonEnrichBatch, b2bPersonEnrichNow } = endpoints;

it('requests add up, with the first reason why they are not known', () => {
	expect(sumOf([])).toEqual({ atLeast: 0, atMost: 0 });
	expect(
		sumOf([
			{ atLeast: 1, atMost: 4 },
			unknownBecause(2, 'one'),
			{ atLeast: 3, atMost: 5 },
			unknownBecause(0, 'two'),
		]),
	).toEqual({ atLeast: 6, atMost: Number.POSITIVE_INFINITY, note: 'one' });
	expect(
		sumOf([
			{ atLeast: 1, atMost: 4 },
			{ atLeast: 2, atMost: 3 },
		]),
	).toEqual({ atLeast: 3, atMost: 7 });
});

it('the same so many times is none for no times, even where it is not known', () => {
	expect(timesOf(3, { atLeast: 2, atMost: 5, note: 'why' })).toEqual({
		atLeast: 6,
		atMost: 15,
		note: 'why',
	});
	expect(timesOf(0, unknownBecause(1, 'why'))).toEqual({ atLeast: 0, atMost: 0 });
});

it('a call is sent once, and up to as often as it is tried', () => {
	expect(callTo(personGet)).toEqual({ atLeast: 1, atMost: 4 });
	expect(callTo(b2bPersonEnrichNow)).toEqual({ atLeast: 1, atMost: 24 });
	expect(callTo(b2bPersonEnrichNow, 6)).toEqual({ atLeast: 1, atMost: 6 });
});

it('what is done only if something goes wrong need not be sent', () => {
	expect(ifNeeded(callTo(personGet))).toEqual({ atLeast: 0, atMost: 4 });
	expect(ifNeeded(unknownBecause(1, 'why'))).toEqual({
		atLeast: 0,
		atMost: Number.POSITIVE_INFINITY,
		note: 'why',
	});
});

it('a submission may need the balance where it is charged, and a second call where there is one', () => {
	expect(submissionTo(b2bPersonEnrichBatch)).toEqual({ atLeast: 1, atMost: 5 });
	expect(submissionTo(b2bPersonEnrichBatch, true)).toEqual({ atLeast: 1, atMost: 9 });
	expect(submissionTo(savedFilterCreate)).toEqual({ atLeast: 1, atMost: 4 });
});

it('a wait is one poll at least', () => {
	expect(pollsWithin(0, 0, false)).toEqual({ atLeast: 1, atMost: 1 });
	// Every ten seconds.
	expect(pollsWithin(60, 0, true)).toEqual({ atLeast: 1, atMost: 7 });
});

it.each<[readonly (number | undefined)[], boolean, number]>([
	[[99, 99], false, 0],
	[[1, 100], false, 1],
	[[undefined], false, 1],
	[[100], true, 0],
	[[], false, 0],
])(
	'the balance is read before submissions of %j credits: limited %j, %d times',
	(credits, isLimited, times) => {
		expect(balanceFirst(credits, isLimited)).toEqual({ atLeast: times, atMost: times });
	},
);
