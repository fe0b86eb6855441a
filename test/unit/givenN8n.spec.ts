import { readArguments } from '../../tools/compatibility/arguments';
import { smokeTests } from '../../tools/compatibility/smoke';
import { givenAddress, isGiven, versionIn } from '../../tools/host/install/given';
import { newestIn } from '../../tools/host/install/newest';

/** Which n8n is tested: the pinned ones, any of the registry, or one that is given. */

const VARIABLES = ['N8N_ADDRESS', 'N8N_COMMAND'];
const before = VARIABLES.map((name) => [name, process.env[name]] as const);
const clear = (): void => VARIABLES.forEach((name) => delete process.env[name]);
beforeEach(clear);
afterAll(() => {
	clear();
	for (const [name, value] of before) if (value !== undefined) process.env[name] = value;
});

describe('the releases that are tested', () => {
	it('are the pinned ones unless others are named', () => {
		expect(readArguments([], false).releases).toEqual(['2.x', '1.x']);
		expect(readArguments(['1.x', 'newest', '2.40.7'], false).releases).toEqual(['1.x', 'newest', '2.40.7']);
	});

	it('leave what follows to jest', () => {
		expect(readArguments(['newest', '--smoke', '--verbose', '-t', 'is loaded'], false)).toEqual({
			releases: ['newest'],
			isSmoke: true,
			options: ['--verbose', '-t', 'is loaded'],
		});
	});

	it('are none when an n8n is given, and none may be named then', () => {
		expect(readArguments(['--smoke'], true).releases).toEqual([]);
		expect(() => readArguments(['2.x'], true)).toThrow('2.x cannot be tested in the n8n of N8N_COMMAND');
	});
});

it('the newest is found by number, and is no preview', () => {
	expect(newestIn(['2.9.9', '2.41.10', '2.41.9', '2.42.0-beta.1', '2.42.0-rc.0'])).toBe('2.41.10');
	expect(newestIn(['3.0.0-exp.1'])).toBeUndefined();
});

it.each([
	['2.41.3', '2.41.3'],
	['Permissions 0644 are too wide.\n2.42.0', '2.42.0'],
	['n8n/2.41.3 linux-x64 node-v24.21.0', '2.41.3'],
	['2.41.3-beta.1\n', '2.41.3-beta.1'],
	['command not found', undefined],
])('reads the version out of %j', (said, version) => {
	expect(versionIn(said)).toBe(version);
});

it('an address is taken without its last slash, and refused when it is none', () => {
	expect(isGiven()).toBe(false);
	process.env.N8N_ADDRESS = 'http://127.0.0.1:5678/';
	expect([givenAddress(), isGiven()]).toEqual(['http://127.0.0.1:5678', true]);
	process.env.N8N_ADDRESS = 'localhost:5678';
	expect(() => givenAddress()).toThrow('N8N_ADDRESS is "localhost:5678"; it must be an address such as');
});

it('tests that restart n8n do not run in one at an address', () => {
	const [all, atAddress] = [smokeTests(false), smokeTests(true)];
	expect(atAddress.length).toBeGreaterThan(3);
	expect(all.length - atAddress.length).toBe(3);
});
