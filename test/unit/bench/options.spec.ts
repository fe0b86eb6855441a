import { readOptions, USAGE } from '../../../bench/options';

describe('the options of the benchmark', () => {
	it('are all off unless given', () => {
		expect(readOptions([])).toEqual({ quick: false, save: false, memory: false, check: false });
	});

	it('may be given together', () => {
		expect(readOptions(['--save', '--quick'])).toEqual({
			quick: true,
			save: true,
			memory: false,
			check: false,
		});
	});

	it.each(['--fast', 'quick', '-q', '--quick=1', ''])('do not include %j', (arg) => {
		expect(() => readOptions(['--save', arg])).toThrow(USAGE);
	});
});
