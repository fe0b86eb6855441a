import { betweenFolders, circles, crowded, forbidden, importsIn } from './imports';

/** The checks find what is broken on purpose. */

const imports = (files: Readonly<Record<string, readonly string[]>>) => new Map(Object.entries(files));

it.each([
	["import { a } from './a';", ['./a']],
	["import type { A } from '../a';", ['../a']],
	["export * from './a';", ['./a']],
	["import './a';", ['./a']],
	["type A = import('./a').A;", ['./a']],
	["const a = require('./a');", ['./a']],
	["import {\n\ta,\n\tb,\n} from './a';", ['./a']],
])('reads the imports of %j', (text, names) => {
	expect(importsIn(text)).toEqual(names);
});

it('finds circles of files, and of folders', () => {
	const files = {
		'x.ts': ['a.ts'],
		'a.ts': ['b.ts'],
		'b.ts': ['c.ts', 'y.ts'],
		'c.ts': ['a.ts'],
		'y.ts': ['zod'],
	};
	expect(circles(imports(files))).toEqual(['a.ts', 'b.ts', 'c.ts']);
	expect(circles(imports({ 'a.ts': ['a.ts'] }))).toEqual(['a.ts']);
	expect(circles(imports({ 'a.ts': ['b.ts', 'c.ts'], 'b.ts': ['c.ts'], 'c.ts': [] }))).toEqual([]);
	const folders = imports({ 'x/a.ts': ['y/b.ts'], 'y/b.ts': [], 'y/c.ts': ['x/d.ts'], 'x/d.ts': [] });
	expect([circles(folders), circles(betweenFolders(folders))]).toEqual([[], ['x', 'y']]);
});

it('finds a folder with too many files, and an import in the wrong direction', () => {
	const files = imports({ 'low/a.ts': ['high/b.ts', 'zod'], 'low/c.ts': [], 'high/b.ts': ['low/a.ts'] });
	expect(crowded(files, 1)).toEqual(['low: 2 files']);
	const isAllowed = (name: string, isFile: boolean): boolean => isFile && name.startsWith('low/');
	expect(forbidden(files, 'low', isAllowed)).toEqual(['low/a.ts imports high/b.ts', 'low/a.ts imports zod']);
	expect(forbidden(files, 'high', isAllowed)).toEqual([]);
});
