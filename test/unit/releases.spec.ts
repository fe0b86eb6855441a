import { readFileSync } from 'node:fs';
import { join } from 'node:path';

import { filesOf } from '../../tools/host/install/packages';
import { CHOICE, LINES, releaseOf } from '../../tools/host/install/releases';

/** The releases of n8n that the package is tested on. */

interface Manifest {
	readonly dependencies: Readonly<Record<string, string>>;
	readonly optionalDependencies: Readonly<Record<string, string>>;
}
interface Lock {
	readonly packages: Readonly<
		Record<string, Partial<Manifest> & { version: string; integrity?: string; resolved?: string }>
	>;
}

const read = (folder: string, file: string): unknown => JSON.parse(readFileSync(join(folder, file), 'utf8'));

beforeEach(() => {
	delete process.env[CHOICE];
});

describe.each(LINES)('n8n %s', (line) => {
	const { pinned, node } = releaseOf(line);
	const manifest = read(pinned, 'package.json') as Manifest;
	const { packages } = read(pinned, 'package-lock.json') as Lock;

	it('is pinned to the byte, with a Node that it starts on', () => {
		expect(packages[''].dependencies).toEqual(manifest.dependencies);
		expect(packages[''].optionalDependencies).toEqual(manifest.optionalDependencies);
		expect(packages['node_modules/n8n'].version).toBe(manifest.dependencies.n8n);
		expect(manifest.dependencies.n8n.startsWith(line[0])).toBe(true);
		const loose = Object.entries(packages).filter(([path, { integrity }]) => path !== '' && !integrity);
		expect(loose).toEqual([]);
		for (const version of Object.values(manifest.optionalDependencies)) {
			expect(version).toMatch(new RegExp(`^${node.from}\\.\\d+\\.\\d+$`));
		}
	});

	it('comes from the registry alone', () => {
		const elsewhere = Object.values(packages).filter(
			({ resolved }) => resolved !== undefined && !resolved.startsWith('https://registry.npmjs.org/'),
		);
		expect(elsewhere).toEqual([]);
	});
});

it('is the current one unless another is chosen', () => {
	expect(releaseOf().line).toBe('2.x');
	process.env[CHOICE] = '1.x';
	expect(releaseOf().line).toBe('1.x');
	process.env[CHOICE] = '0.x';
	expect(() => releaseOf()).toThrow(
		'N8N_UNDER_TEST is "0.x"; it can be 2.x or 1.x, or a version such as 2.41.3.',
	);
});

it('any version is installed with the Node and the settings of its line, and without a lockfile', () => {
	const release = releaseOf('2.40.7');
	expect(release).toMatchObject({ line: '2.x', version: '2.40.7', node: releaseOf('2.x').node });
	expect(releaseOf('1.120.0')).toMatchObject({ line: '1.x', env: releaseOf('1.x').env });
	const files = filesOf(release);
	expect([...files.keys()]).toEqual(['package.json']);
	const { dependencies, optionalDependencies } = JSON.parse(files.get('package.json') ?? '') as Manifest;
	expect(dependencies).toEqual({ n8n: '2.40.7' });
	const pinned = read('test/host', 'package.json') as Manifest;
	expect(optionalDependencies).toEqual(pinned.optionalDependencies);
});
