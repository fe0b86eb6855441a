import { readFileSync } from 'node:fs';
import type { INodeProperties } from 'n8n-workflow';

import manifest from '../../package.json';
import { action, breaking, entriesOf, newLeads, trigger } from './checklists/shown';

/** n8n's guidelines for packages and forms, as far as its linter cannot tell. */

// As in the rules of n8n's main branch: valid-node-categories, valid-codex-categories.
it.each(manifest.n8n.nodes)('%s has a codex that n8n does not drop', (compiled) => {
	const codex = JSON.parse(readFileSync(compiled.replace(/^dist\/(.*)\.js$/, '$1.json'), 'utf8')) as Readonly<
		Record<'node' | 'categories', string>
	>;
	expect(codex).not.toHaveProperty('subcategories');
	expect(codex.categories).toEqual(['Sales', 'Marketing & Content', 'Data & Storage']);
	expect([action, trigger, newLeads].map(({ name }) => `${manifest.name}.${name}`)).toContain(codex.node);
});

it('menus begin with one of their entries, each of which is there once, and all else with a value of its type', () => {
	const kinds: Readonly<Record<string, string>> = { boolean: 'boolean', collection: 'object' };
	const isExpression = (value: unknown): boolean => String(value).startsWith('=');
	expect(
		breaking((property) => {
			const values = entriesOf(property).map(({ value }) => value);
			if (new Set(values).size < values.length) return true;
			if (property.type !== 'options' || property.typeOptions?.loadOptionsMethod !== undefined) return false;
			return !values.includes(property.default as string);
		}),
	).toEqual([]);
	expect(breaking(({ default: initial }) => initial === undefined)).toEqual([]);
	expect(
		breaking(
			({ type, default: initial }) =>
				type in kinds && typeof initial !== kinds[type] && !isExpression(initial),
		),
	).toEqual([]);
});

const menus = action.properties.filter(({ name }) => name === 'operation');
const places = menus.flatMap((menu) =>
	entriesOf(menu).map(({ value }) => [String(menu.displayOptions?.show?.resource?.[0]), value] as const),
);

it.each(places)('the form of %s %s has what must be filled in first, and options last', (...place) => {
	const form = action.properties.filter(({ name, displayOptions: { show } = {} }) => {
		// As tools, forms have the same fields with other defaults.
		if (name === 'resource' || name === 'operation' || show?.['@tool'] !== undefined) return false;
		return [show?.resource, show?.operation].every((wanted, i) => wanted?.includes(place[i]) ?? true);
	});
	const names = form.map(({ name }) => name);
	expect(names.at(-1)).toBe('options');
	// Each name once, so that the order of the fields is that of one form.
	expect(new Set(names).size).toBe(names.length);
	const isToFill = ({ required, type, default: initial }: INodeProperties): boolean =>
		required === true && (type === 'resourceLocator' || initial === '' || String(initial).startsWith('='));
	const before = form.slice(0, Math.max(form.map(isToFill).lastIndexOf(true), 0));
	// A menu may come before, when it says which of them are to be filled in.
	expect(before.filter(({ required, type }) => required !== true && type !== 'options')).toEqual([]);
});
