import type { INodeProperties } from 'n8n-workflow';

import { action, breaking, credential, entriesOf, newLeads, operations, shown, trigger } from './shown';

/** n8n's guidelines on what users see, as far as a test can tell. docs/checklists.md names each of them. */

/** Words that keep their capitals within a sentence. */
const NAMES =
	/^(B2B|CPF|CNPJ|CNAE|CBO|CSV|JSON|URL|ID|IDs|IP|MEI|Brazil|I|API|BRL|CEP|DDD|n8n|GET|POST|HEAD|N8N_\w+|XLSX|Token|GPS)\b/;
const SMALL =
	/^(a|an|and|as|at|but|by|for|from|if|in|into|nor|of|off|on|onto|or|over|per|the|to|up|via|vs|with|em|de|da|do|e)$/i;

/** Words that are no title case: the first and last are capitals, small words in between need not be. */
const notTitled = (title: string): string[] => {
	const words = title.split(/[\s/]+/).map((word) => word.replace(/[()&,]/g, ''));
	return words.filter((word, i) => {
		if (word === '' || /^[\d<=>~.,\-–+]/.test(word) || NAMES.test(word)) return false;
		if (i === 0 || i === words.length - 1) return !/^[A-Z]/.test(word);
		return !SMALL.test(word) && !/^[A-ZÀ-Ý]/.test(word);
	});
};
const isTitle = (title: string): boolean => title.trim() !== '' && notTitled(title).length === 0;
/** Whether only the first word, and names, have a capital. */
const isSentence = (text: string): boolean =>
	/^[A-Z]/.test(text) &&
	text
		.split(/\s+/)
		.slice(1)
		.every((word) => !/^[A-Z]/.test(word) || NAMES.test(word));
/** Whether there is no full stop after one sentence, and one after the last of several. */
const endsWell = (text: string): boolean => {
	const sentences = text.split(/[.!?] (?=[A-Z])/).length;
	return text.endsWith('.') === sentences > 1;
};
const isExpression = (value: unknown): boolean => typeof value === 'string' && value.startsWith('=');
const isSet = ({ type }: INodeProperties): boolean => type === 'collection' || type === 'fixedCollection';

it('there is something to look at', () => {
	expect(operations.length).toBeGreaterThan(30);
	expect(shown.length).toBeGreaterThan(400);
});

it('labels are in title case', () => {
	const isLabel = ({ type }: INodeProperties): boolean => type !== 'notice';
	expect(breaking((property) => isLabel(property) && !isTitle(property.displayName))).toEqual([]);
	expect(
		[action, trigger, newLeads, credential]
			.map(({ displayName }) => displayName)
			.filter((name) => !isTitle(name)),
	).toEqual([]);
	expect(operations.map(({ name }) => name).filter((name) => !isTitle(name))).toEqual([]);
	const resources = action.properties.filter(({ name }) => name === 'resource').flatMap(entriesOf);
	expect(resources.length).toBeGreaterThan(5);
	for (const { name } of resources) {
		expect([name, isTitle(name)]).toEqual([name, true]);
		// In the singular, as in all nodes.
		expect(name).not.toMatch(/[^s]s$/);
	}
	const entries = shown.flatMap(({ property }) => entriesOf(property));
	expect(entries.filter(({ name }) => name.trim() === '')).toEqual([]);
});

it('actions are in sentence case, without articles', () => {
	for (const { action: text = '' } of operations) {
		expect([text, isSentence(text)]).toEqual([text, true]);
		expect(text).not.toMatch(/\b(a|an|the)\b|\.$/i);
		expect(text.length).toBeGreaterThan(4);
	}
});

it('every operation has an action and a description that says more than its name', () => {
	for (const { name, action: text, description = '' } of operations) {
		expect(text).toBeTruthy();
		expect(description.length).toBeGreaterThan(name.length);
		expect(description).toMatch(/^([A-Z]|1 (B2[BC] )?credit)/);
	}
	expect(new Set(operations.map(({ action: text }) => text)).size).toBe(operations.length);
});

it('descriptions begin with a capital and have a full stop only when there are several sentences', () => {
	expect(breaking(({ description = '' }) => description !== '' && !/^[A-Z]/.test(description))).toEqual([]);
	expect(breaking(({ description = '' }) => description !== '' && !endsWell(description))).toEqual([]);
	for (const { description = '' } of [action, trigger, newLeads]) expect(endsWell(description)).toBe(true);
	expect(breaking(({ description = '' }) => /\.\.|undefined| {2}/.test(description))).toEqual([]);
	expect(breaking(({ type, description = '' }) => type === 'json' && description === '')).toEqual([]);
	const entries = shown.flatMap(({ property }) => (property.name === 'operation' ? [] : entriesOf(property)));
	const wrong = entries.filter(({ description }) => description !== undefined && !endsWell(description));
	expect(wrong).toEqual([]);
});

