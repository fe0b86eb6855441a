import { CREDENTIAL_TYPE, credential, credentialData, n8n, NODE_TYPE } from './support';

it('is loaded under its real type names, with icons and codex', async () => {
	const client = await n8n();
	const node = (await client.nodeTypes()).find(({ name }) => name === NODE_TYPE);
	expect(node).toBeDefined();
	expect(node?.displayName).toBe('Person and Company Data (Brazil, CNPJ, CPF)');
	expect(node?.codex?.categories).not.toEqual([]);
	expect(node?.codex?.categories).toBeDefined();
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

it('says that a credential with the right key is good', async () => {
	const result = await (await n8n()).testCredential(await credential(), credentialData());
	expect(result).toEqual({ status: 'OK', message: expect.any(String) });
});

it.each([
	['a wrong key', { apiKey: 'wrong-key' }, /authoriz|key|credential/i],
	['an address where nobody answers', { baseUrl: 'http://127.0.0.1:9/v1' }, /connect|refused|reach/i],
	['an address that is none', { baseUrl: 'not an address' }, /address|url/i],
])('says what is wrong with %s', async (_what, changes, message) => {
	const result = await (await n8n()).testCredential(await credential(), credentialData(changes));
	expect(result.status).toBe('Error');
	expect(result.message).toMatch(message);
	expect(result.message).not.toContain('wrong-key');
});
