import { execFileSync } from 'node:child_process';
import { cpSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';

/** The newest rules of n8n are really asked: what breaks one of them is told, also where a comment forbids it. */

const ROOT = resolve(__dirname, '../../..');
const folder = mkdtempSync(join(tmpdir(), 'scan-'));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

/** What they find in a folder; the rules are modules that only a process of its own can load. */
function findings(patterns?: readonly string[]): string[] {
	const code = `import { newestRules } from ${JSON.stringify(join(ROOT, 'tools/release/scan.ts'))};
		newestRules(${JSON.stringify(folder)}, ${JSON.stringify(patterns)}).then((found) => console.log(JSON.stringify(found)));`;
	const script = join(folder, 'ask.ts');
	writeFileSync(script, code);
	const args = ['--import', 'tsx', script];
	return JSON.parse(execFileSync(process.execPath, args, { cwd: ROOT, encoding: 'utf8' })) as string[];
}

it('errors, warnings and silenced lines are told, of sources and of compiled files', () => {
	for (const name of ['nodes', 'credentials', 'core', 'contract', 'icons']) {
		cpSync(join(ROOT, name), join(folder, name), { recursive: true });
	}
	const manifest = JSON.parse(readFileSync(join(ROOT, 'package.json'), 'utf8')) as Record<string, unknown>;
	writeFileSync(join(folder, 'package.json'), JSON.stringify({ ...manifest, homepage: undefined }));
	writeFileSync(
		join(folder, 'nodes/wrong.ts'),
		'// eslint-disable-next-line\nexport const home = process.env.HOME;\n',
	);
	const inSource = findings();
	expect(inSource.map((found) => found.split(' ')[2]).sort()).toEqual([
		'@n8n/community-nodes/no-restricted-globals',
		'@n8n/community-nodes/require-homepage',
	]);
	mkdirSync(join(folder, 'dist'));
	writeFileSync(join(folder, 'dist/wrong.js'), 'const fs = require("fs");\nmodule.exports = fs;\n');
	expect(findings(['dist/**/*.js']).join('\n')).toContain('no-restricted-imports');
});