it('a description does not repeat the label', () => {
	expect(
		breaking(({ displayName, description }) => description?.toLowerCase() === displayName.toLowerCase()),
	).toEqual([]);
});

it('placeholders begin with e.g.', () => {
	expect(
		breaking((property) => {
			const { placeholder } = property;
			return placeholder !== undefined && !placeholder.startsWith(isSet(property) ? 'Add ' : 'e.g. ');
		}),
	).toEqual([]);
	expect(breaking(({ type, placeholder }) => type === 'collection' && placeholder === undefined)).toEqual([]);
	const modes = shown.flatMap(({ property }) => property.modes ?? []);
	const wrong = modes.filter(
		({ placeholder }) => placeholder !== undefined && !placeholder.startsWith('e.g. '),
	);
	expect(modes.length).toBeGreaterThan(0);
	expect(wrong).toEqual([]);
});

it('switches are described with Whether', () => {
	expect(
		breaking(({ type, description = '' }) => type === 'boolean' && !description.startsWith('Whether ')),
	).toEqual([]);
});

it('Return All, Limit and Simplify are worded as in all nodes', () => {
	const wanted: Readonly<Record<string, Partial<INodeProperties>>> = {
		returnAll: {
			displayName: 'Return All',
			default: false,
			description: 'Whether to return all results or only up to a given limit',
		},
		limit: { displayName: 'Limit', default: 50, description: 'Max number of results to return' },
		simplify: {
			displayName: 'Simplify',
			description: 'Whether to return a simplified version of the response instead of the raw data',
		},
	};
	for (const [name, wording] of Object.entries(wanted)) {
		const named = shown.filter(({ property }) => property.name === name);
		expect(named.length).toBeGreaterThan(0);
		for (const { property } of named) expect(property).toMatchObject(wording);
	}
	expect(breaking(({ name, typeOptions }) => name === 'limit' && typeOptions?.minValue !== 1)).toEqual([]);
});

it('resource locators begin with the list', () => {
	const locators = shown.filter(({ property }) => property.type === 'resourceLocator');
	expect(locators.length).toBeGreaterThan(0);
	for (const { property } of locators) {
		expect(property.modes?.[0]).toMatchObject({ name: 'list', typeOptions: { searchable: true } });
		expect(property.default).toMatchObject({ mode: 'list' });
	}
});

it('Resource is the first field and Operation the second', () => {
	expect(action.properties.slice(0, 2).map(({ name, displayName }) => [name, displayName])).toEqual([
		['resource', 'Resource'],
		['operation', 'Operation'],
	]);
	const own = action.properties.filter(({ name }) => name !== 'resource');
	const firstForm = own.findIndex(({ name }) => name !== 'operation');
	expect(own.slice(firstForm).filter(({ name }) => name === 'operation')).toEqual([]);
});

it('what must be filled in comes first and options last', () => {
	const menus = action.properties.filter(({ name }) => name === 'operation');
	const places = menus.flatMap((menu) =>
		entriesOf(menu).map(({ value }) => ({
			resource: menu.displayOptions?.show?.resource?.[0],
			operation: value,
		})),
	);
	const forms = new Map(
		places.map(({ resource, operation }) => [
			`${String(resource)}.${String(operation)}`,
			action.properties.filter(({ name, displayOptions: { show } = {} }) => {
				// As tools, forms have the same fields with other defaults.
				if (name === 'resource' || name === 'operation' || show?.['@tool'] !== undefined) return false;
				const isOf = (wanted: readonly unknown[] | undefined, value: unknown) =>
					wanted?.includes(value) ?? true;
				return isOf(show?.resource, resource) && isOf(show?.operation, operation);
			}),
		]),
	);
	expect(forms.size).toBe(operations.length);
	const isEmpty = ({ type, default: initial }: INodeProperties): boolean =>
		type === 'resourceLocator' || initial === '' || isExpression(initial);
	for (const [key, form] of forms) {
		const names = form.map(({ name }) => name);
		expect([key, ...names.slice(-1)]).toEqual([key, 'options']);
		// Each name once, so that the order of the fields is that of one form.
		expect(new Set(names).size).toBe(names.length);
		// A menu may come before, when it says which of them are to be filled in.
		const lastToFill = form
			.map((property) => property.required === true && isEmpty(property))
			.lastIndexOf(true);
		const before = form.slice(0, Math.max(lastToFill, 0)).filter(({ required }) => required !== true);
		expect([key, before.filter(({ type }) => type !== 'options')]).toEqual([key, []]);
	}
});

