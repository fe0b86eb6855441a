import manifest from '../../../package.json';
import { missingSettings, type Ownership } from '../../../tools/release/owner';

/** What only the owner can decide. */

const decided: Ownership = {
	name: 'n8n-nodes-example',
	author: { name: 'Ana Souza', email: 'ana@example.com' },
	repository: { type: 'git', url: 'git+https://github.com/ana/n8n-nodes-example.git' },
};
const missing = (changes: Partial<Ownership> = {}): string[] =>
	missingSettings({ ...decided, ...changes }).map(({ name }) => name);

it('nothing is missing once repository, author and name are decided', () => {
	expect(missing()).toEqual([]);
});

it.each<[string, Partial<Ownership>]>([
	['repository', { repository: undefined }],
	['repository', { repository: { type: 'git', url: 'https://github.com/<owner>/<name>' } }],
	['repository', { repository: { ...decided.repository, directory: 'packages/one' } }],
	['author', { author: undefined }],
	['author', { author: { name: decided.name, email: 'ana@example.com' } }],
	['author', { author: { name: 'Ana', email: 'ana@users.noreply.github.com' } }],
	['npm name', { private: true }],
])('%s is missing in %j', (name, changes) => {
	expect(missing(changes)).toEqual([name]);
});

it('in this checkout these three are missing, or none', () => {
	const names = missingSettings(manifest as Ownership).map(({ name }) => name);
	expect([[], ['repository', 'author', 'npm name']]).toContainEqual(names);
});

it('the page on npm is that of the name', () => {
	expect(manifest.homepage).toBe(`https://www.npmjs.com/package/${manifest.name}`);
});
