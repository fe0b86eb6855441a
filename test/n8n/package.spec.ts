import { CREDENTIAL_TYPE, n8n, NODE_TYPE } from './support';

it('is loaded under its real type names, with icons and codex', async () => {
	const client = await n8n();
	const node = (await client.nodeTypes()).find(({ name }) => name === NODE_TYPE);
	expect(node).toBeDefined();
	expect(node?.displayName).toBe('Person and Company Data (Brazil, CNPJ, CPF)');
	expect(node?.codex?.categories).not.toHaveLength(0);
	const { light, dark } = node?.iconUrl as { light: string; dark: string };
	for (const icon of [light, dark]) {
		const response = await client.send('GET', `/${icon}`);
		expect(response.headers.get('content-type')).toMatch(/svg/);
		expect(await response.text()).toContain('<svg');
	}
});

it('brings its credential, which names the node that uses it', async () => {
	const type = (await (await n8n()).credentialTypes()).find(({ name }) => name === CREDENTIAL_TYPE);
	expect(type?.supportedNodes).toContain(NODE_TYPE);
	expect(type?.iconUrl).toBeDefined();
});
