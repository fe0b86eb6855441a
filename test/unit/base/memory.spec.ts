import { clock } from '../../../core/base/clock';
import { Memory } from '../../../core/base/memory';

let now = 0;
beforeEach(() => {
	now = 0;
	jest.spyOn(clock, 'now').mockImplementation(() => now);
});
afterEach(() => jest.restoreAllMocks());

it('forgets in time', () => {
	const memory = new Memory<string>(10, 100);
	memory.keep('a', 'A');
	memory.keep('b', 'B', 200);
	now = 99;
	expect(memory.get('a')).toBe('A');
	now = 100;
	expect(memory.get('a')).toBeUndefined();
	expect(memory.get('b')).toBe('B');
	now = 200;
	expect(memory.get('b')).toBeUndefined();
});

it('is bounded: what was used longest ago goes first', () => {
	const memory = new Memory<string>(2, 100);
	memory.keep('a', 'A');
	memory.keep('b', 'B');
	memory.get('a');
	memory.keep('c', 'C');
	expect(['a', 'b', 'c'].map((key) => memory.get(key))).toEqual(['A', undefined, 'C']);
	memory.forget('a');
	expect(['a', 'c'].map((key) => memory.get(key))).toEqual([undefined, 'C']);
});

it('is bounded by what its values weigh, each once', () => {
	const memory = new Memory<string>(10, 100, ({ length }) => length);
	for (let i = 0; i < 3; i++) memory.keep('a', 'aaaa');
	memory.keep('b', 'bbbb');
	memory.get('a');
	memory.keep('c', 'cccc');
	expect(['a', 'b', 'c'].map((key) => memory.get(key))).toEqual(['aaaa', undefined, 'cccc']);
	memory.keep('d', 'd'.repeat(11));
	expect(['a', 'c', 'd'].map((key) => memory.get(key))).toEqual([undefined, undefined, undefined]);
});

it('makes what it does not know, and keeps what is used', () => {
	const memory = new Memory<{ readonly madeAt: number }>(2, 100);
	const use = (key: string) => memory.use(key, () => ({ madeAt: now })).madeAt;
	expect(use('a')).toBe(0);
	now = 99;
	expect(use('a')).toBe(0);
	now = 198;
	expect(use('a')).toBe(0);
	now = 298;
	expect(use('a')).toBe(298);
});
