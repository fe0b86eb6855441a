import { betweenFolders, circles, crowded, forbidden, importsIn } from './imports';

/** The checks find what is broken on purpose. */

const imports = (files: Readonly<Record<string, readonly string[]>>) => new Map(Object.entries(files));

it.each([
	["import { a } from './a';", ['./a']],
	["import type { A } from '../a';", ['../a']],
	["export { a } from './a';", ['./a']],
	["export * from './a';", ['./a']],
	["import './a';", ['./a']],
	["type A = import('./a').A;", ['./a']],
	["const a = require('./a');", ['./a']],
	["import {\n\ta,\n\tb,\n} from './a';", ['./a']],
	["import { z } from 'zod'; import { y } from './y';", ['zod', './y']],
])('reads the imports of %j', (text, names) => {
	expect(importsIn(text)).toEqual(names);
});

describe('circles', () => {
	it.each([
		['of two files', { 'a.ts': ['b.ts'], 'b.ts': ['a.ts'] }, [['a.ts', 'b.ts']]],
		['of three', { 'a.ts': ['b.ts'], 'b.ts': ['c.ts'], 'c.ts': ['a.ts'] }, [['a.ts', 'b.ts', 'c.ts']]],
		['of a file with itself', { 'a.ts': ['a.ts'] }, [['a.ts']]],
		[
			'beside a file that only leads there',
			{ 'x.ts': ['a.ts'], 'a.ts': ['b.ts'], 'b.ts': ['a.ts', 'y.ts'], 'y.ts': [] },
			[['a.ts', 'b.ts']],
		],
		[
			'two apart from each other',
			{ 'a.ts': ['b.ts'], 'b.ts': ['a.ts', 'c.ts'], 'c.ts': ['d.ts'], 'd.ts': ['c.ts'] },
			[
				['c.ts', 'd.ts'],
				['a.ts', 'b.ts'],
			],
		],
	])('%s are found', (_, files, found) => {
		expect(circles(imports(files))).toEqual(found);
	});

	it('are none where a file is reached in two ways', () => {
		expect(circles(imports({ 'a.ts': ['b.ts', 'c.ts'], 'b.ts': ['c.ts'], 'c.ts': ['zod'] }))).toEqual([]);
	});

	it('of folders are found where none of their files makes one', () => {
		const files = imports({ 'x/a.ts': ['y/b.ts'], 'y/b.ts': [], 'y/c.ts': ['x/d.ts'], 'x/d.ts': [] });
		expect(circles(files)).toEqual([]);
		expect(circles(betweenFolders(files))).toEqual([['x', 'y']]);
	});

	it('of a folder with a folder in it are found', () => {
		const files = imports({ 'x/a.ts': ['x/y/b.ts'], 'x/y/b.ts': ['x/c.ts'], 'x/c.ts': [] });
		expect(circles(betweenFolders(files))).toEqual([['x', 'x/y']]);
	});
});

it('finds a folder with too many files', () => {
	const files = imports({ 'x/a.ts': [], 'x/b.ts': [], 'x/c.ts': [], 'y/a.ts': [] });
	expect(crowded(files, 2)).toEqual(['x: 3 files']);
	expect(crowded(files, 3)).toEqual([]);
});

it('finds an import in the wrong direction', () => {
	const files = imports({ 'low/a.ts': ['high/b.ts', 'zod'], 'high/b.ts': ['low/a.ts'] });
	const isAllowed = (name: string, isFile: boolean): boolean => isFile && name.startsWith('low/');
	expect(forbidden(files, 'low', isAllowed)).toEqual(['low/a.ts imports high/b.ts', 'low/a.ts imports zod']);
	expect(forbidden(files, 'high', isAllowed)).toEqual([]);
});
