import { readFileSync } from 'node:fs';
import { basename, join, resolve } from 'node:path';

import type { INodeProperties } from 'n8n-workflow';

import { PersonCompanyData } from '../../../nodes/PersonCompanyData/PersonCompanyData.node';
import { PersonCompanyDataNewLeadsTrigger } from '../../../nodes/PersonCompanyDataNewLeads/PersonCompanyDataNewLeadsTrigger.node';
import { PersonCompanyDataTrigger } from '../../../nodes/PersonCompanyDataTrigger/PersonCompanyDataTrigger.node';
import manifest from '../../../package.json';
import { bestContrast } from '../../support/contrast';
import { breaking, credential, entriesOf } from './shown';

/**
 * Rules of n8n's scan that are in its repository (packages/@n8n/eslint-plugin-community-nodes) and in no release on
 * npm yet, so that no tool here runs them.
 */

const ROOT = resolve(__dirname, '../../..');
const read = (path: string): string => readFileSync(join(ROOT, path), 'utf8');

const NODES = [PersonCompanyData, PersonCompanyDataTrigger, PersonCompanyDataNewLeadsTrigger].map(
	(Class) => new Class(),
);
/** Paths of the sources that package.json lists as compiled. */
const sourcesOf = (compiled: readonly string[]): string[] =>
	compiled.map((path) => path.replace(/^dist\//, '').replace(/\.js$/, '.ts'));
const NODE_FILES = sourcesOf(manifest.n8n.nodes);

/** valid-node-categories, valid-codex-categories; neither AI nor a kind of Logic or Flow is among them. */
const CATEGORIES = [
	'Analytics',
	'Communication',
	'Data & Storage',
	'Development',
	'Finance & Accounting',
	'Marketing & Content',
	'Miscellaneous',
	'Productivity',
	'Sales',
	'Utility',
];

it("categories are those of n8n's main branch, and there are no subcategories", () => {
	for (const path of NODE_FILES.map((file) => file.replace(/\.ts$/, '.json'))) {
		const { categories, ...codex } = JSON.parse(read(path)) as { categories: string[] };
		expect([path, categories.filter((name) => !CATEGORIES.includes(name))]).toEqual([path, []]);
		expect(categories.length).toBeGreaterThan(0);
		expect(codex).not.toHaveProperty('subcategories');
	}
	expect(NODES.filter(({ description }) => 'codex' in description)).toEqual([]);
});

it('icons stand out from the background of their theme', () => {
	const icons = [...NODES.map(({ description }) => description), credential].flatMap(({ icon }) => {
		const { light, dark } = icon as { readonly light: string; readonly dark: string };
		return [
			[light, '#ffffff'],
			[dark, '#2b2b2b'],
		] as const;
	});
	for (const [icon, background] of icons) {
		const contrast = bestContrast(read(join('icons', basename(icon))), background);
		// The rule warns below 1.5; 3 is what WCAG asks of graphics.
		expect([icon, contrast >= 3]).toEqual([icon, true]);
	}
});

it('entries of a menu have no asterisk, and no name or value twice', () => {
	const isDoubtful = (property: INodeProperties): boolean => {
		const entries = entriesOf(property);
		const [names, values] = [entries.map(({ name }) => name), entries.map(({ value }) => value)];
		return (
			names.some((name) => name.includes('*')) ||
			new Set(names).size < names.length ||
			new Set(values).size < values.length
		);
	};
	expect(breaking(isDoubtful)).toEqual([]);
});

it('no form has optional JSON but under Options', () => {
	const found = NODES.flatMap(({ description }) =>
		description.properties
			.filter(({ type, required }) => type === 'json' && required !== true)
			.map(({ name }) => name),
	);
	expect(found).toEqual([]);
});
