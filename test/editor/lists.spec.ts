import { sleep, type IDataObject, type INode, type INodeProperties } from 'n8n-workflow';

import { listFields, type ListField } from './listFields';
import { PACKAGE } from '../support/workflowNodes';
import { inBrowser, useEditor } from './useEditor';

/** Every list of the service in n8n's editor: opened, looked at, typed into, and chosen from. */

interface Wanted {
	/** What a person types, and what it finds. */
	readonly text: string;
	readonly finds: RegExp;
}

const WANTED: Readonly<Record<string, Wanted>> = {
	cities: { text: 'porto', finds: /^Porto Alegre - RS$/ },
	neighborhoods: { text: 'centro, caxias do sul', finds: /^Centro - Caxias do Sul - RS$/ },
	occupations: { text: 'gerente', finds: /^100013 - Gerente Comercial$/ },
	economicActivities: { text: 'padaria', finds: /^1091102 - / },
	sectors: { text: 'comercio', finds: /^COMÉRCIO$/ },
	profiles: { text: 'aposent', finds: /^PF5 - / },
	layouts: { text: '3', finds: / \(3\)$/ },
	b2bLocations: { text: 'porto', finds: /^Porto Alegre, RS$/ },
	b2bCompanyNames: { text: 'padaria a', finds: /^Padaria A/ },
	b2bSectors: { text: 'varejo', finds: /^Varejo$/ },
	b2bJobTitles: { text: 'diretor com', finds: /^Diretor Comercial$/ },
	b2bEconomicActivities: { text: '6201501', finds: /^6201501 - / },
	b2bSpecialities: { text: 'nuvem', finds: /^Computação em Nuvem$/ },
	b2bSkills: { text: 'python', finds: /^Python$/ },
	b2bMacroSectors: { text: 'comercio', finds: /^COMÉRCIO$/ },
};

/** A property with the inner one added to it. */
function holding([
	{ name, type, typeOptions, default: initial, options = [] },
	...inner
]: readonly INodeProperties[]): IDataObject {
	if (inner.length === 0) return { [name]: { __rl: true, ...(initial as object) } };
	const held = holding(inner);
	if (type !== 'fixedCollection') return { [name]: held };
	return { [name]: { [options[0].name]: typeOptions?.multipleValues ? [held] : held } };
}

const nodeWith = ({ node, path, shownBy }: ListField): INode => ({
	id: 'own',
	name: 'Own',
	type: `${PACKAGE}${node}`,
	typeVersion: 1,
	position: [0, 0],
	parameters: { ...shownBy, ...holding(path) } as INode['parameters'],
});

inBrowser('the lists in the editor', () => {
	const bench = useEditor(async ({ n8n, sandbox: { apiKey, baseUrl } }) => {
		await n8n.client.createCredential('personCompanyDataApi', { apiKey, baseUrl });
	});

	it('are those of the forms', () => {
		expect([...new Set(listFields.map(({ method }) => method))].sort()).toEqual(Object.keys(WANTED).sort());
	});

	// Of New Leads where it has the list, else of the action node.
	it.each(Object.entries(WANTED))('%s', async (method, { text, finds }) => {
		const [field] = listFields.filter((each) => each.method === method).slice(-1);
		const node = nodeWith(field);
		await bench.workflow({ nodes: [node], connections: {} }, node.id);
		const [{ name }] = field.path.slice(-1);
		const input = bench.by(`resource-locator-${name}`).locator('[data-test-id="rlc-input"]').first();
		await bench.openList(input);
		// n8n has taken the search box away by then if the list could not be loaded.
		await sleep(1000);
		await bench.by('rlc-search').pressSequentially(text, { delay: 100, timeout: 5000 });
		const found = bench.by('rlc-item').filter({ hasText: finds }).first();
		await found.waitFor({ timeout: 10_000 });
		const label = (await found.innerText()).trim();
		await found.click();
		await bench.page.waitForFunction(
			`[...document.querySelectorAll('[data-test-id="rlc-input"] input, input[data-test-id="rlc-input"]')].some(({ value }) => value === ${JSON.stringify(label)})`,
			undefined,
			{ timeout: 10_000 },
		);
	});
});
