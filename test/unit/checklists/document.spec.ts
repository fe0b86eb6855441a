import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';

/** What docs/checklists.md says of tests is true: each that it names is there, and it names each of these. */

const ROOT = resolve(__dirname, '../../..');
const text = readFileSync(join(ROOT, 'docs/checklists.md'), 'utf8');

/** Rows of the document's tables: point, how it is met, and what shows it. */
const rows = text
	.split('\n')
	.filter((line) => /^\| (?!-|Point )/.test(line))
	.map((line) =>
		line
			.split(/(?<!\\)\|/)
			.slice(1, -1)
			.map((cell) => cell.trim()),
	);

/** Tests that a cell names, as `file`: title; several are parted by `<br>`. */
const namedIn = (cell: string): Array<readonly [file: string, title: string]> =>
	cell.split('<br>').flatMap((part) => {
		const [, file, title] = /^`(test\/\S+\.spec\.ts)`: (.+)$/.exec(part.trim()) ?? [];
		return file === undefined ? [] : [[file, title] as const];
	});

it('has rows of three cells, each with a test or a reader', () => {
	expect(rows.length).toBeGreaterThan(40);
	for (const row of rows) {
		expect(row).toHaveLength(3);
		const [point, , shownBy] = row;
		const isRead = shownBy.startsWith('read by a person');
		const isLater = shownBy.startsWith('when it is published');
		expect([point, isRead || isLater || namedIn(shownBy).length > 0]).toEqual([point, true]);
	}
});

it.each(rows.flatMap(([point, , shownBy]) => namedIn(shownBy).map((named) => [point, ...named] as const)))(
	'%s: the test is there in %s',
	(_, file, title) => {
		expect([file, existsSync(join(ROOT, file))]).toEqual([file, true]);
		const source = readFileSync(join(ROOT, file), 'utf8');
		const isThere = ["'", '"', '`'].some((quote) => source.includes(`${quote}${title}${quote}`));
		expect([title, isThere]).toEqual([title, true]);
	},
);

it('names every test of the checklists', () => {
	const named = new Set(
		rows.flatMap(([, , shownBy]) => namedIn(shownBy).map(([file, title]) => `${file}: ${title}`)),
	);
	const folder = 'test/unit/checklists';
	const tests = readdirSync(join(ROOT, folder))
		.filter((name) => name.endsWith('.spec.ts') && name !== 'document.spec.ts')
		.flatMap((name) => {
			const source = readFileSync(join(ROOT, folder, name), 'utf8');
			return [...source.matchAll(/^it\((['"])(.+)\1, /gm)].map(
				([, , title]) => `${folder}/${name}: ${title}`,
			);
		})
		.filter((test) => !/ to look at$/.test(test));
	expect(tests.length).toBeGreaterThan(25);
	expect(tests.filter((test) => !named.has(test))).toEqual([]);
});
