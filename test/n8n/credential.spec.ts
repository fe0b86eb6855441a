import type { INode } from 'n8n-workflow';

import { startElsewhere } from '../support/elsewhere';
import { readShared } from './shared';
import { credential, CREDENTIAL_TYPE, n8n, node, runWorkflow, workflow } from './support';

/** n8n's own HTTP Request node with our credential. */
async function httpRequest(url: string): Promise<INode> {
	const { id, name } = await credential();
	return node(
		'Request',
		'httpRequest',
		{ url, authentication: 'predefinedCredentialType', nodeCredentialType: CREDENTIAL_TYPE, options: {} },
		{ typeVersion: 4.2, credentials: { [CREDENTIAL_TYPE]: { id, name } } },
	);
}

it('works in the HTTP Request node for the address of the credential', async () => {
	const { baseUrl } = readShared();
	const { execution, outputs } = await runWorkflow(workflow([await httpRequest(`${baseUrl}/balance`)]));
	expect(execution.error).toBeUndefined();
	expect(outputs.Request[0]).toHaveProperty('balance');
});

it('sends the key to no other address', async () => {
	const { n8nUrl } = readShared();
	const { execution } = await runWorkflow(workflow([await httpRequest(`${n8nUrl}/healthz`)]));
	expect(execution.status).toBe('error');
	expect(execution.stored).toContain('only sent to the base address of its credential');
});

describe("the credential's own test", () => {
	/** What n8n says when the button is pressed. */
	async function tested(baseUrl: string): Promise<{ status: string; message: string }> {
		const data = { apiKey: readShared().apiKey, baseUrl };
		const credentials = { id: '', name: 'Tested', type: CREDENTIAL_TYPE, data };
		return await (await n8n()).request('POST', '/credentials/test', { credentials });
	}

	it('passes for the service', async () => {
		expect(await tested(readShared().baseUrl)).toMatchObject({ status: 'OK' });
	});

	it.each([
		['a web page', '<!doctype html><title>Welcome</title>', 'text/html'],
		['a text', 'ok', 'text/plain'],
		['nothing', '', 'text/html'],
	])('fails for an address that answers with %s', async (_what, body, type) => {
		const page = await startElsewhere();
		page.answer = (response) => void response.writeHead(200, { 'content-type': type }).end(body);
		const result = await tested(`http://127.0.0.1:${page.port}`);
		await page.close();
		expect(result).toMatchObject({
			status: 'Error',
			message: expect.stringContaining('is not that of the service') as string,
		});
	});
});
