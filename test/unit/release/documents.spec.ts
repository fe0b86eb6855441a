import { readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';

import manifest from '../../../package.json';
import { brokenLinks } from '../../../tools/release/page';
import { documents } from '../../../tools/text/documents';

/** What a reader of the documents meets: links that lead somewhere, commands that exist, pages of a bearable length. */

const ROOT = resolve(__dirname, '../../..');
const pages = documents().map((path) => ({ path, text: readFileSync(join(ROOT, path), 'utf8') }));
/** Lists of all operations, calls and rules, which nobody reads from end to end. */
const WHOLE_LISTS = ['docs/operations.md', 'docs/interface.md', 'docs/checklists.md'];
const bytesAllowed = (path: string): number =>
	/^README/.test(path) ? 9_000 : /^docs\//.test(path) && !WHOLE_LISTS.includes(path) ? 16_000 : Infinity;

it.each(pages)('links and pictures of $path lead somewhere', (page) => {
	expect(brokenLinks(page, ROOT)).toEqual([]);
});

it.each(pages)('commands of $path are those of package.json', ({ text }) => {
	const named = [...text.matchAll(/\bnpm run ([\w:-]+)/g)].map(([, name]) => name);
	expect(named.filter((name) => !(name in manifest.scripts))).toEqual([]);
});

it.each(pages)('$path is short', ({ path, text }) => {
	expect(Buffer.byteLength(text)).toBeLessThanOrEqual(bytesAllowed(path));
});
