import { balanceFirst, requests, sumOf } from '../../../core/background/requests';

it('requests add up, with the first reason why there may be more', () => {
	expect(sumOf([])).toEqual({ about: 0 });
	expect(sumOf([requests(1), requests(2, 'one'), requests(3), requests(0, 'none')])).toEqual({
		about: 6,
		note: 'one',
	});
});

it.each([
	[[99], false, 0],
	[[100], false, 1],
	[[1, undefined], false, 1],
	[[100], true, 0],
] as const)('the balance is read before a submission of %j credits', (credits, isLimited, times) => {
	expect(balanceFirst(credits, isLimited)).toEqual({ about: times });
});
