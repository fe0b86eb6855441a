import type { IConnections, IDataObject, INode, INodeProperties } from 'n8n-workflow';

import { formOf } from '../../nodes/PersonCompanyData/run/describe';
import { resources } from '../../nodes/PersonCompanyData/operations';
import { NODE_TYPE } from '../support/workflowNodes';
import { inBrowser, useEditor } from './useEditor';

/** Every form of the node in n8n's editor, with everything added that can be added. */

/** A property with all that can be added to it, in its first state. */
function whole({ type, name, options = [], typeOptions, default: initial }: INodeProperties): unknown {
	if (type === 'collection') return allOf(options as INodeProperties[]);
	if (type === 'resourceLocator') return { __rl: true, ...(initial as object) };
	if (type !== 'fixedCollection') return typeOptions?.multipleValues ? [''] : initial;
	const [group] = options;
	if (!('values' in group)) throw new Error(`${name} has no fields`);
	const row = allOf(group.values);
	return { [group.name]: typeOptions?.multipleValues ? [row] : row };
}
const allOf = (properties: readonly INodeProperties[]): IDataObject =>
	Object.fromEntries(properties.map((property) => [property.name, whole(property)])) as IDataObject;

/** The operations, as nodes in a row with one form each. */
const nodes: INode[] = Object.entries(resources).flatMap(([resource, { operations }]) =>
	Object.entries(operations).map(([operation, each], i): INode => {
		const form = Object.entries(formOf(each)).map(([name, { property }]) => ({ ...property, name }));
		return {
			id: `${resource}-${operation}`,
			name: `${resource}.${operation}`,
			type: NODE_TYPE,
			typeVersion: 1,
			position: [i * 300, 0],
			parameters: { resource, operation, ...allOf(form) } as INode['parameters'],
		};
	}),
);
const connections: IConnections = Object.fromEntries(
	nodes
		.slice(1)
		.map(({ name }, i) => [nodes[i].name, { main: [[{ node: name, type: 'main' as const, index: 0 }]] }]),
);

/** What the open form shows: its controls, and labels that are cut off. */
const FINDINGS = `(() => {
	const form = document.querySelector('[data-test-id="node-parameters"]');
	const controls = [...form.querySelectorAll('[data-test-id^="parameter-input-"]')];
	const labels = [...form.querySelectorAll('[data-test-id="input-label"] *, label *')].filter((each) => each.children.length === 0);
	return {
		controls: controls.map((each) => each.dataset.testId.slice('parameter-input-'.length)),
		cut: labels.filter((each) => each.clientWidth > 0 && each.scrollWidth > each.clientWidth + 1).map((each) => each.innerText),
	};
})()`;

interface Findings {
	readonly controls: readonly string[];
	readonly cut: readonly string[];
}

/** Names of controls that a form must show: of the fields without conditions, however deep. */
const expected = ({ parameters }: INode): string[] => {
	const { resource, operation } = parameters as { readonly resource: string; readonly operation: string };
	const each = resources[resource].operations[operation];
	const fields = Object.entries(formOf(each)).filter(([, { show }]) => show === undefined);
	const leaves = (properties: readonly INodeProperties[]): string[] =>
		properties.flatMap(({ name, type, options = [], typeOptions }) => {
			if (type === 'collection') return leaves(options as INodeProperties[]);
			if (type === 'fixedCollection')
				return options.flatMap((group) => ('values' in group ? leaves(group.values) : []));
			return typeOptions?.multipleValues ? [] : [name];
		});
	return leaves(fields.map(([name, { property }]) => ({ ...property, name })));
};

inBrowser('the forms in the editor', () => {
	const bench = useEditor(async ({ n8n, sandbox: { apiKey, baseUrl } }) => {
		await n8n.client.createCredential('personCompanyDataApi', { apiKey, baseUrl });
	});

	it('shows every control of every form, with its whole label', async () => {
		const failures: string[] = [];
		bench.page.on('pageerror', ({ message }) => failures.push(message));
		await bench.workflow({ nodes, connections }, nodes[0].id);
		const found: Record<string, unknown> = {};
		const wanted: Record<string, unknown> = {};
		for (const [i, node] of nodes.entries()) {
			await bench
				.by('node-title-container')
				.filter({ hasText: new RegExp(`${node.name}$`) })
				.waitFor();
			const names = expected(node);
			// The lower controls come a moment later than the name.
			await bench
				.field(names[names.length - 1])
				.first()
				.waitFor({ state: 'attached' });
			const { controls, cut } = (await bench.page.evaluate(FINDINGS)) as Findings;
			found[node.name] = {
				missing: names.filter((name) => !controls.includes(name)),
				cut,
			};
			wanted[node.name] = { missing: [], cut: [] };
			if (i < nodes.length - 1) {
				await bench.page.locator('[data-test-id="floating-node"][data-node-placement="outputMain"]').click();
			}
		}
		expect(found).toEqual(wanted);
		expect(failures).toEqual([]);
	});
});
