import { inWords, percent } from '../../../simulation/report/words';

it.each([
	[0, '0 s'],
	[3.25, '3.3 s'],
	[60, '1 min'],
	[3_663, '1 h 1 min'],
	[30 * 86_400 + 53, '30 d 53 s'],
])('says %d seconds as %s', (seconds, words) => expect(inWords(seconds)).toBe(words));

it.each([
	[0, '±0 %'],
	[0.001, '±0 %'],
	[1.234, '+1.23 %'],
	[-2, '−2 %'],
])('says a difference of %d as %s', (difference, words) => expect(percent(difference)).toBe(words));
