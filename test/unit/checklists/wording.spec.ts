import { NodeHelpers, type INode, type INodeProperties } from 'n8n-workflow';

import { action, breaking, credential, entriesOf, newLeads, operations, shown, trigger } from './shown';

/** n8n's guidelines on what users see, as far as the linter cannot tell. */

/** Words that keep their capitals within a sentence. */
const NAMES =
	/^(B2B|CPF|CNPJ|CNAE|CBO|CSV|JSON|URL|ID|IDs|IP|MEI|Brazil|I|API|BRL|CEP|DDD|n8n|GET|POST|HEAD|N8N_\w+|XLSX|Token|GPS)\b/;
/** Whether only the first word, and names, have a capital. */
const isSentence = (text: string): boolean =>
	/^[A-Z]/.test(text) &&
	text
		.split(/\s+/)
		.slice(1)
		.every((word) => !/^[A-Z]/.test(word) || NAMES.test(word));
const isExpression = (value: unknown): boolean => typeof value === 'string' && value.startsWith('=');

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

it('an operation opens with at most ten fields, Resource and Operation among them', () => {
	const node = { typeVersion: action.version, parameters: {} } as INode;
	const menus = action.properties.filter(({ name }) => name === 'operation');
	const forms = menus.flatMap((menu) =>
		entriesOf(menu).map(({ value: operation }) => {
			const chosen = { resource: menu.displayOptions?.show?.resource?.[0] as string, operation };
			const values =
				NodeHelpers.getNodeParameters(action.properties, chosen, true, false, node, action) ?? {};
			const inView = action.properties.filter((property) =>
				NodeHelpers.displayParameter(values, property, node, action),
			);
			return [`${chosen.resource}.${String(operation)}`, inView.map(({ name }) => name)] as const;
		}),
	);
	expect(forms).toHaveLength(operations.length);
	expect(forms.filter(([, names]) => names.length > 10)).toEqual([]);
	expect(forms.find(([name]) => name === 'account.getBalance')?.[1]).toContain('simplify');
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
