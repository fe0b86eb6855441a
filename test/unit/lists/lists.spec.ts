import { matching, pageOf } from '../../../nodes/PersonCompanyData/lists/find';
import { stateIn } from '../../../nodes/PersonCompanyData/lists/sources';

describe('entries that match', () => {
	const entries = [
		{ value: '252105', label: 'Administrador de Empresas' },
		{ value: 'São Paulo - SP', label: 'São Paulo - SP' },
	];

	it.each([
		['', 2],
		['sao paulo', 1],
		['SÃO', 1],
		['paulo sp', 1],
		['empresas  administrador', 1],
		['2521', 1],
		['rio', 0],
	])('"%s"', (filter, count) => {
		expect(matching(entries, filter)).toHaveLength(count);
	});
});

describe('parts of a list', () => {
	const entries = Array.from({ length: 450 }, (_, i) => ({ value: i, label: `Row ${i}` }));

	it('follow one another to the end', () => {
		const sizes: number[] = [];
		let token: string | undefined;
		do {
			const part = pageOf({ entries, isWhole: true }, token);
			sizes.push(part.results.length);
			token = part.paginationToken as string | undefined;
		} while (token !== undefined);
		expect(sizes).toEqual([200, 200, 50]);
	});

	it('show each value once', () => {
		expect(pageOf({ entries: [entries[0], entries[1], entries[0]], isWhole: true }).results).toEqual([
			{ name: 'Row 0', value: 0 },
			{ name: 'Row 1', value: 1 },
		]);
	});
});

it.each([
	['', undefined, ''],
	['porto', undefined, 'porto'],
	['rs', 'RS', ''],
	['Porto Alegre - RS', 'RS', 'Porto Alegre'],
	['rio de janeiro, rj', 'RJ', 'rio de janeiro'],
])('a state is found among typed words: "%s"', (filter, state, rest) => {
	expect(stateIn(filter)).toEqual({ state, rest });
});
