import { existsSync, readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';

import { brokenLinks, linksIn } from '../../../tools/release/page';

/** The package's page on npm: what its README leads to. */

const ROOT = resolve(__dirname, '../../..');
const isThere = (path: string): boolean => existsSync(join(ROOT, path));

it.each(['README.md', 'README.pt-BR.md'])('links and pictures of %s lead somewhere', (name) => {
	const text = readFileSync(join(ROOT, name), 'utf8');
	const pictures = linksIn(text).filter(({ target }) => target.endsWith('.png'));
	expect(pictures.length).toBeGreaterThan(0);
	expect(brokenLinks(text, isThere)).toEqual([]);
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
	expect(brokenLinks(text, isThere)).toEqual([problem]);
});

it('headings are found as GitHub and npm name them, and code is no link', () => {
	const text = [
		'## Never paid twice: `Submit Again`, and [more](LICENSE)',
		'[a](#never-paid-twice-submit-again-and-more) [b](https://n8n.io "n8n") `[c](nowhere)`',
		'```',
		'[d](nowhere)',
		'```',
		'## São Paulo',
		'[e](#são-paulo)',
	].join('\n');
	expect(brokenLinks(text, isThere)).toEqual([]);
	expect(linksIn(text)).toHaveLength(4);
});
