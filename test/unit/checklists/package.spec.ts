import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { dirname, join, resolve } from 'node:path';

import actionCodex from '../../../nodes/PersonCompanyData/PersonCompanyData.node.json';
import newLeadsCodex from '../../../nodes/PersonCompanyDataNewLeads/PersonCompanyDataNewLeadsTrigger.node.json';
import triggerCodex from '../../../nodes/PersonCompanyDataTrigger/PersonCompanyDataTrigger.node.json';
import manifest from '../../../package.json';
import { action, credential, newLeads, trigger } from './shown';

/** n8n's guidelines for verified packages, as far as a test can tell. */

const ROOT = resolve(__dirname, '../../..');
const read = (path: string): string => readFileSync(join(ROOT, path), 'utf8');

function sources(folder: string): string[] {
	return readdirSync(join(ROOT, folder), { withFileTypes: true }).flatMap((entry) => {
		const path = join(folder, entry.name);
		if (entry.isDirectory()) return sources(path);
		return entry.name.endsWith('.ts') ? [path] : [];
	});
}
const SHIPPED = ['contract', 'core', 'credentials', 'nodes'].flatMap(sources);

it('the package is named and marked as one of n8n, and lists its nodes and credentials', () => {
	expect(manifest.name).toMatch(/^(@[\w-]+\/)?n8n-nodes-[\w-]+$/);
	expect(manifest.n8n.n8nNodesApiVersion).toBe(1);
	const compiled = [...manifest.n8n.nodes, ...manifest.n8n.credentials];
	expect(compiled.length).toBe(4);
	for (const path of compiled) {
		expect([path, existsSync(join(ROOT, path.replace(/^dist\//, '').replace(/\.js$/, '.ts')))]).toEqual([
			path,
			true,
		]);
	}
});

it("n8n's own tool lints the package in strict mode, with its rules as they are", () => {
	expect(manifest.n8n.strict).toBe(true);
	expect(manifest.scripts.lint).toMatch(
		/^node --env-file=\S+ node_modules\/@n8n\/node-cli\/bin\/n8n-node\.mjs lint$/,
	);
	expect(read('eslint.config.mjs').trim()).toBe(
		"import { config } from '@n8n/node-cli/eslint';\n\nexport default config;",
	);
	const silenced = SHIPPED.filter((path) => read(path).includes('eslint-disable'));
	expect(silenced).toEqual([]);
});

it('each node has a codex that n8n does not drop', () => {
	for (const [codex, node] of [
		[actionCodex, action],
		[triggerCodex, trigger],
		[newLeadsCodex, newLeads],
	] as const) {
		expect(codex).toMatchObject({
			node: `${manifest.name}.${node.name}`,
			nodeVersion: '1.0',
			codexVersion: '1.0',
		});
		expect(codex.resources).toEqual(expect.any(Object));
		const words = codex.alias.map((word) => word.toLowerCase());
		expect(words.length).toBe(new Set(words).size);
	}
});

it('nodes and credential have icons of their own for light and dark, as SVG', () => {
	const shownBy = [
		[action.icon, 'nodes/PersonCompanyData'],
		[trigger.icon, 'nodes/PersonCompanyDataTrigger'],
		[newLeads.icon, 'nodes/PersonCompanyDataNewLeads'],
		[credential.icon, 'credentials'],
	] as const;
	for (const [icon, folder] of shownBy) {
		const { light, dark } = icon as { readonly light: string; readonly dark: string };
		expect(light).not.toBe(dark);
		for (const path of [light, dark]) {
			expect(path).toMatch(/^file:.*\.svg$/);
			const svg = read(join(folder, path.slice('file:'.length)));
			const [, width, height] = /viewBox="0 0 ([\d.]+) ([\d.]+)"/.exec(svg) ?? [];
			expect(width).toBe(height);
			expect(dirname(path)).not.toContain('node_modules');
		}
	}
});
