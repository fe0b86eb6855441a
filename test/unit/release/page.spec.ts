import { readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';

import { brokenLinks, linksIn } from '../../../tools/release/page';
import { documents } from '../../../tools/text/documents';

/** The documents: where their links lead, also from the package's page on npm, and how long they are. */

const ROOT = resolve(__dirname, '../../..');
const read = (path: string): string => readFileSync(join(ROOT, path), 'utf8');
const readmes = ['README.md', 'README.pt-BR.md'];
/** Lists of all operations, calls and rules, which nobody reads from end to end. */
const WHOLE_LISTS = ['docs/operations.md', 'docs/interface.md', 'docs/checklists.md'];
const tasks = documents().filter((path) => path.startsWith('docs/') && !WHOLE_LISTS.includes(path));
const bytes = (path: string): number => Buffer.byteLength(read(path));

it.each(documents())('links and pictures of %s lead somewhere', (path) => {
	expect(brokenLinks({ path, text: read(path) }, ROOT)).toEqual([]);
});

it.each(readmes)('%s shows pictures, and is read in some minutes', (path) => {
	expect(linksIn(read(path)).filter(({ target }) => target.endsWith('.png')).length).toBeGreaterThan(0);
	expect(bytes(path)).toBeLessThanOrEqual(9_000);
});

it.each(readmes)('%s has the two commands of a fresh machine, with what the second takes', (path) => {
	expect(read(path)).toContain('```\nnpm ci && npm start\nnpm ci && npm test\n```');
	expect(read(path)).toMatch(/25 min.*chromium/);
});

it.each(tasks)('%s is short', (path) => {
	expect(bytes(path)).toBeLessThanOrEqual(16_000);
});

it('there is a page in both languages for each task', () => {
	const [english, portuguese] = [/^docs\/([^/]+)$/, /^docs\/pt-BR\/([^/]+)$/].map((pattern) =>
		tasks.flatMap((path) => pattern.exec(path)?.[1] ?? []),
	);
	expect(portuguese.length).toBeGreaterThan(10);
	// For those who publish the package.
	expect(english.filter((name) => name !== 'verification.md')).toEqual(portuguese);
});

/** A document in a folder of the repository. */
const inDocs = (text: string) => ({ path: 'docs/own.md', text });

it('finds files and headings from the folder of the document', () => {
	const good = '[a](limits.md) [b](../README.md#install) [c](../LICENSE) ![d](images/list.png)';
	expect(brokenLinks(inDocs(good), ROOT)).toEqual([]);
	const bad = '[a](NOWHERE.md) [b](../README.md#nowhere) [c](../../LICENSE) ![d](images/nowhere.png)';
	expect(brokenLinks(inDocs(bad), ROOT)).toEqual([
		'no file is NOWHERE.md',
		'no heading is ../README.md#nowhere',
		'../../LICENSE leads out of the repository',
		'no file is images/nowhere.png',
	]);
});

it.each([
	['[a](docs/nowhere.md)', 'no file is docs/nowhere.md'],
	['![a](docs/images/nowhere.png)', 'no file is docs/images/nowhere.png'],
	['<img src="docs/images/nowhere.png" alt="a">', 'no file is docs/images/nowhere.png'],
	['[a](#nowhere)', 'no heading is #nowhere'],
	['[a](http://example.com/)', 'http://example.com/ is not secure'],
	['[a](../LICENSE)', '../LICENSE leads out of the repository'],
	['[a](/LICENSE)', '/LICENSE leads out of the repository'],
])('%s is told as broken', (text, problem) => {
	expect(brokenLinks({ path: 'README.md', text }, ROOT)).toEqual([problem]);
});

it('headings are found as GitHub and npm name them, and code is no link', () => {
	const text = [
		'## Never paid twice: `Send Again`, and [more](LICENSE)',
		'[a](#never-paid-twice-send-again-and-more) [b](https://n8n.io "n8n") `[c](nowhere)`',
		'```',
		'[d](nowhere)',
		'```',
		'## São Paulo',
		'[e](#são-paulo)',
	].join('\n');
	expect(brokenLinks({ path: 'README.md', text }, ROOT)).toEqual([]);
	expect(linksIn(text)).toHaveLength(4);
});
