import { NodeHelpers, type INode, type INodeProperties } from 'n8n-workflow';

import { action, credential, entriesOf, newLeads, operations, shown, trigger } from './shown';

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
