import { readOptions, USAGE } from '../../../simulation/options';

it('reads its flags', () => {
	expect(readOptions([])).toEqual({ quick: false, save: false });
	expect(readOptions(['--save', '--quick'])).toEqual({ quick: true, save: true });
});

it.each([['--fast'], ['quick'], ['--quick', 'x']])('refuses %s', (...args) => {
	expect(() => readOptions(args)).toThrow(USAGE);
});