it('optional fields are in alphabetical order', () => {
	const sorted = (names: readonly string[]): boolean =>
		names.every((name, i) => i === 0 || names[i - 1].localeCompare(name, 'en') <= 0);
	expect(
		breaking(
			({ type, options = [] }) =>
				type === 'collection' &&
				!sorted((options as INodeProperties[]).map(({ displayName }) => displayName)),
		),
	).toEqual([]);
});

it('the menus begin with what is used most, and tell resources apart', () => {
	const [resource, ...menus] = action.properties.filter(
		({ name }) => name === 'resource' || name === 'operation',
	);
	const described = entriesOf(resource).map(({ builderHint }) => builderHint?.propertyHint ?? '');
	for (const each of described) expect(resource.description).toContain(each);
	expect(new Set(described).size).toBe(described.length);
	for (const description of described) expect(description).toMatch(/^[A-Z].{15,95}[^.]$/);
	// The list of actions follows the menus.
	expect(entriesOf(menus[0])[0].action).toBe('Enrich list of companies and persons');
	expect(entriesOf(menus[menus.length - 1])[0].action).toBe('Get account balance');
	for (const menu of [resource, ...menus]) expect(menu.default).toBe(entriesOf(menu)[0].value);
});

it('a menu has a default out of its entries', () => {
	const kinds: Readonly<Record<string, string>> = { boolean: 'boolean', collection: 'object' };
	// Of every control: a default is there, and of the right type.
	expect(breaking(({ default: initial }) => initial === undefined)).toEqual([]);
	expect(
		breaking(
			({ type, default: initial }) =>
				type in kinds && typeof initial !== kinds[type] && !isExpression(initial),
		),
	).toEqual([]);
	expect(
		breaking((property) => {
			const { type, typeOptions } = property;
			if (type !== 'options' || typeOptions?.loadOptionsMethod !== undefined) return false;
			return !entriesOf(property).some(({ value }) => value === property.default);
		}),
	).toEqual([]);
});

it('labels say Maximum or Max, not both', () => {
	expect(breaking(({ displayName }) => /\bMax\b/.test(displayName))).toEqual([]);
});

it('the trigger is named as such, asks what to trigger on, and no name says node', () => {
	const family = String(action.defaults.name);
	expect(action.displayName.startsWith(`${family} (`)).toBe(true);
	expect(trigger.displayName).toBe(`${family} Trigger`);
	expect(trigger.name).toBe(`${action.name}Trigger`);
	expect(newLeads.displayName).toBe(`${family} New Leads Trigger`);
	expect(newLeads.name).toBe(`${action.name}NewLeadsTrigger`);
	expect(`${action.displayName} ${trigger.displayName} ${newLeads.displayName}`).not.toMatch(/\bnode\b/i);
	const first = trigger.properties.find(({ type }) => type !== 'notice');
	expect(first?.displayName).toBe('Trigger On');
	expect(first).not.toHaveProperty('description');
	for (const { action: text = '' } of entriesOf(first as INodeProperties)) {
		expect([text, isSentence(text)]).toEqual([text, true]);
	}
});

it('subtitles come from the main parameters', () => {
	expect(action.subtitle).toMatch(/^=\{\{ .*\$parameter\["resource"\].*\$parameter\["operation"\].* \}\}$/);
	// An expression ends at its first closing pair.
	expect(action.subtitle?.indexOf('}}')).toBe((action.subtitle?.length ?? 0) - 2);
	expect(trigger.subtitle).toContain('$parameter["kinds"]');
	expect(newLeads.subtitle).toContain('$parameter["searchFor"]');
});

it('the credential keeps its key in a password field and is tested', () => {
	const secret = credential.properties.filter(({ name }) => /key|secret|token|password/i.test(name));
	expect(secret.map(({ name }) => name)).toEqual(['apiKey']);
	for (const { typeOptions } of secret) expect(typeOptions).toMatchObject({ password: true });
	expect(credential.test.request.url).toBe('/balance');
	for (const node of [action, trigger, newLeads]) {
		expect(node.credentials).toEqual([{ name: credential.name, required: true }]);
	}
});

it('nothing is deleted, so that no output has to confirm it', () => {
	expect(operations.filter(({ name }) => /delete|clear|remove/i.test(name))).toEqual([]);
});
