import { stateIn } from '../../../nodes/PersonCompanyData/lists/sources';

it.each([
	['', undefined, ''],
	['porto', undefined, 'porto'],
	['rs', 'RS', ''],
	['Porto Alegre - RS', 'RS', 'Porto Alegre'],
	['rio de janeiro, rj', 'RJ', 'rio de janeiro'],
])('a state is found among typed words: "%s"', (filter, state, rest) => {
	expect(stateIn(filter)).toEqual({ state, rest });
});
