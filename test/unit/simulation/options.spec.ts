import { readOptions, USAGE } from '../../../simulation/options';

it('reads its flags', () => {
	expect(readOptions([])).toEqual({ quick: false, save: false, help: false });
	expect(readOptions(['--save', '--quick'])).toEqual({ quick: true, save: true, help: false });
	expect(readOptions(['--help']).help).toBe(true);
});

it.each([['--fast'], ['quick'], ['--quick', 'x']])('refuses %s', (...args) => {
	expect(() => readOptions(args)).toThrow(USAGE);
});
